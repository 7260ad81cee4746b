// Drawings of vectors as forms: each is written once, over the unit square, and laid onto pages as a picture is.
import {
  type Drawing,
  type DrawingPart,
  type DrawnGroup,
  type DrawnPath,
  type Fill,
  isTransparent,
  type Tiling,
} from '../image/drawing.ts';
import type { StoredImage } from '../image/stored-image.ts';
import { multiply } from '../vector/matrix.ts';
import { Canvas } from './canvas.ts';
import { type ColorOperators, colorOperators } from './color.ts';
import { deflate } from './deflate.ts';
import { type FormBox, type Forms, formatOpacity } from './forms.ts';
import type { Gradients } from './gradients.ts';
import { formatFactor, formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';

export interface DrawingPorts {
  readonly sink: PdfSink;
  /** The object with the resources of all pages and forms. */
  readonly resources: number;
  readonly forms: Forms;
  readonly gradients: Gradients;
  /** The resource name of a picture in a drawing. */
  usePicture(image: StoredImage): string;
}

/** Writes a drawing as a form over the unit square, and returns its object. */
export function writeDrawing(drawing: Drawing, ports: DrawingPorts): number {
  const { width, height, parts } = drawing;
  const canvas = Canvas.ofForm(height);
  paintParts(parts, canvas, { ...ports, box: [0, 0, width, height] });
  const id = ports.sink.reserve();
  const matrix = [1 / width, 0, 0, 1 / height, 0, 0].map(formatSmall).join(' ');
  const group = isTransparent(parts) ? '/Group<</S/Transparency/I true/CS/DeviceRGB>>' : '';
  ports.sink.writeStream(
    id,
    `/Type/XObject/Subtype/Form/BBox[0 0 ${formatLength(width)} ${formatLength(height)}]/Matrix[${matrix}]${group}/Resources ${ports.resources} 0 R/Filter/FlateDecode`,
    deflate(Buffer.from(canvas.finish(), 'latin1')),
  );
  return id;
}

type Target = DrawingPorts & { readonly box: FormBox };

/** Coordinates under a matrix of their own may lie anywhere. */
const anywhere: FormBox = [-32_000, -32_000, 32_000, 32_000];

function paintParts(parts: readonly DrawingPart[], canvas: Canvas, target: Target): void {
  for (const part of parts) {
    if (part.kind === 'path') paintPath(part, canvas, target);
    else if (part.kind === 'group') paintGroup(part, canvas, target);
    else {
      const { image, matrix } = part;
      canvas.transformed(matrix, () => canvas.image(target.usePicture(image), 0, 0, 1, 1, image.orientation ?? 1));
    }
  }
}

function paintGroup(group: DrawnGroup, canvas: Canvas, target: Target): void {
  const { matrix, clips, mask, opacity, blend, isIsolated, parts } = group;
  const inside: Target = matrix ? { ...target, box: anywhere } : target;
  const paintInside = (on: Canvas): void => {
    if (opacity >= 1 && !mask && !blend && !isIsolated) {
      paintParts(parts, on, inside);
      return;
    }
    const look = {
      opacity,
      blend,
      mask: mask && { kind: mask.kind, paint: (form: Canvas) => paintParts(mask.parts, form, inside) },
    };
    target.forms.paint(on, inside.box, look, (form) => paintParts(parts, form, inside));
  };
  const paintClipped = (at: number): void => {
    const clip = clips[at];
    if (!clip) paintInside(canvas);
    else canvas.clippedTo(clip.path, clip.rule, () => paintClipped(at + 1));
  };
  if (matrix) canvas.transformed(matrix, () => paintClipped(0));
  else paintClipped(0);
}

function paintPath({ path, rule, fill, stroke }: DrawnPath, canvas: Canvas, target: Target): void {
  if ((fill?.opacity ?? 1) >= 1 && (stroke?.opacity ?? 1) >= 1) {
    const pen = stroke && { ...stroke, color: operatorsOf(stroke, canvas, target) };
    canvas.path(0, 0, path, fill && operatorsOf(fill, canvas, target), rule, pen);
    return;
  }
  // A line shows the area below it, which one operator for both would leave out.
  if (fill) fade(fill, canvas, target, (on) => on.path(0, 0, path, operatorsOf(fill, on, target), rule, undefined));
  if (stroke)
    fade(stroke, canvas, target, (on) =>
      on.path(0, 0, path, undefined, rule, { ...stroke, color: operatorsOf(stroke, on, target) }),
    );
}

/** Paints with an opacity. Viewers forget it for tiles, so these are painted as a form. */
function fade({ paint, opacity }: Fill, canvas: Canvas, target: Target, draw: (on: Canvas) => void): void {
  if (opacity >= 1) draw(canvas);
  else if (typeof paint === 'object' && paint.kind === 'tiling') target.forms.paint(canvas, target.box, { opacity }, draw);
  else canvas.inState(target.forms.state(formatOpacity(opacity, opacity)), () => draw(canvas));
}

function operatorsOf({ paint }: Fill, canvas: Canvas, target: Target): ColorOperators {
  if (typeof paint === 'string') return colorOperators(paint);
  if (paint.kind !== 'tiling') return target.gradients.operators(paint, canvas.matrixAt(0, 0));
  return target.gradients.patternOperators(writeTiling(paint, canvas, target));
}

/** ISO 32000-2, 8.7.3: the tile as an object. */
function writeTiling({ width, height, parts, matrix }: Tiling, canvas: Canvas, target: Target): number {
  const tile = Canvas.ofForm(height);
  paintParts(parts, tile, { ...target, box: [0, 0, width, height] });
  // In the content of the tile, y is 0 at the bottom and grows upwards.
  const place = multiply([1, 0, 0, -1, 0, height], multiply(matrix, canvas.matrixAt(0, 0)));
  const id = target.sink.reserve();
  const [wide, high] = [formatLength(width), formatLength(height)];
  target.sink.writeStream(
    id,
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${wide} ${high}]/XStep ${wide}/YStep ${high}/Matrix[${place.map(formatSmall).join(' ')}]/Resources ${target.resources} 0 R/Filter/FlateDecode`,
    deflate(Buffer.from(tile.finish(), 'latin1')),
  );
  return id;
}

/** A factor that may be far below 1, with nine decimals. */
const formatSmall = (value: number): string =>
  Math.abs(value) < 1 ? value.toFixed(9).replace(/\.?0+$/, '') || '0' : formatFactor(value);
