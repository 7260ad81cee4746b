// Reads how large the frames in the data of AV1 may be: a decoder takes memory for them, whatever the boxes around the data say.

/** Pixels of the largest frame that the sequence headers in the data allow (AV1, 5.3 and 5.5). */
export function largestFrame(data: Uint8Array): number {
  let largest = 0;
  for (let at = 0; at < data.length; ) {
    const head = data[at]!;
    at += head & 4 ? 2 : 1;
    let size = data.length - at;
    if (head & 2) {
      size = 0;
      for (let i = 0; i < 8; i++) {
        const byte = data[at++] ?? 0;
        size += (byte & 0x7f) * 2 ** (7 * i);
        if (byte < 128) break;
      }
    }
    // 1: a sequence header.
    if (((head >> 3) & 15) === 1) largest = Math.max(largest, frameSize(new Bits(data.subarray(at, at + size))));
    at += size;
  }
  return largest;
}

function frameSize(bits: Bits): number {
  bits.skip(4);
  const isReduced = bits.take(1) === 1;
  if (isReduced) bits.skip(5);
  else passOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1];
  return (bits.take(widthBits) + 1) * (bits.take(heightBits) + 1);
}

function passOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.take(1) === 1) {
    bits.skip(64);
    if (bits.take(1) === 1) bits.skipVlc();
    if (bits.take(1) === 1) {
      delayBits = bits.take(5) + 1;
      bits.skip(42);
    }
  }
  const hasDelay = bits.take(1) === 1;
  for (let points = bits.take(5) + 1; points > 0; points--) {
    bits.skip(12);
    if (bits.take(5) > 7) bits.skip(1);
    if (delayBits > 0 && bits.take(1) === 1) bits.skip(2 * delayBits + 1);
    if (hasDelay && bits.take(1) === 1) bits.skip(4);
  }
}

/** Bits beyond the end are 0. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** A number whose length is told by zeros before it (4.10.3). */
  skipVlc(): void {
    let zeros = 0;
    while (zeros < 32 && this.take(1) === 0) zeros++;
    if (zeros < 32) this.skip(zeros);
  }
}
