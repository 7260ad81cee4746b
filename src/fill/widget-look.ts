// How a widget looks without its value: its size, turn, background and border (ISO 32000-2, 12.5.6.19 and 12.5.4).
import type { Canvas } from '../document/paint/canvas.ts';
import type { ColorOperators } from '../document/paint/color.ts';
import type { Matrix } from '../document/vector/matrix.ts';
import { ellipseIn, type Path } from '../document/vector/path.ts';
import { type ButtonSign, borderStyles, buttonSigns } from '../pdf-file/acro-form/field-table.ts';
import type { Widget } from '../pdf-file/acro-form/read-fields.ts';
import type { Dict } from '../pdf-file/objects.ts';
import { readBox } from '../pdf-file/pages.ts';

type BorderStyle = keyof typeof borderStyles;

export interface WidgetLook {
  /** In pt, in the direction of its text. */
  readonly width: number;
  readonly height: number;
  /** From the space of the appearance to the widget. */
  readonly matrix: Matrix;
  readonly background: ColorOperators | undefined;
  readonly border: ColorOperators | undefined;
  /** 0 without a border. */
  readonly borderWidth: number;
  readonly style: BorderStyle;
  readonly dash: readonly number[];
  /** The caption of a push button; the sign of another button. */
  readonly caption: string | undefined;
}

/** Undefined: the widget covers no area. */
export function readLook({ dict }: Pick<Widget, 'dict'>): WidgetLook | undefined {
  const rect = readBox(dict, dict.get('Rect'));
  if (!rect) return undefined;
  const [w, h] = [rect[2] - rect[0], rect[3] - rect[1]];
  if (!(w > 0.5 && h > 0.5 && w < 1e5 && h < 1e5)) return undefined;
  const traits = dict.dict('MK');
  const turn = ((((traits?.number('R') ?? 0) % 360) + 360) % 360) as number;
  const matrices: Readonly<Record<number, Matrix>> = {
    90: [0, 1, -1, 0, w, 0],
    180: [-1, 0, 0, -1, w, h],
    270: [0, -1, 1, 0, 0, h],
  };
  const [width, height] = turn === 90 || turn === 270 ? [h, w] : [w, h];
  const border = readColor(traits, 'BC');
  const own = dict.dict('BS');
  const old = dict.list('Border');
  const styleName = own?.name('S');
  const styles = Object.entries(borderStyles) as [BorderStyle, string][];
  const oldWidth = typeof old[2] === 'number' ? old[2] : 1;
  const dash = own?.list('D') ?? (Array.isArray(old[3]) ? old[3] : []);
  return {
    width,
    height,
    matrix: matrices[turn] ?? [1, 0, 0, 1, 0, 0],
    background: readColor(traits, 'BG'),
    border,
    borderWidth: border ? Math.max(0, Math.min(own?.number('W') ?? oldWidth, width / 3, height / 3)) : 0,
    style: styles.find(([, name]) => name === styleName)?.[0] ?? 'solid',
    dash: dash.flatMap((one) => (typeof one === 'number' && one >= 0 ? [one] : [])),
    caption: traits?.text('CA'),
  };
}

/** A color of 1, 3 or 4 numbers (ISO 32000-2, 12.5.6.19). Undefined: transparent. */
function readColor(traits: Dict | undefined, name: string): ColorOperators | undefined {
  const parts = (traits?.list(name) ?? []).filter((one): one is number => typeof one === 'number');
  const operators = { 1: ['g', 'G'], 3: ['rg', 'RG'], 4: ['k', 'K'] }[parts.length];
  if (!operators) return undefined;
  const numbers = parts.map(formatPart).join(' ');
  return { fill: `${numbers} ${operators[0]}\n`, stroke: `${numbers} ${operators[1]}\n` };
}

/** A part of a colour, from 0 to 1. */
export const formatPart = (part: number): string => String(Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000);

/** Beveled and inset borders are twice as wide. */
export const frameOf = ({ borderWidth, style }: WidgetLook): number =>
  style === 'beveled' || style === 'inset' ? borderWidth * 2 : borderWidth;

