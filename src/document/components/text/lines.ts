// The height and width of lines of text.
import { tolerance } from '../../layout/box.ts';
import type { TextLine } from '../../text/shaped-text.ts';

export function heightOf(lines: readonly TextLine[]): number {
  let height = 0;
  for (const line of lines) height += line.height;
  return height;
}

/** How many of the lines from the index `from` on fit into `available` pt. */
export function countFitting(lines: readonly TextLine[], available: number, from = 0): number {
  let height = 0;
  let at = from;
  for (; at < lines.length; at++) {
    height += lines[at]!.height;
    if (height > available + tolerance) break;
  }
  return at - from;
}

/** Whether a run that is never broken makes the line wider than its place. */
export function isTooWide(line: TextLine): boolean {
  return line.tooWide !== undefined;
}
