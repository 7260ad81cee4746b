// The scale of an axis of numbers: from where to where it goes, and its ticks at round numbers.

/** A tick. `size`: its place on the scale. `value`: the number that it shows. */
export interface Tick {
  readonly size: number;
  readonly value: number;
}

export interface NumberScale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly Tick[];
}

interface NumberRange {
  readonly least: number;
  readonly most: number;
  /** The ends that the template asks for. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The scale shows zero. */
  readonly hasZero: boolean;
  /** The scale ends at a tick. Otherwise it ends at the least and the most value. */
  readonly isRounded: boolean;
  /** Only whole numbers have a tick. */
  readonly isWhole?: boolean;
  /** Most ticks. */
  readonly count: number;
  /** Power of ten by which shown numbers are larger than the scaled ones. */
  readonly power: number;
}

/** A smaller part of the numbers is rounding. */
const rounding = 1e-9;

/** Sizes are numbers from about -1e150 to 1e150, so that no sum of them is infinite. */
export function makeNumberScale(range: NumberRange): NumberScale {
  const { isRounded, isWhole = false, power } = range;
  const [least, most] = spread(range);
  const min = range.min ?? (range.max !== undefined && range.max <= least ? range.max - Math.abs(range.max || 1) : least);
  const max = range.max ?? (min >= most ? min + Math.abs(min || 1) : most);
  const count = Math.max(1, range.count);
  let [mantissa, exponent] = roundStep((max - min) / count);
  if (isWhole && exponent < 0) [mantissa, exponent] = [1, 0];
  const step = sizeOf(mantissa, exponent);
  const first = min / step;
  const last = max / step;
  const from = isRounded && range.min === undefined ? Math.floor(first + rounding) : Math.ceil(first - rounding);
  const to = isRounded && range.max === undefined ? Math.ceil(last - rounding) : Math.floor(last + rounding);
  const ticks: Tick[] = [];
  // Beyond, numbers have no room for the next tick.
  const isCountable = Math.max(Math.abs(from), Math.abs(to)) < Number.MAX_SAFE_INTEGER / 10;
  for (let i = from; isCountable && i <= to; i++) {
    const value = sizeOf(i * mantissa, exponent + power);
    // The next round number may be larger than any number.
    if (Number.isFinite(value)) ticks.push({ size: sizeOf(i * mantissa, exponent), value });
  }
  return {
    from: Math.min(min, ticks[0]?.size ?? min),
    to: Math.max(max, ticks.at(-1)?.size ?? max),
    ticks,
  };
}

/** Numbers that differ, around all values. */
function spread({ least, most, hasZero, min, max }: NumberRange): readonly [number, number] {
  const low = hasZero ? Math.min(0, least) : least;
  const high = hasZero ? Math.max(0, most) : most;
  const reach = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > reach * rounding) return [low, high];
  if (reach === 0) return [0, max !== undefined && max > 0 ? max : 1];
  const middle = min ?? max ?? low;
  return [middle - reach / 10, middle + reach / 10];
}

/** The next step of 1, 2 or 5 times a power of ten, as its digit and the power. */
function roundStep(rough: number): readonly [mantissa: number, exponent: number] {
  const exponent = Math.floor(Math.log10(rough));
  const digit = rough / sizeOf(1, exponent);
  for (const mantissa of [1, 2, 5]) if (digit <= mantissa + rounding) return [mantissa, exponent];
  return [1, exponent + 1];
}

/** The nearest number: 3 · 0.1 is 0.3, and not 0.30000000000000004. */
const sizeOf = (mantissa: number, exponent: number): number => Number(`${mantissa}e${exponent}`);

/** The decimals that a number has, at most 20. */
export function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const decimals = (digits.split('.')[1]?.length ?? 0) - Number(exponent);
  return Math.min(20, Math.max(0, decimals));
}
