// Fields in which text stands: how it is set, and what does not fit.
import { type FieldFlagName, fieldTypes } from '../../../pdf-file/acro-form/field-table.ts';
import { counted } from '../../../words/counts.ts';
import { quoteText } from '../../../words/show-json.ts';
import { checkedLocale, isRightToLeft } from '../../expression/filters/intl.ts';
import { checkFace, checkLines } from '../../layout/check-lines.ts';
import type { FieldForm, FieldOption, FieldTyping } from '../../layout/fragment.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { ResolvedText } from '../../template/styles.ts';
import type { CompileContext } from '../component.ts';
import { warnOfMissing } from '../shared/missing-glyphs.ts';
import { sideIn } from '../shared/placed-align.ts';
import { type Area, drawComb, drawLine, drawLines, drawList, FieldWriter, inset } from './field-look.ts';
import { isLanguage, typingCharacters } from './typing-characters.ts';

/** What the fields of all kinds need to be filled. */
export interface Place {
  /** The name of the component, for messages. */
  readonly name: string;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
  /** In pt. Height undefined: as high as the text. */
  readonly width: number;
  readonly height: number | undefined;
  /** Warns of a value that does not fit. */
  doubt(message: string): void;
}

/** A field for some data. */
export interface Filled {
  readonly form: FieldForm;
  readonly height: number;
  /** How a date is written. */
  readonly hint?: string;
}

/** What a field for text has besides its value. */
interface TextKind {
  /** Of lines. */
  readonly count: number;
  readonly flags: readonly FieldFlagName[];
  readonly max?: number | undefined;
  readonly comb?: boolean;
}

/** A text on one line. Line breaks are those of UAX #14. */
export const joinLines = (text: string): string => text.replace(/\s*[\r\n\v\f\x85\u2028\u2029]+\s*/g, ' ');

/** A field with a text. */
export function writeText(
  text: string,
  place: Place,
  context: CompileContext,
  { count, flags, max, comb = false }: TextKind,
): Filled {
  const { writer, area, typing } = startWriting(place, context, count);
  const { align } = typing;
  const line = count > 1 || comb ? undefined : writer.line(text);
  let look: FieldForm['look'] = [];
  if (comb && max !== undefined) look = drawComb(text, max, area, writer);
  else if (line) look = drawLine(line, area, align, writer);
  else if (count > 1) look = drawLines(writer.wrap(text, area.width - 2 * inset, align));
  if (line) warnOfWidth(text, line.width, area, place);
  else if (count > 1) warnOfHeight(writer, area, place);
  endWriting(writer, typing, place);
  const form: FieldForm = { type: fieldTypes.text, flags, value: text || undefined, maxLength: max, typing, look };
  return { form, height: area.height };
}

/** A list, or a list that opens. */
export function writeChoice(
  options: readonly FieldOption[],
  chosen: FieldOption | undefined,
  place: Place,
  context: CompileContext,
  { count, flags }: TextKind,
): Filled {
  const { writer, area, typing } = startWriting(place, context, count);
  const line = count === 1 && chosen ? writer.line(chosen.label) : undefined;
  const index = chosen ? options.indexOf(chosen) : -1;
  const first = Math.max(0, index - count + 1);
  let look: FieldForm['look'] = [];
  if (line) look = drawLine(line, area, typing.align, writer);
  else if (count > 1)
    look = drawList(
      options.map(({ label }) => label),
      { first, chosen: index },
      area,
      writer,
    );
  const widest = line ? [line] : writer.lines;
  for (const { width } of widest) warnOfWidth(chosen?.label ?? 'An option', width, area, place);
  endWriting(writer, typing, place);
  const form: FieldForm = {
    type: fieldTypes.choice,
    flags,
    value: chosen?.value,
    options,
    firstOption: count > 1 && first > 0 ? first : undefined,
    typing,
    look,
  };
  return { form, height: area.height };
}

/** `count`: of lines. */
function startWriting({ scope, session, width, height }: Place, context: CompileContext, count: number) {
  const look = context.style.resolve(scope);
  const { style, properties } = look;
  const writer = new FieldWriter(context.template, look, session.checkTime);
  const area: Area = { width, height: height ?? count * writer.emptyLine.height + 2 * inset };
  const face = style.faces[0]!;
  const lang = languageOf(look, scope);
  const { align } = properties;
  // People type in the language of the field.
  const dir = scope.textDir !== 'auto' ? scope.textDir : isRightToLeft(lang) ? 'rtl' : scope.dir;
  const typing: FieldTyping = {
    face,
    font: face.typingFont?.(typingCharacters(lang)),
    size: style.size,
    color: style.color,
    align: align === 'decimal' ? 'right' : sideIn(align === 'justify' ? 'start' : align, { dir }),
  };
  return { writer, area, typing };
}

function endWriting({ missing, lines }: FieldWriter, { face }: FieldTyping, { name, scope, session }: Place): void {
  warnOfMissing([...missing], name, scope, session);
  checkLines(lines, name, scope, session);
  checkFace(face, name, scope, session);
}

function warnOfWidth(text: string, needed: number, { width }: Area, { name, scope, session }: Place): void {
  const room = width - 2 * inset;
  if (needed <= room + 0.1) return;
  const message = `${quoteText(text)} needs ${Math.ceil(needed)} pt, but its field has ${Math.floor(room)} pt and shows a part of it. Make the field wider, or give it "lines".`;
  session.warn('text-too-wide', name, scope.place, message);
}

function warnOfHeight({ lines }: FieldWriter, { height }: Area, { name, scope, session }: Place): void {
  const needed = lines.reduce((sum, line) => sum + line.height, 0);
  if (needed <= height - 2 * inset + 0.1) return;
  const message = `The value has ${counted(lines.length, 'line')}, and its field shows a part of them. Give it more "lines", or a larger "height".`;
  session.warn('text-cut', name, scope.place, message);
}

/** BCP 47. Without a language, that of the locale. */
export function languageOf({ style }: ResolvedText, { format }: BoundScope): string {
  return style.lang !== undefined && isLanguage(style.lang) ? style.lang : checkedLocale(format.locale);
}
