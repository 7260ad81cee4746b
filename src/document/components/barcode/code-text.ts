// Writes the text of a code: its value below the bars, or its digits between guard bars.
import type { CodeDigits } from '../../barcode/modules.ts';
import { checkLines } from '../../layout/check-lines.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { tooWide } from '../shared/too-wide.ts';
import type { PlacedLine } from './draw-code.ts';

export interface CodePlace {
  /** The name of the component, for messages. */
  readonly name: string;
  readonly context: CompileContext;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
}

/** The value below bars, in the middle of their width. */
export function writeValue(value: string, width: number, { name, context, scope, session }: CodePlace): readonly PlacedLine[] {
  const { engine, styles } = context.template;
  const { style, options } = styles.vary(context.style.resolve(scope), { align: 'center', lineHeight: 1.2 });
  const lines = engine.prepare([{ text: value, style, link: undefined }], options.ltr).wrap(width);
  const over = lines.find((line) => line.tooWide !== undefined);
  if (over) session.warn('text-too-wide', name, scope.place, tooWide(over.tooWide!, over.width, width, 'Make the barcode wider'));
  checkLines(lines, name, scope, session);
  return lines.map((line) => ({ line, left: 0 }));
}

/** Digits take at most this share of their room, so that they do not touch. */
const digitShare = 0.95;

/** The digits between guard bars, in the size of the text, unless they would not fit. `module`, `quiet`: widths in pt of a module and the left quiet zone. */
export function writeDigits(
  digits: readonly CodeDigits[],
  { module, quiet }: { readonly module: number; readonly quiet: number },
  { name, context, scope, session }: CodePlace,
): readonly PlacedLine[] {
  const { style, options } = context.style.resolve(scope);
  const write = (text: string, size: number, letterSpacing: number) =>
    context.template.engine
      .prepare([{ text, style: { ...style, size, letterSpacing }, link: undefined }], {
        ...options.ltr,
        align: 'left',
        lineHeight: 1,
      })
      .wrap(Number.POSITIVE_INFINITY)[0]!;
  const fitting = digits.map(({ text, from, to }) => ((to - from) * module * digitShare) / write(text, 1, 0).width);
  const fontSize = Math.min(style.size, ...fitting);
  return digits.map(({ text, from, to }) => {
    const spare = ((to - from) * module - write(text, fontSize, 0).width) / text.length;
    const line = write(text, fontSize, spare);
    checkLines([line], name, scope, session);
    return { line, left: quiet + from * module + spare / 2 };
  });
}
