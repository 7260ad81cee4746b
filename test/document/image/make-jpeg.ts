// Whole JPEGs made for tests, with coefficients that mean nothing: of any sampling, scans, restart intervals and lengths of codes.

/** Components of a scan, by place; and, of a progressive image, coefficients and bits: `Ss`, `Se`, `Ah`, `Al`. */
export interface ScanOptions {
  readonly of: readonly number[];
  readonly band?: readonly [from: number, to: number, high: number, low: number];
}

export interface WholeJpegOptions {
  readonly width: number;
  readonly height: number;
  /** Sampling factors of each component. */
  readonly sampling: readonly (readonly [across: number, down: number])[];
  readonly scans: readonly ScanOptions[];
  readonly isProgressive?: boolean;
  readonly restartInterval?: number;
  /** Bits of the shorter codes; half of all are one bit longer. */
  readonly codeBits?: number;
  readonly random: () => number;
  /** Segments before the frame. */
  readonly extra?: Buffer;
  readonly adobe?: boolean;
}

interface Component {
  readonly across: number;
  readonly down: number;
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
  readonly blocks: readonly Int16Array[];
}

/** All scans of a progressive image: first coarse, then bit by bit. */
export function progressiveScans(components: number): readonly ScanOptions[] {
  const all = Array.from({ length: components }, (_, i) => i);
  const each = (band: ScanOptions['band']) => all.map((i) => ({ of: [i], band: band! }));
  return [
    { of: all, band: [0, 0, 0, 1] },
    ...each([1, 5, 0, 2]),
    ...each([6, 63, 0, 2]),
    ...each([1, 63, 2, 1]),
    { of: all, band: [0, 0, 1, 0] },
    ...each([1, 63, 1, 0]),
  ];
}

