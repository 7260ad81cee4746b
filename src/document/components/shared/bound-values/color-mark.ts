// The mark of a named colour that depends on data.
import { listNames } from '../../../../words/nearest.ts';

/** Replaces a colour that depends on data. The braces make it a binding, and U+0000 distinguishes it from bindings that people write. */
const mark = '\u0000color ';

/** A named colour that depends on data, or a tint of it. */
interface MarkedColor {
  readonly name: string;
  readonly percent: number;
}

export const marked = ({ name, percent }: MarkedColor): string => `{{${mark}${name}}}/${percent}`;

/** The colour of a mark. Undefined: the text is no mark. */
export function readMark(text: string): MarkedColor | undefined {
  if (!text.startsWith(`{{${mark}`)) return undefined;
  const end = text.indexOf('}}/');
  return { name: text.slice(mark.length + 2, end), percent: Number(text.slice(end + 3)) };
}

/** Whether a text that somebody wrote could be taken for a mark. */
export const resemblesMark = (text: string): boolean => text.includes('\u0000');

/** `The colours "a", "b" name each other in a circle` */
export const describeCircle = (names: readonly string[]): string =>
  names.length === 1
    ? `The colour "${names[0]}" names itself`
    : `The colours ${listNames(names.map((one) => `"${one}"`))} name each other in a circle`;
