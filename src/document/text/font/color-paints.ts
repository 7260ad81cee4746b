// Glyphs of COLR version 1 as drawings. HarfBuzz walks the graph of paints, within its bounds, and calls back for each step.
import type * as harfbuzzModule from 'harfbuzzjs';
import type { DrawingPart, DrawnGroup, DrawnPath } from '../../image/drawing.ts';
import type { Gradient } from '../../vector/gradient.ts';
import { type Matrix, multiply } from '../../vector/matrix.ts';
import { type Extent, extentOfPath, type Path, polygonOf, transformPath } from '../../vector/path.ts';

/** The paint of a colour glyph, in font units, y up. */
export interface PaintedGlyph {
  readonly parts: readonly DrawingPart[];
  /** `top` is the least y. */
  readonly extent: Extent;
  readonly usesTextColor: boolean;
}

/** Undefined: the font paints nothing for the glyph. `lost`: it paints in a way that drawings do not have. `large`: it takes too much. */
export type PaintGlyph = (glyph: number, color: string) => PaintedGlyph | 'lost' | 'large' | undefined;

const mostSteps = 5000;
const mostNumbers = 500_000;
const deepestGroup = 12;

/** HB_PAINT_COMPOSITE_MODE_SCREEN to HSL_LUMINOSITY as blend modes of PDF. */
const blends: Readonly<Record<number, string>> = Object.fromEntries(
  'Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Multiply Hue Saturation Color Luminosity'
    .split(' ')
    .map((name, i) => [13 + i, name]),
);

/** `outlineOf`: in font units, y up. `funcs`: of its own. */
export function openPaints(
  font: harfbuzzModule.Font,
  funcs: harfbuzzModule.PaintFuncs,
  outlineOf: (glyph: number) => Path,
): PaintGlyph {
  funcs.setPushTransformFunc((xx, yx, xy, yy, dx, dy, reader) => read(reader).pushMatrix([xx, yx, xy, yy, dx, dy]));
  funcs.setPopTransformFunc((reader) => read(reader).popMatrix());
  funcs.setPushClipGlyphFunc((glyph, _font, reader) => read(reader).pushClip(() => outlineOf(glyph)));
  funcs.setPushClipRectangleFunc((left, bottom, right, top, reader) =>
    read(reader).pushClip(
      () =>
        polygonOf([
          [left, bottom],
          [right, bottom],
          [right, top],
          [left, top],
        ]),
      true,
    ),
  );
  funcs.setPopClipFunc((reader) => read(reader).popClip());
  funcs.setColorFunc((isForeground, color, reader) => read(reader).paintColor(isForeground, color));
  funcs.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2, reader) => read(reader).paintLine(line, [x0, y0, x1, y1, x2, y2]));
  funcs.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1, reader) =>
    read(reader).paintCircles(line, [x0, y0, r0], [x1, y1, r1]),
  );
  funcs.setSweepGradientFunc((_line, _x, _y, _from, _to, reader) => read(reader).lose());
  funcs.setPushGroupFunc((reader) => read(reader).pushGroup());
  funcs.setPopGroupFunc((mode, reader) => read(reader).popGroup(mode));
  return (glyph, color) => {
    if (!font.face.glyphHasColorPaint(glyph)) return undefined;
    const reader = new PaintReader(color, font.face.upem);
    font.paintGlyphOrFail(glyph, funcs, reader, 0);
    return reader.result();
  };
}

const read = (data: unknown): PaintReader => data as PaintReader;

const nowhere: Path = { ops: '', points: [] };

interface Clip {
  readonly path: Path;
  /** The bounds that a font gives for a glyph. */
  readonly isBox: boolean;
}

type Rgba = harfbuzzModule.Color;

interface Stop {
  readonly at: number;
  readonly color: string;
  readonly opacity: number;
}

class PaintReader {
  readonly #textColor: string;
  readonly #upem: number;
  readonly #matrices: Matrix[] = [[1, 0, 0, 1, 0, 0]];
  readonly #clips: Clip[] = [];
  readonly #groups: DrawingPart[][] = [[]];
  #extent: Extent | undefined;
  #usesTextColor = false;
  #isLost = false;
  #steps = 0;
  #numbers = 0;

  constructor(textColor: string, upem: number) {
    this.#textColor = textColor;
    this.#upem = upem;
  }

