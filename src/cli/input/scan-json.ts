// One quick pass over JSON text for what JSON.parse does not tell: depth, the number of member names, numbers of many digits.

export interface JsonScan {
  /** Offset of the bracket that opens one level too many. */
  readonly tooDeepAt: number | undefined;
  /** Names in the text; more than members in the value means that a name stands twice. */
  readonly names: number;
  /** Numbers that a double cannot hold as written, the first hundred. */
  readonly inexact: readonly { readonly offset: number; readonly text: string }[];
}

const quote = 0x22;
const backslash = 0x5c;

/** Expects valid JSON, but ends for any text; stops at the first bracket past `maxDepth`. */
export function scanJson(text: string, maxDepth: number): JsonScan {
  let depth = 0;
  let names = 0;
  const inexact: { offset: number; text: string }[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i);
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return { tooDeepAt: i, names, inexact };
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x3a) names++;
    else if (code >= 0x30 && code <= 0x39) {
      const start = i;
      while (isNumeric(text.charCodeAt(i + 1))) i++;
      // Up to 15 digits always fit a double; a short number can only fail by its exponent.
      if (i - start < 3) continue;
      const number = text.slice(start, i + 1);
      if ((number.length > 15 || /e/i.test(number)) && inexact.length < 100 && !isExact(number))
        inexact.push({ offset: start, text: number });
    }
  }
  return { tooDeepAt: undefined, names, inexact };
}

/** The offset of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
}

const isNumeric = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;

/** Whether a decimal without sign comes back from a double with the digits it was written with. */
export function isExact(decimal: string): boolean {
  const value = Number(decimal);
  if (!Number.isFinite(value)) return false;
  const written = normalize(decimal);
  const kept = normalize(String(value));
  return written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent);
}

/** Significant digits and the power of ten of the last. */
function normalize(decimal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  return { digits: trimmed, exponent: Number(power) - fraction.length + (digits.length - trimmed.length) };
}
