// Draws the appearance of a widget for a value (ISO 32000-2, 12.7.4.3).
import { Canvas } from '../document/paint/canvas.ts';
import { formatFactor, formatLength } from '../document/paint/number.ts';
import { alignments, hasFieldFlag } from '../pdf-file/acro-form/field-table.ts';
import type { FormField, Widget } from '../pdf-file/acro-form/read-fields.ts';
import type { Dict } from '../pdf-file/objects.ts';
import { type ListRows, paintRows } from './draw-list.ts';
import { type FormFonts, readDefaultLook } from './form-fonts.ts';
import { type Area, type FieldText, paintValue, type TextSetter } from './form-text.ts';
import { frameOf, paintFrame, paintSign, readLook, type WidgetLook } from './widget-look.ts';

export interface DrawnWidget {
  /** The entries of the stream's dictionary, without its resources. */
  readonly entries: string;
  readonly content: string;
  /** The text is longer than its place. */
  readonly isCut: boolean;
}

export interface DrawTools {
  readonly fonts: FormFonts;
  readonly setter: TextSetter;
}

export interface ShownValue {
  readonly text: string;
  readonly list?: ListRows;
}

/** The appearance of a text field, a choice or a push button. Undefined: the widget covers no area. Raises CharactersMissing. */
export async function drawText(
  field: FormField,
  widget: Widget,
  value: ShownValue,
  { fonts, setter }: DrawTools,
): Promise<DrawnWidget | undefined> {
  const look = readLook(widget);
  if (!look) return undefined;
  const own = readDefaultLook(widget.inherited);
  const quadding = widget.inherited.get('Q');
  const allText = value.list ? value.list.rows.map((row) => row.text).join('\n') : value.text;
  const align = field.kind === 'button' ? 'center' : (alignments[typeof quadding === 'number' ? quadding : 0] ?? 'left');
  const faces = await fonts.choose(own.font, allText, fontsOf(widget));
  const text: FieldText = { text: value.text, faces, size: own.size, color: own.color, align };
  const clip = inset(look, frameOf(look));
  const frame = Canvas.ofForm(look.height);
  paintFrame(look, false, frame);
  let isCut = false;
  const content = paintValue(frame, look.height, clip, (canvas) => {
    if (value.list) paintRows(text, value.list, clip, widget.dict.dict('AP')?.stream('N'), setter, canvas);
    else if (value.text !== '') isCut = !paintField(field, text, look, clip, setter, canvas);
  });
  return { entries: formEntries(look), content, isCut };
}

function paintField(
  { kind, flags, maxLength }: FormField,
  text: FieldText,
  look: WidgetLook,
  clip: Area,
  setter: TextSetter,
  canvas: Canvas,
): boolean {
  const isMultiline = kind === 'text' && hasFieldFlag(flags, 'multiline');
  const isComb = kind === 'text' && hasFieldFlag(flags, 'comb') && maxLength !== undefined && !isMultiline;
  if (isComb) {
    setter.paintComb(text, maxLength, { ...clip, x: 0, width: look.width }, canvas);
    return true;
  }
  const padding = Math.max(2 - frameOf(look), frameOf(look));
  const room = { ...clip, x: clip.x + padding, width: Math.max(1, clip.width - padding * 2) };
  if (!isMultiline)
    return setter.paintLine(
      text,
      text.size === 0 ? { ...room, y: room.y + 1, height: Math.max(1, room.height - 2) } : room,
      canvas,
    );
  return setter.paintLines(text, { ...room, y: clip.y + padding, height: Math.max(1, clip.height - padding * 2) }, canvas);
}

/** The appearances of a check box or radio button. Undefined: the widget covers no area. */
export function drawButton(
  field: FormField,
  widget: Widget,
): { readonly entries: string; readonly on: string; readonly off: string } | undefined {
  const look = readLook(widget);
  if (!look) return undefined;
  const isRadio = field.kind === 'radio';
  const { color } = readDefaultLook(widget.inherited);
  const draw = (isOn: boolean): string => {
    const canvas = Canvas.ofForm(look.height);
    paintFrame(look, isRadio && (look.caption ?? 'l') === 'l', canvas);
    const fill = { fill: `${color}\n`, stroke: '' };
    if (isOn) paintSign(look, isRadio ? 'circle' : 'check', fill, canvas);
    return canvas.finish();
  };
  return { entries: formEntries(look), on: draw(true), off: draw(false) };
}

function formEntries({ width, height, matrix }: WidgetLook): string {
  const isTurned = matrix.some((one, i) => one !== [1, 0, 0, 1, 0, 0][i]);
  const turn = isTurned ? `/Matrix[${matrix.map(formatFactor).join(' ')}]` : '';
  return `/Type/XObject/Subtype/Form/BBox[0 0 ${formatLength(width)} ${formatLength(height)}]${turn}`;
}

const inset = ({ width, height }: WidgetLook, by: number): Area => ({
  x: by,
  y: by,
  width: Math.max(1, width - by * 2),
  height: Math.max(1, height - by * 2),
});

/** The fonts of the appearance that the widget has. */
function fontsOf({ dict }: Widget): readonly Dict[] {
  const fonts = dict.dict('AP')?.dict('N')?.dict('Resources')?.dict('Font');
  return fonts ? [fonts] : [];
}