export function makeJpeg(options: WholeJpegOptions): Buffer {
  const { width, height, sampling, scans, isProgressive = false, restartInterval = 0, codeBits = 8, extra, adobe } = options;
  const components = makeComponents(options);
  const table = (kind: number, symbols: number) => {
    const counts = Array.from({ length: 16 }, (_, i) => (i === codeBits - 1 || i === codeBits ? symbols / 2 : 0));
    return segment(0xc4, [kind, ...counts, ...Array.from({ length: symbols }, (_, i) => i)]);
  };
  const [across, down] = [0, 1].map((i) => Math.max(...sampling.map((one) => one[i]!))) as [number, number];
  const unit = { columns: Math.ceil(width / (8 * across)), rows: Math.ceil(height / (8 * down)) };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(extra ? [extra] : []),
    ...(adobe ? [segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0])] : []),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(isProgressive ? 0xc2 : 0xc0, [
      ...[8, height >> 8, height & 255, width >> 8, width & 255, sampling.length],
      ...sampling.flatMap(([h, v], i) => [i + 1, (h << 4) | v, 0]),
    ]),
    table(0x00, 16),
    table(0x10, 256),
    ...(restartInterval ? [segment(0xdd, [restartInterval >> 8, restartInterval & 255])] : []),
    ...scans.flatMap(({ of, band = [0, 63, 0, 0] }) => [
      segment(0xda, [of.length, ...of.flatMap((i) => [i + 1, 0]), band[0], band[1], (band[2] << 4) | band[3]]),
      encodeScan(components, of, { band, isProgressive, restartInterval, codeBits, unit }),
    ]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function makeComponents({ width, height, sampling, random }: WholeJpegOptions): readonly Component[] {
  const most = [0, 1].map((i) => Math.max(...sampling.map((one) => one[i]!))) as [number, number];
  const [unitColumns, unitRows] = [Math.ceil(width / (8 * most[0])), Math.ceil(height / (8 * most[1]))];
  return sampling.map(([across, down]) => {
    const stride = unitColumns * across;
    const density = random();
    const blocks = Array.from({ length: stride * unitRows * down }, () =>
      Int16Array.from({ length: 64 }, () => (random() < density ** 3 ? Math.round((random() - 0.5) * 14) : 0)),
    );
    const columns = Math.ceil(Math.ceil((width * across) / most[0]) / 8);
    return { across, down, columns, rows: Math.ceil(Math.ceil((height * down) / most[1]) / 8), stride, blocks };
  });
}

interface ScanShape {
  readonly band: NonNullable<ScanOptions['band']>;
  readonly isProgressive: boolean;
  readonly restartInterval: number;
  readonly codeBits: number;
  readonly unit: { readonly columns: number; readonly rows: number };
}

function encodeScan(components: readonly Component[], of: readonly number[], shape: ScanShape): Buffer {
  const writer = new CodeWriter(shape.codeBits);
  const encoders = of.map(() => createEncoder(writer, shape));
  const alone = of.length === 1 ? components[of[0]!]! : undefined;
  const { columns, rows } = alone ?? shape.unit;
  for (let place = 0; place < columns * rows; place++) {
    if (shape.restartInterval > 0 && place > 0 && place % shape.restartInterval === 0) {
      for (const { flush } of encoders) flush();
      writer.restart((place / shape.restartInterval - 1) & 7);
    }
    const [x, y] = [place % columns, Math.floor(place / columns)];
    if (alone) encoders[0]!.encode(alone.blocks[y * alone.stride + x]!);
    else {
      for (const [n, i] of of.entries()) {
        const { across, down, stride, blocks } = components[i]!;
        for (let v = 0; v < down; v++)
          for (let h = 0; h < across; h++) encoders[n]!.encode(blocks[(y * down + v) * stride + x * across + h]!);
      }
    }
  }
  for (const { flush } of encoders) flush();
  return writer.end();
}

interface BlockEncoder {
  encode(block: Int16Array): void;
  /** At a restart and at the end. */
  flush(): void;
}

function createEncoder(writer: CodeWriter, { band: [from, to, high, low], isProgressive }: ScanShape): BlockEncoder {
  let before = 0;
  const first = (value: number) => {
    writer.value(0, value - before, 8);
    before = value;
  };
  const reset = () => {
    before = 0;
  };
  if (!isProgressive) {
    return {
      encode(block) {
        first(block[0]!);
        let zeros = 0;
        for (let k = 1; k < 64; k++) {
          if (block[k] === 0) {
            zeros++;
            continue;
          }
          for (; zeros > 15; zeros -= 16) writer.symbol(0xf0);
          writer.value(zeros << 4, block[k]!);
          zeros = 0;
        }
        if (zeros > 0) writer.symbol(0);
      },
      flush: reset,
    };
  }
  if (from === 0)
    return { encode: (block) => (high === 0 ? first(block[0]! >> low) : writer.bits((block[0]! >> low) & 1, 1)), flush: reset };
  return createBandEncoder(writer, from, to, high, low);
}

/** ISO/IEC 10918-1, G.1.2.2 and G.1.2.3. */
function createBandEncoder(writer: CodeWriter, from: number, to: number, high: number, low: number): BlockEncoder {
  let run = 0;
  let held: number[] = [];
  const flush = () => {
    if (run === 0) return;
    const size = Math.floor(Math.log2(run));
    writer.symbol(size << 4);
    writer.bits(run - (1 << size), size);
    for (const bit of held) writer.bits(bit, 1);
    run = 0;
    held = [];
  };
  return {
    encode(block) {
      const values = Array.from(block, (value) => Math.sign(value) * (Math.abs(value) >> low));
      const isNew = (k: number) => (high === 0 ? values[k] !== 0 : Math.abs(values[k]!) === 1);
      let last = 0;
      for (let k = from; k <= to; k++) if (isNew(k)) last = k;
      let zeros = 0;
      let corrections: number[] = [];
      const pass = () => {
        for (const bit of corrections) writer.bits(bit, 1);
        corrections = [];
      };
      for (let k = from; k <= to; k++) {
        if (values[k] === 0) {
          zeros++;
          continue;
        }
        for (; zeros > 15 && k <= last; zeros -= 16) {
          flush();
          writer.symbol(0xf0);
          pass();
        }
        if (!isNew(k)) {
          corrections.push(Math.abs(values[k]!) & 1);
          continue;
        }
        flush();
        if (high === 0) writer.value(zeros << 4, values[k]!);
        else {
          writer.symbol((zeros << 4) | 1);
          writer.bits(values[k]! > 0 ? 1 : 0, 1);
          pass();
        }
        zeros = 0;
      }
      if (zeros > 0 || corrections.length > 0) {
        run++;
        held.push(...corrections);
        if (run === 0x7fff) flush();
      }
    },
    flush,
  };
}

class CodeWriter {
  readonly #codeBits: number;
  readonly #bytes: number[] = [];
  #byte = 0;
  #count = 0;

  constructor(codeBits: number) {
    this.#codeBits = codeBits;
  }

  /** `shorter`: how many symbols of the table have the shorter codes. */
  symbol(symbol: number, shorter = 128): void {
    if (symbol < shorter) this.bits(symbol, this.#codeBits);
    else this.bits(shorter + symbol, this.#codeBits + 1);
  }

  /** A number behind the symbol that says its size. */
  value(run: number, value: number, shorter?: number): void {
    const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
    this.symbol(run | size, shorter);
    this.bits(value < 0 ? value + (1 << size) - 1 : value, size);
  }

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) {
      this.#byte = (this.#byte << 1) | ((value >> i) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#byte, ...(this.#byte === 0xff ? [0] : []));
      this.#byte = 0;
      this.#count = 0;
    }
  }

  restart(number: number): void {
    this.#fillUp();
    this.#bytes.push(0xff, 0xd0 + number);
  }

  end(): Buffer {
    this.#fillUp();
    return Buffer.from(this.#bytes);
  }

  #fillUp(): void {
    while (this.#count > 0) this.bits(1, 1);
  }
}

export function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}
