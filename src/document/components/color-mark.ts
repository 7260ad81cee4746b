// The mark of a named colour that depends on data.

/** Stands in a template for a colour that depends on data. The braces make a binding of it, and the character U+0000 tells it from those of people. */
const mark = '\u0000color ';
export const marked = (name: string): string => `{{${mark}${name}}}`;

/** The name and tint of a mark. Undefined: the text is none. */
export function readMark(text: string): { readonly name: string; readonly share: string } | undefined {
  if (!text.startsWith(`{{${mark}`)) return undefined;
  const end = text.indexOf('}}');
  return { name: text.slice(mark.length + 2, end), share: text.slice(end + 2) };
}
