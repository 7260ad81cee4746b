// The icons of annotations, as paths on a square of 24 units.
import type { AnnotationItem, PathItem, Stroke } from '../../layout/fragment.ts';
import { ellipseIn, type Path, PathBuilder, polygonOf, transformPath } from '../../vector/path.ts';
import { textOn } from '../chart/chart-colors.ts';
import type { icons } from './annotation-properties.ts';

type Icon = (typeof icons)[number];

/** As ISO 32000-2, table 175 calls them. */
export const iconNames: Readonly<Record<Icon, AnnotationItem['icon']>> = { comment: 'Comment', note: 'Note', help: 'Help' };

/** The edge of an icon, which is seen on white and on light colours (WCAG 2.2, 1.4.11). */
const edge = '#374151';

/** An area in the colour of the icon, lines on it, and filled dots. */
interface Shape {
  readonly area: Path;
  readonly lines: Path;
  readonly dots?: Path;
}

const shapes: Readonly<Record<Icon, Shape>> = {
  comment: {
    area: new PathBuilder()
      .moveTo(4.5, 3)
      .lineTo(19.5, 3)
      .curveTo(21.5, 3, 22.5, 4, 22.5, 6)
      .lineTo(22.5, 14)
      .curveTo(22.5, 16, 21.5, 17, 19.5, 17)
      .lineTo(11.5, 17)
      .lineTo(6, 22)
      .lineTo(6, 17)
      .lineTo(4.5, 17)
      .curveTo(2.5, 17, 1.5, 16, 1.5, 14)
      .lineTo(1.5, 6)
      .curveTo(1.5, 4, 2.5, 3, 4.5, 3)
      .close(),
    lines: new PathBuilder().moveTo(6, 8).lineTo(18, 8).moveTo(6, 12).lineTo(14, 12),
  },
  note: {
    area: polygonOf([
      [3.5, 2],
      [20.5, 2],
      [20.5, 15.5],
      [14, 22],
      [3.5, 22],
    ]),
    lines: new PathBuilder()
      .moveTo(7, 7)
      .lineTo(17, 7)
      .moveTo(7, 11)
      .lineTo(17, 11)
      .moveTo(14, 22)
      .lineTo(14, 15.5)
      .lineTo(20.5, 15.5),
  },
  help: {
    area: ellipseIn({ x: 1.5, y: 1.5, width: 21, height: 21 }),
    lines: new PathBuilder().moveTo(8.5, 9).curveTo(8.5, 4.3, 15.5, 4.3, 15.5, 9).curveTo(15.5, 11.6, 12, 11.6, 12, 14.5),
    dots: ellipseIn({ x: 10.9, y: 16.9, width: 2.2, height: 2.2 }),
  },
};

/** An icon of a size, in pt. */
export function drawIcon(icon: Icon, side: number, color: string): readonly PathItem[] {
  const scale = side / 24;
  const { area, lines, dots } = shapes[icon];
  const ink = textOn(color);
  const pathItem = (path: Path, look: { readonly fill?: string; readonly stroke?: Stroke }): PathItem => ({
    kind: 'path',
    x: 0,
    y: 0,
    path: transformPath(path, [scale, 0, 0, scale, 0, 0]),
    fill: look.fill,
    stroke: look.stroke,
    rule: 'nonzero',
    tag: undefined,
  });
  const pen = (width: number, ink: string): Stroke => ({
    width: width * scale,
    color: ink,
    dash: [],
    cap: 'round',
    join: 'round',
  });
  return [
    pathItem(area, { fill: color, stroke: pen(1.5, edge) }),
    pathItem(lines, { stroke: pen(1.8, ink) }),
    ...(dots ? [pathItem(dots, { fill: ink })] : []),
  ];
}
