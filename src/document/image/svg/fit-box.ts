// How a `viewBox` is fitted into a place (SVG 2, 8.2 and 8.6).
import type { Matrix } from '../../vector/matrix.ts';
import type { Rectangle } from '../../vector/path.ts';
import { numbersOf } from './attributes.ts';
import type { SvgElement } from './tree.ts';

/** From the coordinates of the `viewBox` of an element to those around its place. */
export function fitBox({ attributes }: SvgElement, place: Rectangle): Matrix {
  const [left = 0, top = 0, width = place.width, height = place.height] = numbersOf(attributes.viewBox ?? '');
  const [align = 'xMidYMid', way] = (attributes.preserveAspectRatio ?? '').split(' ').filter((word) => word !== '');
  const [stretchX, stretchY] = [place.width / width, place.height / height];
  if (align === 'none') return [stretchX, 0, 0, stretchY, place.x - left * stretchX, place.y - top * stretchY];
  const scale = way === 'slice' ? Math.max(stretchX, stretchY) : Math.min(stretchX, stretchY);
  const part = (where: string | undefined) => (where === 'Min' ? 0 : where === 'Max' ? 1 : 0.5);
  const [, alongX, alongY] = /^x(\w{3})Y(\w{3})$/.exec(align) ?? [];
  return [
    scale,
    0,
    0,
    scale,
    place.x + (place.width - width * scale) * part(alongX) - left * scale,
    place.y + (place.height - height * scale) * part(alongY) - top * scale,
  ];
}