  result(): PaintedGlyph | 'lost' | 'large' | undefined {
    if (this.#isTooLarge) return 'large';
    if (this.#isLost) return 'lost';
    if (!this.#extent) return undefined;
    return { parts: this.#groups[0]!, extent: this.#extent, usesTextColor: this.#usesTextColor };
  }

  get #isTooLarge(): boolean {
    return this.#steps > mostSteps || this.#numbers > mostNumbers;
  }

  lose(): void {
    this.#isLost = true;
  }

  pushMatrix(matrix: Matrix): void {
    this.#matrices.push(multiply(matrix, this.#matrix));
  }

  popMatrix(): void {
    if (this.#matrices.length > 1) this.#matrices.pop();
  }

  get #matrix(): Matrix {
    return this.#matrices.at(-1)!;
  }

  pushClip(make: () => Path, isBox = false): void {
    const path = this.#isTooLarge ? nowhere : make();
    this.#numbers += path.points.length;
    this.#clips.push({ path: transformPath(path, this.#matrix), isBox });
  }

  popClip(): void {
    this.#clips.pop();
  }

  pushGroup(): void {
    if (this.#groups.length > deepestGroup) this.lose();
    this.#groups.push([]);
  }

  paintColor(isForeground: boolean, color: Rgba): void {
    const { color: paint, opacity } = this.#stopOf({ offset: 0, isForeground, color });
    if (opacity > 0) this.#fill(paint, opacity);
  }

  /** OpenType 1.9.1, "PaintLinearGradient": the gradient runs from p0 to the line through p1 that is parallel to p0 p2. */
  paintLine(
    line: harfbuzzModule.ColorLine,
    [x0, y0, x1, y1, x2, y2]: readonly [number, number, number, number, number, number],
  ): void {
    const stops = this.#stopsOf(line);
    if (!stops) return;
    const [qx, qy] = [x2 - x0, y2 - y0];
    const length = qx * qx + qy * qy;
    const part = length === 0 ? 0 : (qx * (x1 - x0) + qy * (y1 - y0)) / length;
    const [dx, dy] = [x1 - part * qx - x0, y1 - part * qy - y0];
    const [from, span] = [stops[0]!.at, stops.at(-1)!.at - stops[0]!.at];
    const [ux, uy] = [dx * span, dy * span];
    if (span === 0 || (ux === 0 && uy === 0)) this.#fillStop(stops.at(-1)!);
    else this.#fillGradient({ kind: 'linear', matrix: [ux, uy, -uy, ux, x0 + dx * from, y0 + dy * from] }, stops);
  }

  paintCircles(
    line: harfbuzzModule.ColorLine,
    first: readonly [number, number, number],
    last: readonly [number, number, number],
  ): void {
    const stops = this.#stopsOf(line);
    if (!stops) return;
    const at = (t: number) => first.map((value, i) => value + t * (last[i]! - value)) as [number, number, number];
    const [from, to] = [stops[0]!.at, stops.at(-1)!.at];
    const [start, end] = [at(from), at(to)];
    const isShrinking = end[2] < start[2];
    // The outer circle becomes the unit circle.
    const [[ix, iy, inner], [x, y, outer]] = isShrinking ? [end, start] : [start, end];
    const ordered = isShrinking ? stops.map((stop) => ({ ...stop, at: from + to - stop.at })).reverse() : stops;
    const place = { kind: 'radial', matrix: [outer, 0, 0, outer, x, y] } as const;
    if (from === to) this.#fillStop(stops.at(-1)!);
    else if (inner < 0 || outer <= 0) this.lose();
    else this.#fillGradient({ ...place, from: [(ix - x) / outer, (iy - y) / outer, inner / outer] }, ordered);
  }

  popGroup(mode: number): void {
    const source = this.#groups.length > 1 ? this.#groups.pop()! : [];
    const below = this.#groups.at(-1)!;
    const replace = (...parts: readonly DrawingPart[]) => below.splice(0, below.length, ...parts);
    const blend = blends[mode];
    if (mode === 3) below.push(...(isPlain(source) ? source : [groupOf(source, { isIsolated: true })]));
    else if (mode === 0) replace();
    else if (mode === 1) replace(...source);
    else if (mode === 4) replace(...source, ...below);
    else if (mode === 5) replace(...masked(source, [...below]));
    else if (mode === 6) replace(...masked([...below], source));
    else if (mode === 9) below.push(...masked(source, [...below]));
    else if (blend !== undefined) below.push(groupOf(source, { blend }));
    else if (mode !== 2) this.lose();
  }

  /** Sorted. Undefined: nothing is painted. */
  #stopsOf({ extend, colorStops }: harfbuzzModule.ColorLine): readonly Stop[] | undefined {
    // Only the colours at the ends go on in a PDF.
    if (extend !== 0) this.lose();
    if (colorStops.length === 0 || this.#isLost) return undefined;
    return colorStops.map((stop) => this.#stopOf(stop)).toSorted((a, b) => a.at - b.at);
  }

  #stopOf({ offset, isForeground, color }: harfbuzzModule.ColorStop): Stop {
    this.#usesTextColor ||= isForeground;
    return { at: offset, color: isForeground ? this.#textColor : hexOf(color), opacity: color.alpha / 255 };
  }

  #fillStop({ color, opacity }: Stop): void {
    if (opacity > 0) this.#fill(color, opacity);
  }

  #fillGradient({ matrix, ...shape }: Omit<Gradient, 'stops'>, stops: readonly Stop[]): void {
    const [from, to] = [stops[0]!.at, stops.at(-1)!.at];
    const placed = { ...shape, matrix: multiply(matrix, this.#matrix) };
    const gradient = (colorOf: (stop: Stop) => string): Gradient => ({
      ...placed,
      stops: stops.map((stop) => ({ at: (stop.at - from) / (to - from), color: colorOf(stop) })),
    });
    const veil = stops.every(({ opacity }) => opacity >= 1) ? undefined : gradient(({ opacity }) => grayOf(opacity));
    this.#fill(
      gradient(({ color }) => color),
      1,
      veil,
    );
  }

  /** Fills the innermost clip within the others. `veil`: the opacity as a gradient of grays. */
  #fill(paint: string | Gradient, opacity: number, veil?: Gradient): void {
    if (++this.#steps > mostSteps) return;
    const clip = this.#clips.at(-1);
    const far = 4 * this.#upem;
    const path =
      clip?.path ??
      polygonOf([
        [-far, -far],
        [far, -far],
        [far, far],
        [-far, far],
      ]);
    const extent = extentOfPath(path);
    if (!extent) return;
    if (clip && !clip.isBox) this.#extent = this.#extent ? unionOf(this.#extent, extent) : extent;
    const shape = (by: string | Gradient, much: number): DrawnPath => ({
      ...{ kind: 'path', path, rule: 'nonzero', stroke: undefined },
      fill: { paint: by, opacity: much },
    });
    const filled: DrawingPart = veil
      ? groupOf([shape(paint, 1)], { mask: { kind: 'luminance', parts: [shape(veil, 1)] } })
      : shape(paint, opacity);
    const outer = this.#clips.slice(0, -1).filter(({ isBox }) => !isBox);
    const clips = outer.map((one) => ({ path: one.path, rule: 'nonzero' as const }));
    this.#groups.at(-1)!.push(clips.length > 0 ? groupOf([filled], { clips }) : filled);
  }
}

function groupOf(parts: readonly DrawingPart[], looks: Partial<DrawnGroup>): DrawnGroup {
  return {
    ...{ kind: 'group', matrix: undefined, clips: [], mask: undefined, opacity: 1, blend: undefined, isIsolated: false, parts },
    ...looks,
  };
}

/** Parts show where others are opaque. */
function masked(parts: readonly DrawingPart[], by: readonly DrawingPart[]): readonly DrawingPart[] {
  if (parts.length === 0 || by.length === 0) return [];
  return [groupOf(parts, { mask: { kind: 'alpha', parts: by } })];
}

const isPlain = (parts: readonly DrawingPart[]): boolean =>
  parts.every((part) => part.kind !== 'group' || part.blend === undefined);

const unionOf = (a: Extent, b: Extent): Extent => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const hexByte = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
export const hexOf = ({ red, green, blue }: Rgba): string => `#${[red, green, blue].map(hexByte).join('')}`;
const grayOf = (opacity: number): string => `#${hexByte(opacity * 255).repeat(3)}`;
