/** A text as a literal of an expression, in the quotes that it does not have itself. */
export function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${mark}${text.replaceAll(mark === '"' ? /\\/g : /['\\]/g, '\\$&')}${mark}`;
}
