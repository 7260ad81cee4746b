// Lines up the decimal separators of a column: where the separator of a text stands, and how far from the edge of its cell the text ends.
import { quoteText } from '../../../words/show-json.ts';
import { decimalPoint } from '../../expression/filters/intl.ts';
import { tolerance } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { Directions, reorder } from '../../text/bidi.ts';
import { endOfNumber } from '../../text/end-of-number.ts';
import { type MeasuredText, TextNode } from '../text/text-node.ts';
import { scopeOfGroup, withTableNames } from './arrange-rows.ts';
import { canBeThere, type Group, isIn, type PlannedRow, type ShownColumn, scopeOfCell, type TablePlan } from './table-plan.ts';

/** Rows between two looks at the clock. */
const checkEvery = 1024;

/** Texts whose reach is kept: some MB. */
const mostKnown = 20_000;

/** How far a column of numbers reaches to the left and right of its separators. */
export interface DecimalWidths {
  readonly left: number;
  readonly right: number;
  /** To the left, of texts with digits: these never wrap. */
  readonly numbers: number;
}

/** The most width that the numbers of a column need between the separator and the edge at which they stand. This is the right edge, and from right to left the left one. */
export const nearWidth = ({ right, numbers }: DecimalWidths, { dir }: BoundScope): number => (dir === 'ltr' ? right : numbers);

/** Measures all cells of a column, without those of the header. */
export function measureDecimals(
  plan: TablePlan,
  column: ShownColumn,
  scope: BoundScope,
  session: LayoutSession,
  reaches: Reaches,
): DecimalWidths {
  const { list, groups, groupOf, totals, sofarAt } = plan.arrange(scope, session);
  const known = { all: totals, sofar: totals, before: plan.sums?.none };
  let widths: DecimalWidths = { left: 0, right: 0, numbers: 0 };
  const add = (node: ComponentNode | undefined, inside: BoundScope) => {
    const reach = reaches.of(node, inside, session);
    if (!reach) return;
    const { left, right, numbers } = widths;
    widths = {
      left: Math.max(left, reach.left),
      right: Math.max(right, reach.right),
      numbers: reach.isNumber ? Math.max(numbers, reach.left) : numbers,
    };
  };
  const addRows = (rows: readonly PlannedRow[], inside: BoundScope) => {
    for (const row of rows)
      if (canBeThere(row, inside))
        for (const cell of row.cells) if (isIn(cell, column)) add(cell.node, scopeOfCell(cell, column)?.(inside) ?? inside);
  };
  for (let i = 0; i < list.length; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const element = withTableNames(plan, plan.elements.scopeOf(scope, list, i), { all: totals, sofar: sofarAt(i) }, groupOf?.[i]);
    add(column.cell, column.ofElement(element));
    addRows(plan.rows, element);
  }
  addRows(plan.footers, withTableNames(plan, scope, known, undefined));
  const addGroup = (group: Group): void => {
    addRows([...group.level.headers, ...group.level.footers], scopeOfGroup(plan, scope, known, group));
    for (const one of group.groups) addGroup(one);
  };
  for (const group of groups) addGroup(group);
  return widths;
}

/**
 * How far from the right edge of its cell a text ends. From right to left: how far from the left edge it begins. `widest`: what the column has between
 * its separators and this edge.
 */
export function shiftOf(
  node: ComponentNode | undefined,
  widest: number,
  room: number,
  component: string,
  scope: BoundScope,
  session: LayoutSession,
  reaches: Reaches,
): number {
  const reach = reaches.of(node, scope, session);
  if (!reach) return 0;
  const wanted = widest - (scope.dir === 'ltr' ? reach.right : reach.left);
  const shift = Math.max(0, Math.min(wanted, room - reach.left - reach.right));
  if (reach.isNumber && Math.abs(shift - wanted) > tolerance) {
    const [near, far] = scope.dir === 'ltr' ? ['right', 'left'] : ['left', 'right'];
    const remedy = scope.dir === 'ltr' ? 'Give all numbers the same decimals' : 'Make the column wider';
    const why =
      wanted < 0
        ? `has more to the ${near} of its separator than the rows, as a sum of a sheet may. ${remedy}`
        : `has no room to the ${far} of its separator. Make the column wider`;
    const message = `${quoteText(reach.text)} does not line up with its column: it ${why}.`;
    session.warn('decimal-shifted', component, scope.place, message);
  }
  return shift;
}

interface Reach {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly isNumber: boolean;
}

/** How far the texts of a table reach. Columns measure all texts before the first is built, which then asks again. */
export class Reaches {
  /** By the look of the text. */
  readonly #known = new Map<object, Map<string, Reach>>();
  #count = 0;

  /** Undefined: the cell does not line up. It is no text, it has several lines or it stands at another side. */
  of(node: ComponentNode | undefined, scope: BoundScope, session: LayoutSession): Reach | undefined {
    const parts = node instanceof TextNode ? node.measureParts(scope, session) : undefined;
    if (parts?.align !== (scope.dir === 'ltr' ? 'right' : 'left') || parts.text.includes('\n')) return undefined;
    const { look, dir, text } = parts;
    if (!look) return measureReach(parts, scope);
    const texts = this.#known.get(look) ?? new Map<string, Reach>();
    this.#known.set(look, texts);
    const key = `${dir} ${text}`;
    let reach = texts.get(key);
    if (!reach) {
      reach = measureReach(parts, scope);
      if (++this.#count <= mostKnown) texts.set(key, reach);
    }
    return reach;
  }
}

function measureReach(parts: MeasuredText, scope: BoundScope): Reach {
  const { text, widthOf } = parts;
  const whole = widthOf(0, text.length);
  const point = decimalPoint(scope.format.locale).exec(text)?.index;
  const end = point ?? endOfNumber(text);
  if (end === undefined) return { text, left: whole, right: 0, isNumber: false };
  const isMixed = parts.dir.endsWith('rtl') || rightToLeft.test(text);
  // The space between a digit and the separator belongs to the digit.
  const inLine = () => (point === undefined ? whole - widthOf(0, end) : widthOf(end, text.length));
  const right = isMixed ? whole - leftOf(parts, end) : inLine();
  return { text, left: whole - right, right, isNumber: true };
}

const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff]/;
const directions = new Directions();

/** The width of what stands to the left of the place `end` of a number, in text that is not only from left to right. */
function leftOf({ text, dir, isolates, widthOf }: MeasuredText, end: number): number {
  const { levels, between } = directions.resolve(text, dir, isolates);
  const visual = reorder(Array.from(levels, (level, index) => ({ level, index, between: between.get(index) })));
  const left = visual
    .slice(0, visual.findIndex(({ index }) => index === end - 1) + 1)
    .map(({ index }) => index)
    .sort((one, other) => one - other);
  let width = 0;
  for (let i = 0; i < left.length; ) {
    const from = left[i]!;
    let to = from;
    for (; left[i] === to; i++) to++;
    width += widthOf(from, to);
  }
  return width;
}
