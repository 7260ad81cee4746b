// Reads path data as SVG writes them (SVG 2, 9.3).
import { counted, grouped } from '../../words/counts.ts';
import { type Path, PathBuilder } from './path.ts';

/** Reads path data. `fault`: why they cannot be read, as a clause. */
export type ReadPath = (data: string) => { readonly path: Path; readonly fault?: undefined } | { readonly fault: string };

/** Characters of path data. */
const longest = 1_000_000;

/** The largest coordinate. Sums of much larger ones are infinite. */
const farthest = 1_000_000;

export async function openPaths(): Promise<ReadPath> {
  const { default: svgpath } = await import('svgpath');
  return rememberLast((data) => {
    if (data.length > longest) return { fault: `they are longer than ${counted(longest, 'character')}` };
    if (!/^\s*m/i.test(data)) return { fault: 'they must begin with "M", such as "M0 0 L10 5 Z"' };
    const read = svgpath(data);
    const { err = '' } = read as { err?: string };
    const path = new PathBuilder();
    // svgpath reads R too, which SVG does not have.
    let foreign: string | undefined;
    // `x` and `y`: where the segment begins.
    const addSegment = ([op, ...numbers]: readonly [string, ...number[]], x: number, y: number): void => {
      const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
      if (op === 'M') path.moveTo(a, b);
      else if (op === 'L') path.lineTo(a, b);
      else if (op === 'H') path.lineTo(a, y);
      else if (op === 'V') path.lineTo(x, a);
      else if (op === 'C') path.curveTo(a, b, c, d, e, f);
      else if (op === 'Q') path.quadraticTo(x, y, a, b, c, d);
      else if (op === 'Z') path.close();
      else foreign = op;
    };
    read
      .abs()
      .unarc()
      .unshort()
      .iterate((segment, _, x, y) => addSegment(segment as unknown as readonly [string, ...number[]], x, y));
    if (err !== '') return { fault: explain(err) };
    if (foreign !== undefined) return { fault: `SVG has no command ${foreign}` };
    const isFar = path.points.some((one) => !(Math.abs(one) <= farthest));
    return isFar ? { fault: `a coordinate is beyond ${grouped(farthest)}` } : { path };
  });
}

/** A message of svgpath, which counts characters from 0, in plain words. */
const explain = (message: string): string =>
  message
    .replace(/^SvgPath: /, '')
    .replace(/^bad command (\S)/u, 'there is no command "$1"')
    .replace(/^(?:missed param|param should start with 0\.\.9 or `\.`)/, 'a number is missing')
    .replace(/^arc flag can be 0 or 1 only/, 'the flag of an arc is neither 0 nor 1')
    .replace(/\(at pos (\d+)\)$/, (_, at) => `at character ${Number(at) + 1}`);

/** Long path data may stand in each element of a list, and are measured before they are drawn. */
function rememberLast(read: ReadPath): ReadPath {
  let last: { readonly data: string; readonly result: ReturnType<ReadPath> } | undefined;
  return (data) => {
    if (last?.data !== data) last = { data, result: read(data) };
    return last.result;
  };
}
