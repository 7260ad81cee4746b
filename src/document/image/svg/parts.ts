// Makes parts of drawings.
import type { Matrix } from '../../vector/matrix.ts';
import { type Path, transformPath } from '../../vector/path.ts';
import type { DrawingPart, DrawnGroup } from '../drawing.ts';

/** A group that looks like its parts, but for `looks`. */
export function groupOf(parts: readonly DrawingPart[], looks: Partial<DrawnGroup>): DrawnGroup {
  return {
    kind: 'group',
    matrix: undefined,
    clips: [],
    mask: undefined,
    opacity: 1,
    blend: undefined,
    isIsolated: false,
    parts,
    ...looks,
  };
}

/** The contour of a rectangle that goes through a matrix. */
export function rectangle(x: number, y: number, width: number, height: number, matrix: Matrix): Path {
  const corners = [x, y, x + width, y, x + width, y + height, x, y + height];
  return transformPath({ ops: 'MLLLZ', points: corners }, matrix);
}
