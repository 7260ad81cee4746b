// Decimal arithmetic. A JavaScript number stands for its shortest decimal text, as in data; what has more digits than a number can keep is a Big.
import Big from 'big.js';

export type Decimal = number | Big;

/** Division gives this many significant digits. */
const divisionDigits = 34;
/** Larger results are refused: work stays bounded. */
const maxDigits = 1000;

export function isDecimal(value: unknown): value is Decimal {
  return (typeof value === 'number' && Number.isFinite(value)) || value instanceof Big;
}

/** A value as a decimal: a number, or a text that is a plain decimal number; else undefined. */
export function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Big) return value;
  if (typeof value === 'string' && value.length <= maxDigits && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value))
    return simplify(new Big(value.trim()));
  return undefined;
}

/** Advice if one of the values is a number in an unknown notation, such as `1.234,50`. It ends a sentence. */
export function adviseNotation(...values: readonly unknown[]): string {
  const isOther = values.some((value) => typeof value === 'string' && /\d/.test(value) && toDecimal(value) === undefined);
  return isOther ? ': write numbers in the data with a decimal point and without other marks, such as 1234.50' : '';
}

function simplify(value: Big): Decimal | undefined {
  if (value.c.length > maxDigits || Math.abs(value.e) > maxDigits) return undefined;
  if (value.e >= 0 && value.e < 15 && value.c.length <= value.e + 1) return value.toNumber();
  return value.c.length === 1 && value.c[0] === 0 ? 0 : value;
}

/** `a op b`, exact for + - *, to 34 digits for /; undefined for a division by zero or too many digits. */
export function calculate(operator: '+' | '-' | '*' | '/' | '%', a: Decimal, b: Decimal): Decimal | undefined {
  const quick = typeof a === 'number' && typeof b === 'number' ? calculateQuickly(operator, a, b) : undefined;
  if (quick !== undefined) return quick === 0 ? 0 : quick;
  const left = new Big(a);
  const right = new Big(b);
  if (operator === '+') return simplify(left.plus(right));
  if (operator === '-') return simplify(left.minus(right));
  if (operator === '*') return simplify(left.times(right));
  if (right.eq(0)) return undefined;
  if (operator === '%') return Math.abs(left.e - right.e) > maxDigits ? undefined : simplify(left.mod(right));
  return divide(left, right);
}

/** Decimals of at most 15 digits have a number each, whose shortest text they are (DBL_DIG of IEEE 754). */
const limit = 1e15;
const scale = 10_000;

/** The result of numbers with at most four decimal places, by whole numbers. Undefined: it takes more digits. */
function calculateQuickly(operator: '+' | '-' | '*' | '/' | '%', a: number, b: number): number | undefined {
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    if (b === 0 && (operator === '/' || operator === '%')) return undefined;
    const result =
      operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : operator === '/' ? a / b : a % b;
    return Number.isSafeInteger(result) ? result : undefined;
  }
  const left = Math.round(a * scale);
  const right = Math.round(b * scale);
  if (left / scale !== a || right / scale !== b || Math.abs(left) >= limit || Math.abs(right) >= limit) return undefined;
  if (operator === '*') {
    const product = left * right;
    return Math.abs(product) < limit ? product / (scale * scale) : undefined;
  }
  if (operator === '/' || operator === '%') return undefined;
  const sum = operator === '+' ? left + right : left - right;
  return Math.abs(sum) < limit ? sum / scale : undefined;
}

function divide(left: Big, right: Big): Decimal | undefined {
  if (left.eq(0)) return 0;
  // Big rounds quotients to a number of decimal places: here the number that leaves 34 significant digits (and one more, rounded away below).
  const places = divisionDigits - (left.e - right.e);
  if (places < 0 || places > maxDigits) return simplify(left.div(right));
  const precise = Big();
  precise.DP = places;
  precise.RM = Big.roundHalfUp;
  return simplify(new Big(precise(left).div(precise(right)).prec(divisionDigits, Big.roundHalfUp)));
}

/** Rounds half away from zero to `places` decimals. */
export function roundTo(value: Decimal, places: number): Decimal {
  if (typeof value === 'number' && Number.isInteger(value) && places >= 0) return value;
  const kept = Math.max(-100, Math.min(100, Math.trunc(places)));
  return simplify(new Big(value).round(kept, Big.roundHalfUp)) ?? value;
}

/** The largest whole number that is not above a value. */
export function floorOf(value: Decimal): Decimal {
  const near = roundTo(value, 0);
  return compareDecimals(near, value) > 0 ? (calculate('-', near, 1) ?? near) : near;
}

/** The value without its sign. */
export function absolute(value: Decimal): Decimal {
  return compareDecimals(value, 0) < 0 ? negate(value) : value;
}

/** The value with the other sign. */
export function negate(value: Decimal): Decimal {
  return calculate('-', 0, value) ?? value;
}

/** Plain digits with exactly `places` decimals, halves rounded away from zero. */
export function fixedText(value: Decimal, places: number): string {
  return new Big(roundTo(value, places)).toFixed(places);
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return new Big(a).cmp(new Big(b));
}

/** Plain digits, never an exponent. */
export function decimalText(value: Decimal): string {
  if (typeof value === 'number') {
    const text = String(value === 0 ? 0 : value);
    if (!text.includes('e')) return text;
  }
  return new Big(value).toFixed();
}
