// Values of the attributes of the normal form: plain numbers, matrices, and the names of other elements.
import type { Matrix } from '../../vector/matrix.ts';
import { type Path, PathBuilder } from '../../vector/path.ts';
import type { SvgElement } from './tree.ts';

export function numberOf({ attributes }: SvgElement, name: string, fallback: number): number {
  const value = attributes[name];
  return value === undefined ? fallback : Number.parseFloat(value);
}

export function numbersOf(text: string): readonly number[] {
  return (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}

/** `matrix(a b c d e f)`. Undefined: the attribute is not there. */
export function matrixOf({ attributes }: SvgElement, name = 'transform'): Matrix | undefined {
  const value = attributes[name];
  if (value === undefined) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(value);
  return [a, b, c, d, e, f];
}

/** The name in `url(#name)`. Undefined: the attribute does not lead to an element. */
export function targetOf({ attributes }: SvgElement, name: string): string | undefined {
  return /^url\(#(.*)\)$/.exec(attributes[name] ?? '')?.[1];
}

/** Path data of absolute lines and curves. */
export function pathOf(data: string): Path {
  const path = new PathBuilder();
  let [x, y] = [0, 0];
  for (const [, op = '', rest = ''] of data.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = numbersOf(rest);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (op === 'M') path.moveTo(a, b);
    else if (op === 'L') path.lineTo(a, b);
    else if (op === 'Q') path.quadraticTo(x, y, a, b, c, d);
    else if (op === 'C') path.curveTo(a, b, c, d, e, f);
    else path.close();
    if (op !== 'Z') [x, y] = numbers.slice(-2) as [number, number];
  }
  return path;
}
