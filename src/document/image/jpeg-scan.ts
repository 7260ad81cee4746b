// Checks the blocks of one scan of a JPEG (ISO/IEC 10918-1, annexes A, F and G), code by code. The codes show their faults, so no samples are made.
import type { HuffmanTable, JpegBits } from './jpeg-bits.ts';

export interface JpegComponent {
  readonly id: number;
  /** Sampling factors. */
  readonly across: number;
  readonly down: number;
  readonly quantization: number;
  /** Number of blocks with pixels of the image. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks in a row, counted in whole units of all components. */
  readonly stride: number;
  /** For a progressive image: by block, a bit for each of its 64 coefficients that is not zero; 32 bits in each part. */
  readonly nonZero: { readonly low: Int32Array; readonly high: Int32Array } | undefined;
  /** For a progressive image: for each coefficient, the lowest known bit. -1: no bit is known. */
  readonly known: Int8Array;
}

export interface JpegScan {
  readonly components: readonly {
    readonly component: JpegComponent;
    readonly dc: HuffmanTable | undefined;
    readonly ac: HuffmanTable | undefined;
  }[];
  /** First and last coefficient, and the bits before and after: `Ss`, `Se`, `Ah`, `Al`. */
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly isProgressive: boolean;
  /** Units of all components together, across and down. */
  readonly unitColumns: number;
  readonly unitRows: number;
  /** Units between two restart markers; 0: no markers. */
  readonly restartInterval: number;
}

/** Passes a block; false: its codes are invalid. */
type PassBlock = (at: number) => boolean;

/** Reads a scan to its end. Returns its fault. Undefined: no fault. */
export function passScan(bits: JpegBits, scan: JpegScan): string | undefined {
  const runs = { left: 0 };
  const passes = scan.components.map((part) => createPass(bits, scan, part, runs));
  const [only] = scan.components;
  // A.2.2, A.2.3: a single component comes block by block. Several come in units, whose blocks their sampling factors count.
  const isAlone = scan.components.length === 1;
  const columns = isAlone ? only!.component.columns : scan.unitColumns;
  const rows = isAlone ? only!.component.rows : scan.unitRows;
  let untilRestart = scan.restartInterval || Number.POSITIVE_INFINITY;
  let restarts = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (untilRestart === 0) {
        if (runs.left > 0 || !bits.toMarker()) return 'the data before a restart marker does not fit';
        if (!bits.passRestart(restarts++ & 7)) return 'a restart marker is missing';
        untilRestart = scan.restartInterval;
      }
      untilRestart--;
      const isWhole = isAlone ? passes[0]!(y * only!.component.stride + x) : passUnit(scan, passes, x, y);
      if (bits.isExhausted) return 'its pixels end too early';
      if (!isWhole) return 'its pixels hold an invalid code';
    }
  }
  if (runs.left > 0) return 'its pixels hold more blocks than the image';
  return bits.toMarker() ? undefined : 'more data follows its pixels';
}

function passUnit({ components }: JpegScan, passes: readonly PassBlock[], x: number, y: number): boolean {
  for (const [i, { component }] of components.entries()) {
    const { across, down, stride } = component;
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++)
        if (!passes[i]!((y * down + row) * stride + x * across + column)) return false;
  }
  return true;
}

/** `runs.left`: remaining blocks in a run of blocks without further coefficients. */
function createPass(
  bits: JpegBits,
  { from, to, high, isProgressive }: JpegScan,
  { component, dc, ac }: JpegScan['components'][number],
  runs: { left: number },
): PassBlock {
  if (!isProgressive) return () => passFirst(bits, dc!) && passCoefficients(bits, ac!);
  if (from === 0 && high === 0) return () => passFirst(bits, dc!);
  if (from === 0) {
    return () => {
      bits.skip(1);
      return true;
    };
  }
  const { low, high: upper } = component.nonZero!;
  const isNonZero = (block: number, k: number) => ((k < 32 ? low[block]! >>> k : upper[block]! >>> (k - 32)) & 1) === 1;
  const setNonZero = (block: number, k: number) => {
    if (k < 32) low[block]! |= 1 << k;
    else upper[block]! |= 1 << (k - 32);
  };
  /** G.1.2.3: each coefficient that is known to be non-zero takes one more bit. */
  const skipCorrections = (block: number, first: number) => {
    bits.skip(countBits(low[block]! & maskOf(first, to)) + countBits(upper[block]! & maskOf(first - 32, to - 32)));
  };
  const beginRun = (r: number) => {
    runs.left = (1 << r) + bits.take(r);
  };
  if (high === 0) {
    return (block) => {
      if (runs.left > 0) {
        runs.left--;
        return true;
      }
      for (let k = from; k <= to; k++) {
        const symbol = bits.symbol(ac!);
        if (symbol < 0) return false;
        const size = symbol & 15;
        if (size === 0 && symbol >> 4 < 15) {
          beginRun(symbol >> 4);
          runs.left--;
          return true;
        }
        k += symbol >> 4;
        if (size === 0) continue;
        if (k > to) return false;
        bits.skip(size);
        setNonZero(block, k);
      }
      return true;
    };
  }
  return (block) => {
    let k = from;
    for (; runs.left === 0 && k <= to; k++) {
      const symbol = bits.symbol(ac!);
      if (symbol < 0 || (symbol & 15) > 1) return false;
      const isNew = (symbol & 15) === 1;
      let zeros = symbol >> 4;
      if (!isNew && zeros < 15) {
        beginRun(zeros);
        break;
      }
      if (isNew) bits.skip(1);
      for (; k <= to; k++) {
        if (isNonZero(block, k)) bits.skip(1);
        else if (zeros-- === 0) break;
      }
      if (!isNew) continue;
      if (k > to) return false;
      setNonZero(block, k);
    }
    if (runs.left === 0) return true;
    skipCorrections(block, k);
    runs.left--;
    return true;
  };
}

/** The first coefficient, as the difference to the block before. */
function passFirst(bits: JpegBits, table: HuffmanTable): boolean {
  const size = bits.symbol(table);
  if (size < 0) return false;
  bits.skip(size);
  return true;
}

/** The other 63 coefficients, each after a run of zeros (F.1.2.2). */
function passCoefficients(bits: JpegBits, table: HuffmanTable): boolean {
  for (let k = 1; k <= 63; ) {
    const symbol = bits.symbol(table);
    if (symbol < 0) return false;
    const size = symbol & 15;
    const run = symbol >> 4;
    if (size === 0 && run < 15) return true;
    k += run + 1;
    if (k > 64) return false;
    bits.skip(size);
  }
  return true;
}

/** A mask with the bits from `first` to `last`, of the bits from 0 to 31. */
function maskOf(first: number, last: number): number {
  if (last < 0 || first > 31 || first > last) return 0;
  const upTo = last >= 31 ? -1 : (1 << (last + 1)) - 1;
  return first <= 0 ? upTo : upTo & ~((1 << first) - 1);
}

function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
