// Whether a number keeps the digits that it is written with.

/** Whether a decimal without sign, turned into a double and back, has the same digits. */
export function isExact(decimal: string): boolean {
  const value = Number(decimal);
  if (!Number.isFinite(value)) return false;
  const written = normalize(decimal);
  const kept = normalize(String(value));
  return written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent);
}

/** A message about a number: `the number 12345678901234567890 loses digits and becomes 12345678901234567000`. */
export function describeLoss(written: string, value: number): string {
  return `the number ${cutNumber(written)} loses digits and becomes ${value}`;
}

/** A number, cut for a message. */
export const cutNumber = (written: string): string => (written.length > 40 ? `${written.slice(0, 40)}…` : written);

/** Significant digits and the power of ten of the last. */
function normalize(decimal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  // No pattern: /0+$/ would begin anew at each zero of a long run inside the number.
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return { digits: digits.slice(0, end), exponent: Number(power) - fraction.length + (digits.length - end) };
}
