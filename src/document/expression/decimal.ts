// Decimal arithmetic. A JavaScript number means its shortest decimal text; results that such a number cannot hold are a Big.
import Big from 'big.js';

/** A number of up to 15 significant digits, or one that came so from data, is a JavaScript number; others are a Big. */
export type Decimal = number | Big;

/** Division gives this many significant digits. */
const divisionDigits = 34;
/** Results with more digits than this, or an exponent beyond it, are refused: work stays bounded. */
const maxDigits = 400;
const maxExponent = 1000;
/** Every decimal text of this many digits survives the way through a double and back (IEEE 754, binary64). */
const exactDigits = 15;

/** Amounts with up to four decimals compute as integers of this part of one. */
const scale = 10_000;
const largestScaled = 10 ** exactDigits;

export function isDecimal(value: unknown): value is Decimal {
  return (typeof value === 'number' && Number.isFinite(value)) || value instanceof Big;
}

/** A value as a decimal: numbers, and texts that are plain decimal numbers; else undefined. */
export function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Big) return value;
  if (typeof value === 'string' && value.length <= maxDigits && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value))
    return simplify(new Big(value.trim()));
  return undefined;
}

/** One form for each number: a JavaScript number wherever that is exact. */
function simplify(value: Big): Decimal | undefined {
  if (value.c.length > maxDigits || Math.abs(value.e) > maxExponent) return undefined;
  if (value.c.length <= exactDigits && Math.abs(value.e) < 300) return Number(value) || 0;
  return value;
}

export type Arithmetic = '+' | '-' | '*' | '/' | '%';

/** `a op b`, exact for + - *, to 34 digits for /; undefined for a division by zero or too many digits. */
export function calculate(operator: Arithmetic, a: Decimal, b: Decimal): Decimal | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = calculateFast(operator, a, b);
    if (result !== undefined) return result === 0 ? 0 : result;
  }
  const left = new Big(a);
  const right = new Big(b);
  if (operator === '+') return simplify(left.plus(right));
  if (operator === '-') return simplify(left.minus(right));
  if (operator === '*') return simplify(left.times(right));
  if (right.eq(0)) return undefined;
  if (Math.abs(left.e - right.e) > maxExponent) return undefined;
  return simplify(operator === '%' ? left.mod(right) : divide(left, right));
}

/** The same on doubles, where the result is known to be exact; else undefined. */
function calculateFast(operator: Arithmetic, a: number, b: number): number | undefined {
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const result = onIntegers(operator, a, b);
    return Number.isSafeInteger(result) ? result : undefined;
  }
  if (operator === '/' || operator === '%') return undefined;
  const left = toScaled(a);
  const right = toScaled(b);
  if (left === undefined || right === undefined) return undefined;
  const result = onIntegers(operator, left, right);
  if (Math.abs(result) >= largestScaled) return undefined;
  return operator === '*' ? result / (scale * scale) : result / scale;
}

function onIntegers(operator: Arithmetic, a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  // By zero: no number, so that the exact way decides. A quotient that is not whole cannot round to a whole one below 2^53.
  return operator === '/' ? a / b : a % b;
}

/** `value * scale` if that is a whole number of few enough digits that nothing was lost on the way. */
function toScaled(value: number): number | undefined {
  const scaled = Math.round(value * scale);
  return scaled / scale === value && Math.abs(scaled) < largestScaled ? scaled : undefined;
}

// Quotients are cut, not rounded, and two digits longer than needed: rounding twice would turn …49|5 into …5.
const Quotient = Big();
Quotient.RM = Big.roundDown;

function divide(left: Big, right: Big): Big {
  Quotient.DP = Math.max(0, divisionDigits + 2 - (left.e - right.e));
  return new Big(new Quotient(left).div(right)).prec(divisionDigits, Big.roundHalfUp);
}

/** Rounds half away from zero to `places` decimals; negative places round to tens, hundreds … */
export function roundTo(value: Decimal, places: number): Decimal {
  const kept = Math.max(-100, Math.min(100, Math.trunc(places)));
  if (typeof value === 'number') {
    if (kept >= 0 && Number.isInteger(value)) return value;
    const scaled = kept >= 0 && kept <= 4 ? toScaled(value) : undefined;
    if (scaled !== undefined) {
      const rounded = Math.round(Math.abs(scaled) / 10 ** (4 - kept)) / 10 ** kept;
      return scaled < 0 && rounded !== 0 ? -rounded : rounded;
    }
  }
  return simplify(new Big(value).round(kept, Big.roundHalfUp)) ?? value;
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
