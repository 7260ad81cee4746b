// Writes numbers of PDF content. Positions are whole hundredths of a point, so that relative moves add up exactly.

const fractions: readonly string[] = Array.from({ length: 100 }, (_, n) => {
  if (n === 0) return '';
  return `.${String(n).padStart(2, '0').replace(/0$/, '')}`;
});

/** No page reaches further. The limit also keeps the integer arithmetic below exact. */
const limit = 1_000_000_000;

/** PDF 1.4, annex C: the largest real number, in hundredths. Beyond it, where no page reaches, numbers are integers. */
const largestReal = 3_276_700;

/** A length in pt as whole hundredths; not-a-number becomes 0. */
export function toHundredths(value: number): number {
  const hundredths = Math.round(value * 100);
  if (hundredths > limit) return limit;
  if (hundredths < -limit) return -limit;
  return hundredths | 0;
}

/** The part of a far move that is whole points, in hundredths: what is left of the move is small enough to have decimals. */
export function wholeOfFar(hundredths: number): number {
  return Math.abs(hundredths) > largestReal ? Math.trunc(hundredths / 100) * 100 : 0;
}

/** `1250` → `12.5` */
export function formatHundredths(hundredths: number): string {
  if (hundredths > largestReal || hundredths < -largestReal) return String(Math.round(hundredths / 100));
  if (hundredths < 0) {
    const positive = -hundredths;
    const whole = (positive / 100) | 0;
    return `-${whole}${fractions[positive - whole * 100]}`;
  }
  const whole = (hundredths / 100) | 0;
  return `${whole}${fractions[hundredths - whole * 100]}`;
}

/** A length with at most two decimals. */
export function formatLength(value: number): string {
  return formatHundredths(toHundredths(value));
}

/** A factor of a matrix, with at most six decimals, never in exponential form. */
export function formatFactor(value: number): string {
  if (!Number.isFinite(value)) return '0';
  if (Math.abs(value) * 100 > largestReal) return String(Math.round(Math.max(-limit, Math.min(limit, value))));
  const rounded = Math.round(value * 1e6) / 1e6;
  return Math.abs(rounded) < 1e-6 ? '0' : rounded.toFixed(6).replace(/\.?0+$/, '');
}