export function paintFrame(look: WidgetLook, isRound: boolean, canvas: Canvas): void {
  const { width, height, background, border, borderWidth, style } = look;
  const area = { x: 0, y: 0, width, height };
  const inner = (by: number) => ({ x: by, y: by, width: width - by * 2, height: height - by * 2 });
  const pen = border && {
    width: borderWidth,
    color: border,
    dash: style === 'dashed' ? (look.dash.length > 0 ? look.dash : [3]) : [],
  };
  if (isRound) {
    const size = Math.min(width, height) - borderWidth;
    canvas.path(
      width / 2,
      height / 2,
      ellipseIn({ x: -size / 2, y: -size / 2, width: size, height: size }),
      background,
      'nonzero',
      pen,
    );
    return;
  }
  if (background) canvas.rect(area, 0, background, undefined);
  if (!pen || borderWidth === 0) return;
  if (style === 'underline') {
    canvas.path(0, height - borderWidth / 2, line(width), undefined, 'nonzero', pen);
    return;
  }
  if (style === 'beveled' || style === 'inset') {
    const [light, dark] = style === 'beveled' ? ['1 g\n', '.5 g\n'] : ['.5 g\n', '.75 g\n'];
    const b = borderWidth;
    const [w, h] = [width - b, height - b];
    const edge = (points: readonly number[], fill: string) =>
      canvas.path(0, 0, polygon(points), { fill, stroke: '' }, 'nonzero', undefined);
    edge([b, h, b, b, w, b, w - b, b * 2, b * 2, b * 2, b * 2, h - b], light!);
    edge([w, b, w, h, b, h, b * 2, h - b, w - b, h - b, w - b, b * 2], dark!);
  }
  canvas.rect(inner(borderWidth / 2), 0, undefined, pen);
}

/** The sign of a button that is on. `color`: its fill. */
export function paintSign(look: WidgetLook, standard: ButtonSign, fill: ColorOperators, canvas: Canvas): void {
  const signs = Object.entries(buttonSigns) as [ButtonSign, string][];
  const sign = signs.find(([, code]) => code === look.caption)?.[0] ?? standard;
  const size = Math.min(look.width, look.height) - frameOf(look) * 2;
  const scale = (size * (sign === 'circle' ? 0.5 : 0.7)) / 2;
  const { ops, points } = signPaths[sign];
  const path = { ops, points: points.map((one) => one * scale) };
  canvas.path(look.width / 2, look.height / 2, path, fill, 'nonzero', undefined);
}

const line = (width: number): Path => ({ ops: 'ML', points: [0, 0, width, 0] });

const polygon = (points: readonly number[]): Path => ({
  ops: `M${'L'.repeat(points.length / 2 - 1)}Z`,
  points,
});

const star = Array.from({ length: 10 }, (_, i) => {
  const [angle, radius] = [(Math.PI * i) / 5, i % 2 === 0 ? 1 : 0.4];
  return [Math.sin(angle) * radius, -Math.cos(angle) * radius];
}).flat();

/** In a square from -1 to 1, y down. */
const signPaths: Readonly<Record<ButtonSign, Path>> = {
  check: polygon([-1, 0.1, -0.7, -0.2, -0.3, 0.35, 0.75, -0.95, 1, -0.75, -0.25, 0.95]),
  circle: ellipseIn({ x: -1, y: -1, width: 2, height: 2 }),
  cross: polygon([-1, -0.7, -0.7, -1, 0, -0.3, 0.7, -1, 1, -0.7, 0.3, 0, 1, 0.7, 0.7, 1, 0, 0.3, -0.7, 1, -1, 0.7, -0.3, 0]),
  diamond: polygon([0, -1, 1, 0, 0, 1, -1, 0]),
  square: polygon([-0.8, -0.8, 0.8, -0.8, 0.8, 0.8, -0.8, 0.8]),
  star: polygon(star),
};
