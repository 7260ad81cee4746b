// Tells whether a number in JSON text keeps all its digits when it becomes a double.

/** Whether a decimal without a sign keeps its digits when it becomes a double. */
export function isExact(decimal: string): boolean {
  const value = Number(decimal);
  if (!Number.isFinite(value)) return false;
  const written = normalize(decimal);
  const kept = normalize(String(value));
  return written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent);
}

/** A message: `the number 12345678901234567890 loses digits and becomes 12345678901234567000`. */
export function describeLoss(written: string, value: number): string {
  return `the number ${cutNumber(written)} loses digits and becomes ${value}`;
}

/** The digits of a number, shortened for a message. */
export const cutNumber = (written: string): string => (written.length > 40 ? `${written.slice(0, 40)}…` : written);

/** The significant digits, and the power of ten of the last digit. */
function normalize(decimal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // A loop, because the pattern /0+$/ would start again at each zero of a long run inside the number.
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return { digits: digits.slice(0, end), exponent: Number(power) - fraction.length + (digits.length - end) };
}
