// Unpacks the indices of a GIF (GIF89a, appendix F: LZW with codes of growing length).

const mostBits = 12;

/** Fills `indices`. Returns the fault, to complete "is a damaged GIF:". Undefined: no fault. Codes behind the last index are not read. */
export function unpackCodes(data: Uint8Array, codeBits: number, indices: Uint8Array): string | undefined {
  const clear = 1 << codeBits;
  const prefixes = new Uint16Array(1 << mostBits);
  const lasts = new Uint8Array(1 << mostBits);
  /** Indices of each code. */
  const lengths = new Uint16Array(1 << mostBits);
  for (let code = 0; code < clear; code++) {
    lasts[code] = code;
    lengths[code] = 1;
  }
  let bits = codeBits + 1;
  let next = clear + 2;
  let previous = -1;
  let first = 0;
  let buffer = 0;
  let held = 0;
  let at = 0;
  let to = 0;
  while (to < indices.length) {
    while (held < bits) {
      if (at === data.length) return 'its pixels end too early';
      buffer |= data[at++]! << held;
      held += 8;
    }
    const code = buffer & ((1 << bits) - 1);
    buffer >>>= bits;
    held -= bits;
    if (code === clear) {
      bits = codeBits + 1;
      next = clear + 2;
      previous = -1;
      continue;
    }
    if (code === clear + 1) return 'its pixels end too early';
    // A code that is just being made: the previous one, and its first index once more.
    const isNew = code === next && previous >= 0;
    if (code >= next && !isNew) return 'its pixels hold an invalid code';
    const known = isNew ? previous : code;
    const length = lengths[known]!;
    // From the last index to the first. What reaches behind the picture is not kept: writing there has no effect.
    for (let place = to + length - 1, one = known; place >= to; place--, one = prefixes[one]!) {
      indices[place] = lasts[one]!;
      first = lasts[one]!;
    }
    to += length;
    if (isNew && to < indices.length) indices[to] = first;
    if (isNew) to++;
    // The table stays as it is when it is full.
    if (previous >= 0 && next < 1 << mostBits) {
      prefixes[next] = previous;
      lasts[next] = first;
      lengths[next] = lengths[previous]! + 1;
      next++;
      if (next === 1 << bits && bits < mostBits) bits++;
    }
    previous = code;
  }
  return undefined;
}
