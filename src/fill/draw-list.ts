// Draws the rows of a list box, where its present appearance has them: programs differ in their height, and options should not move when one is chosen.
import type { Canvas } from '../document/paint/canvas.ts';
import { readContent } from '../inspect/content/read-content.ts';
import type { Stream } from '../pdf-file/objects.ts';
import { readBox } from '../pdf-file/pages.ts';
import { type Area, baselineIn, type FieldText, type TextSetter } from './form-text.ts';

/** All texts with whether they are selected. */
export interface ListRows {
  readonly rows: readonly { readonly text: string; readonly isOn: boolean }[];
  /** The first row that is seen. */
  readonly top: number;
}

/** The colour behind selected options that viewers use. */
const selection = '0.6 0.757 0.855 rg';

/** Below this much of a row nothing is drawn. */
const leastSeen = 2;

/** `present`: the appearance that the widget has. */
export function paintRows(
  text: FieldText,
  { rows, top }: ListRows,
  clip: Area,
  present: Stream | undefined,
  setter: TextSetter,
  canvas: Canvas,
): void {
  const size = text.size || 12;
  const grid = present && readGrid(present);
  const height = grid?.height ?? size * 1.2;
  const start = grid ? grid.baseline - baselineIn(text.faces[0]!, size, height) : clip.y;
  const left = grid?.left ?? clip.x + 1;
  const seen = Math.max(1, Math.floor(clip.height / height));
  const firstOn = rows.findIndex(({ isOn }) => isOn);
  const first = firstOn < 0 || (firstOn >= top && firstOn < top + seen) ? Math.min(top, Math.max(0, rows.length - 1)) : firstOn;
  const begun = Math.ceil((clip.y + clip.height - start - leastSeen) / height);
  for (const [i, row] of rows.slice(first, first + Math.max(1, begun)).entries()) {
    const area = { x: clip.x, y: start + i * height, width: clip.width, height };
    if (row.isOn) canvas.fillRect(area.x, area.y, area.width, area.height, selection);
    if (row.text !== '')
      setter.paintLine({ ...text, text: row.text, size }, { ...area, x: left, width: clip.x + clip.width - 1 - left }, canvas);
  }
}

/** Where rows stand, in pt from the top left. */
interface RowGrid {
  readonly left: number;
  /** Of the first row. */
  readonly baseline: number;
  readonly height: number;
}

/** The rows of an appearance. Undefined: it has fewer than two, or moves its text in other ways than by Td and Tm. */
function readGrid(appearance: Stream): RowGrid | undefined {
  const box = readBox(appearance.dict, appearance.dict.get('BBox'));
  const bytes = appearance.decode();
  if (!box || !bytes) return undefined;
  let [x, y] = [0, 0];
  const starts: (readonly [left: number, baseline: number])[] = [];
  for (const { operator, operands } of readContent(bytes, (value) => value as never)) {
    const [dx, dy] = operands.slice(-2).map(Number) as [number, number];
    if (operator === 'BT') [x, y] = [0, 0];
    else if (operator === 'Tm') [x, y] = [dx, dy];
    else if (operator === 'Td' || operator === 'TD') [x, y] = [x + dx, y + dy];
    else if (operator === 'Tj' || operator === 'TJ') starts.push([x - box[0], box[3] - y]);
    else if (['cm', 'T*', "'", '"'].includes(operator)) return undefined;
  }
  const [first, second] = starts.sort(([, a], [, b]) => a - b);
  const height = first && second && second[1] - first[1];
  // Two texts on one line are one row. An invalid number makes the height NaN, which the comparison refuses too.
  return height !== undefined && height >= 2 ? { left: first![0], baseline: first![1], height } : undefined;
}
