// Writes values of the data for messages: short, on one line, without control characters.

const longest = 60;

/** A value for a message: scalars as JSON, cut at 60 characters, and a few words for objects and arrays. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  if (typeof value === 'string') return showText(value);
  return String(value);
}

/** A string for a message: quoted, cut, with control and direction characters escaped. */
export function showText(text: string): string {
  const cut = text.length > longest ? text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '') : text;
  const shown = JSON.stringify(cut).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return cut === text ? shown : `${shown.slice(0, -1)}…"`;
}

/** `"a", "b" or "c"`, at most ten. */
export function showChoice(values: readonly unknown[], last = 'or'): string {
  const shown = values.slice(0, 10).map(showValue);
  if (values.length > 10) return `${shown.join(', ')} … (${values.length} in all)`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
