// Reads path data as SVG writes them (SVG 2, 9.3).
import { type Path, PathBuilder } from './path.ts';

/** Reads path data. A message for what is no path data, as a clause: the path is then what stands before the fault. */
export type ReadPath = (data: string) => { readonly path: Path; readonly fault: string | undefined };

/** Characters of path data. */
const longest = 1_000_000;

let shared: Promise<ReadPath> | undefined;

export function openPaths(): Promise<ReadPath> {
  shared ??= open();
  return shared;
}

async function open(): Promise<ReadPath> {
  const { default: svgpath } = await import('svgpath');
  return rememberLast((data) => {
    const path = new PathBuilder();
    if (data.length > longest) return { path, fault: `it is longer than ${longest} characters` };
    const read = svgpath(data);
    const { err = '' } = read as { err?: string };
    // `x` and `y`: where the segment begins.
    const addSegment = ([op, ...numbers]: readonly [string, ...number[]], x: number, y: number): void => {
      const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
      if (op === 'M') path.moveTo(a, b);
      else if (op === 'L') path.lineTo(a, b);
      else if (op === 'H') path.lineTo(a, y);
      else if (op === 'V') path.lineTo(x, a);
      else if (op === 'C') path.curveTo(a, b, c, d, e, f);
      else if (op === 'Q') path.quadraticTo(x, y, a, b, c, d);
      else path.close();
    };
    read
      .abs()
      .unarc()
      .unshort()
      .iterate((segment, _, x, y) => addSegment(segment as unknown as readonly [string, ...number[]], x, y));
    return { path, fault: err.replace(/^SvgPath: /, '') || undefined };
  });
}

/** Long path data may stand in each element of a list, and are measured before they are drawn. */
function rememberLast(read: ReadPath): ReadPath {
  let last: { readonly data: string; readonly result: ReturnType<ReadPath> } | undefined;
  return (data) => {
    if (last?.data !== data) last = { data, result: read(data) };
    return last.result;
  };
}
