// Tells where a sum is not that of the numbers above it, because these are printed with fewer decimals than they have, or stand for missing values.
import { quoteText } from '../../../words/show-json.ts';
import { absolute, calculate, type Decimal, decimalText, roundTo, toDecimal } from '../../expression/decimal.ts';
import { decimalPoint } from '../../expression/filters/intl.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import { TextNode } from '../text/text-node.ts';
import { withTableNames } from './arrange-rows.ts';
import type { LaidOutTable } from './build-rows.ts';
import { adviseOther } from './prove-sums.ts';
import { type PlannedRow, type ShownColumn, scopeOfCell } from './table-plan.ts';

/** Rows between two looks at the clock. */
const checkEvery = 1024;

/** Checks the sums that a row prints of the elements from one place to another. `scope`: of the row. */
export function checkSums(grid: LaidOutTable, row: PlannedRow, scope: BoundScope, from: number, to: number): void {
  const { plan, session, columns } = grid;
  for (const cell of row.cells) {
    if (!cell.checks) continue;
    for (const column of columns) {
      if (column.index !== cell.start) continue;
      const inCell = scopeOfCell(cell, column)?.(scope) ?? scope;
      const ofSum = textOf(cell.node, inCell, grid);
      const stray = ofSum === undefined ? undefined : findStray(grid, column, ofSum, from, to);
      if (stray) {
        const message = `The sum ${quoteText(ofSum!)} does not count ${quoteText(stray.text)}, which the column prints where its value is missing: ${adviseOther(column.value!, '…')}.`;
        session.warn('sum-differs', plan.name, stray.place, message);
      }
      if (stray || cell.checks !== 'all') continue;
      const sum = toDecimal(inCell.locals.at(-1));
      const printed = sum === undefined ? undefined : printedNumber(cell.node, inCell, sum, grid);
      const added = printed && addPrinted(grid, column, printed.places, from, to);
      if (!printed || added === undefined || decimalText(added) === decimalText(printed.value)) continue;
      const message = `The sum ${decimalText(printed.value)} is not that of the numbers above it as they are printed, which is ${decimalText(added)}: they have more decimals than they print. Round the "value" of the column, such as "${column.value} | round: ${printed.places}", or write "sum": "rounded" if it is meant.`;
      session.warn('sum-differs', plan.name, inCell.place, message);
    }
  }
}

/** The first number that a row prints where the column has no value. `ofSum`: the text of the sum, which has the same body. */
function findStray(
  grid: LaidOutTable,
  column: ShownColumn,
  ofSum: string,
  from: number,
  to: number,
): { readonly text: string; readonly place: BoundScope['place'] } | undefined {
  const numberLess = ofSum.replace(partOfNumber, '');
  const { plan, session, scope } = grid;
  const { list, groupOf, totals, sofarAt } = plan.arrange(scope, session);
  for (let i = from; i < to; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const plain = plan.elements.scopeOf(scope, list, i);
    if (plan.sums!.valueOfColumn(column.index, column.inside(plain)) !== undefined) continue;
    const inside = column.ofElement(withTableNames(plan, plain, { all: totals, sofar: sofarAt(i) }, groupOf?.[i]));
    const text = textOf(column.cell, inside, grid);
    // A word such as "none since 2024" has digits, and is no number of the column.
    if (text === undefined || text.replace(partOfNumber, '') !== numberLess) continue;
    if ([...text].some((one) => anyDigit.test(one) && digitOf(one) > 0)) return { text, place: inside.place };
  }
  return undefined;
}

/** The sum of the numbers as the rows print them. Undefined: it is that of their values, or they are printed in another form. */
function addPrinted(grid: LaidOutTable, column: ShownColumn, places: number, from: number, to: number): Decimal | undefined {
  const { plan, session, scope } = grid;
  const { list, groupOf, totals, sofarAt } = plan.arrange(scope, session);
  const valueAt = (i: number) => plan.sums!.valueOfColumn(column.index, column.inside(plan.elements.scopeOf(scope, list, i)));
  let isRounded = false;
  for (let i = from; i < to && !isRounded; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const value = valueAt(i);
    isRounded = value !== undefined && decimalText(roundTo(value, places)) !== decimalText(value);
  }
  if (!isRounded) return undefined;
  let sum: Decimal = 0;
  for (let i = from; i < to; i++) {
    const value = valueAt(i);
    if (value === undefined) continue;
    const element = withTableNames(plan, plan.elements.scopeOf(scope, list, i), { all: totals, sofar: sofarAt(i) }, groupOf?.[i]);
    const printed = printedNumber(column.cell, column.ofElement(element), value, grid);
    if (!printed) return undefined;
    sum = calculate('+', sum, printed.value) ?? sum;
  }
  return sum;
}

/** A number as its cell prints it, and its decimals. Undefined: the cell is no single text, or prints another number, such as thousands. */
function printedNumber(
  node: ComponentNode | undefined,
  scope: BoundScope,
  value: Decimal,
  grid: LaidOutTable,
): { readonly value: Decimal; readonly places: number } | undefined {
  const text = textOf(node, scope, grid);
  if (text === undefined) return undefined;
  const point = decimalPoint(scope.format.locale).exec(text)?.index ?? text.length;
  const places = /^\p{Nd}*/u.exec(text.slice(point + 1))![0].length;
  const rounded = roundTo(value, places);
  const digits = [...text]
    .filter((one) => anyDigit.test(one))
    .map(digitOf)
    .join('');
  const wanted = calculate('*', absolute(rounded), 10 ** places);
  return wanted !== undefined && digits !== '' && decimalText(wanted) === digits.replace(/^0+(?=\d)/, '')
    ? { value: rounded, places }
    : undefined;
}

/** Undefined: the cell is no single text. */
const textOf = (node: ComponentNode | undefined, scope: BoundScope, { session }: LaidOutTable): string | undefined =>
  node instanceof TextNode ? node.measureParts(scope, session)?.text : undefined;

/** Digits, what stands between them and the signs of a number, with the marks of direction around them. */
const partOfNumber = /[\p{Nd}\s.,'’٫٬()+\-−\u061c\u200e\u200f\u2066-\u2069]/gu;

const anyDigit = /\p{Nd}/u;

/** The value of a digit of any script: Unicode has the ten of a script in a row. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && anyDigit.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
