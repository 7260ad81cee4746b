// Writes text outside page content: strings of dictionaries and marked content.

/** Unpaired surrogates have no UTF-8 or UTF-16 form; they become U+FFFD. */
export function replaceLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A hex string of UTF-16BE code units without byte order mark, as in a ToUnicode map. */
export function utf16Hex(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0');
  return hex;
}

/** A text string object (ISO 32000-2, 7.9.2.2): a literal where ASCII is enough, else UTF-16BE with its mark. */
export function formatTextString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return formatLiteral(text);
  return `<feff${utf16Hex(replaceLoneSurrogates(text))}>`;
}

/** A literal string of ASCII text. */
export function formatLiteral(ascii: string): string {
  return `(${ascii.replace(/[\\()]/g, '\\$&')})`;
}

/** A date in UTC (ISO 32000-2, 7.9.4). */
export function formatDate(date: Date): string {
  return `(D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`;
}

/** A name object, with everything that is not a regular character escaped (ISO 32000-2, 7.3.5). */
export function formatName(name: string): string {
  const toHex = (byte: string): string => `#${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `/${Buffer.from(name, 'utf8')
    .toString('latin1')
    .replace(/[^A-Za-z0-9_.+-]/g, toHex)}`;
}
