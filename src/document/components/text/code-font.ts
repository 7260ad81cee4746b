// The font of code, in marks and in texts with "format": "code".
import type { CompileContext } from '../component.ts';
import { codeStyle } from './inline-marks.ts';

/** Warns of code that has the font of the text around it, because the standard font for it would not be in the file. */
export function tellCodeFont({ template }: CompileContext, pointer: string): void {
  if (!template.embedsFonts || Object.hasOwn(template.styles.styles, codeStyle)) return;
  const message = `The code has the font of its text, because "courier" is not embedded and the standard of the document asks for embedded fonts. Write a style "${codeStyle}" whose "font" is a font file with letters of one width.`;
  template.report('warning', 'code-font', pointer, message);
}
