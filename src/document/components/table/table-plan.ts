// A compiled table, for building and measuring.
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import type { Break } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { ElementPlace } from '../../layout/data-place.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import { limitFault } from '../../layout/limit-fault.ts';
import type { Site } from '../../layout/origin.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { ColorOf } from '../shared/bound-values/bound-color.ts';
import type { Elements } from '../shared/lists/element-context.ts';
import type { ElementList } from '../shared/lists/select-elements.ts';
import type { ColumnWidth } from '../shared/resolve-widths.ts';
import type { CellLook } from './cell-look.ts';
import type { TableRules } from './table-rules.ts';
import type { RowSheets } from './table-schema.ts';
import type { TableSums, Totals } from './table-sums.ts';

type ScopeOf = (scope: BoundScope) => BoundScope;

export interface TableColumn extends CellLook {
  /** Its place among the columns of the template. */
  readonly index: number;
  /** Where it stands, if it uses a definition. */
  readonly use: string | undefined;
  /** The list for whose elements the column repeats. Undefined: it stands once. */
  readonly each: Elements | undefined;
  /** The decimal separators of its numbers line up. */
  readonly isDecimal: boolean;
  readonly width: ColumnWidth;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly background: ColorOf | undefined;
  readonly header: ComponentNode | undefined;
  readonly cell: ComponentNode;
  /** The expression of its value. Undefined: it has none. */
  readonly value: string | undefined;
  /** The scope in its cell of an element, which knows its `value`. Undefined: it has none. */
  readonly bindValue: ScopeOf | undefined;
  readonly footer: ComponentNode | undefined;
  readonly when: CompiledExpression | undefined;
  /** Its cells head their rows. */
  readonly isRowHeader: boolean;
  /** Neighbours for which this is equal share a cell. */
  readonly merge: CompiledExpression | undefined;
  /** How many rows of an element its cell covers. */
  readonly rowSpan: number;
  /** Where its cells stand in the template. Undefined: they do not stand there. */
  readonly sites: ColumnSites | undefined;
}

interface ColumnSites {
  readonly header: Site;
  readonly footer: Site;
  /** `scope`: of the row. */
  cell(scope: BoundScope): Site;
}

/** A column that the table has for some data. */
export interface ShownColumn extends TableColumn {
  /** The scope in its cells, from that of the row. */
  inside(scope: BoundScope): BoundScope;
  /** The same for the rows of elements, in which the column has a value. */
  ofElement(scope: BoundScope): BoundScope;
  /** No other column comes from the same column of the template. */
  readonly isAlone: boolean;
}

/** A cell of a row that the template writes cell by cell. */
export interface PlannedCell extends CellLook {
  /** Its first column. */
  readonly start: number;
  readonly span: number;
  readonly rowSpan: number;
  readonly node: ComponentNode | undefined;
  readonly background: ColorOf | undefined;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly site: Site | undefined;
  /** A column that repeats has the cell in each of its columns. Otherwise one cell covers them all. */
  readonly repeats?: boolean;
  /** It prints the sum of its column, which should count what is printed above where a value is missing. `all`: and be that of the printed numbers. */
  readonly checks?: 'missing' | 'all' | undefined;
  /** The scope in it, from that of its row, or of its column if it repeats. Undefined: the same. */
  readonly inside?: ScopeOf | undefined;
}

/** A row that the template writes cell by cell. */
export interface PlannedRow extends CellLook {
  /** In messages: `the row /pages/0/body/0/footer/0`. */
  readonly name: string;
  /** The sheets of its table, or of its group, on which it stands. */
  readonly on: RowSheets;
  /** A header row below the row of the columns' headers. */
  readonly isBelow: boolean;
  readonly when: CompiledExpression | undefined;
  readonly background: ColorOf | undefined;
  readonly cells: readonly PlannedCell[];
  /** It prints sums that only its sheet knows. */
  readonly usesSheet: boolean;
  readonly site: Site | undefined;
}

/** A level of groups. */
export interface GroupLevel {
  readonly by: CompiledExpression;
  readonly headers: readonly PlannedRow[];
  readonly footers: readonly PlannedRow[];
  /** What each group but the first begins. */
  readonly begins: Break | false;
}

export interface TableGroups {
  readonly levels: readonly GroupLevel[];
}

/** A group of elements that follow one another. */
export interface Group {
  readonly level: GroupLevel;
  readonly depth: number;
  /** Its first element, and the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The place of its first element in the list. */
  readonly first: Pick<ElementPlace, 'list' | 'index'>;
  readonly parent: Group | undefined;
  /** The groups in it. None: it holds elements. */
  readonly groups: readonly Group[];
  /** What the name `group` has. */
  readonly value: object;
}

/** What decides on the rows of elements. */
export interface RowSource {
  readonly elements: Elements;
  readonly sums: TableSums | undefined;
  readonly groups: TableGroups | undefined;
}

export interface ArrangedRows {
  /** The elements, in the order of their groups. */
  readonly list: ElementList;
  readonly groups: readonly Group[];
  /** The innermost group of each element. Undefined: there are no groups. */
  readonly groupOf: readonly Group[] | undefined;
  /** The sums of the whole table. */
  readonly totals: Totals;
  /** The sums up to the element `i`, and with it. */
  sofarAt(i: number): Totals;
}

/** The look of a row of an element, and where it stands in the template, if this is not the table. */
export interface RowLook extends CellLook {
  readonly background: ColorOf | undefined;
  readonly site?: Site | undefined;
}

export const defaultPadding: Sides = { top: 3, right: 4, bottom: 3, left: 4 };

export interface TablePlan extends RowSource {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Rows above and below the row of the columns' headers. */
  readonly headers: readonly PlannedRow[];
  /** Rows of each element, below the row of the columns' bodies. */
  readonly rows: readonly PlannedRow[];
  readonly footers: readonly PlannedRow[];
  /** The elements with their groups and sums. */
  readonly arrange: (scope: BoundScope, session: LayoutSession) => ArrangedRows;
  /** The look of the row of an element, by its scope. Undefined: no row has a look of its own. */
  readonly rowLook: ((scope: BoundScope) => RowLook) | undefined;
  readonly padding: Sides;
  readonly rulesOf: (scope: BoundScope) => TableRules;
  readonly zebra: ColorOf | undefined;
  readonly headerBackground: ColorOf | undefined;
  readonly headerLook: CellLook;
  readonly footerBackground: ColorOf | undefined;
  readonly footerLook: CellLook;
  readonly repeatHeader: boolean;
  readonly mayBreak: boolean;
  readonly empty: ComponentNode | undefined;
  readonly summary: CompiledText | undefined;
  /** Where the table stands in the template. Undefined: a component makes it. */
  readonly site: Site | undefined;
}

/** The plan of a table without rows of its own, without sums and without groups. */
export const plainPlan = {
  headers: [],
  rows: [],
  footers: [],
  sums: undefined,
  groups: undefined,
  rowLook: undefined,
} as const;

/** The most columns that a table has with those that come from data. */
const mostColumns = 200;

const itself = (scope: BoundScope) => scope;

/** The columns that the table has for some data. Raises RENDER_LIMIT if there are too many. */
export function visibleColumns({ columns, name }: TablePlan, scope: BoundScope, session: LayoutSession): readonly ShownColumn[] {
  const shown = columns.flatMap((column): readonly ShownColumn[] => {
    const { each, when, use } = column;
    const own: ScopeOf = use === undefined ? itself : (outer) => ({ ...outer, place: { parent: outer.place, use } });
    const ofElement = (inside: ShownColumn['inside']) => (column.bindValue ? joinScopes(inside, column.bindValue) : inside);
    if (!each) return !when || when.test(scope) ? [{ ...column, inside: own, ofElement: ofElement(own), isAlone: true }] : [];
    const list = each.list(scope, session);
    const insides: ShownColumn['inside'][] = [];
    for (let i = 0; i < list.length && insides.length <= mostColumns; i++) {
      const inside = (outer: BoundScope) => each.scopeOf(own(outer), list, i);
      if (!when || when.test(inside(scope))) insides.push(inside);
    }
    return insides.map((inside) => ({ ...column, inside, ofElement: ofElement(inside), isAlone: insides.length === 1 }));
  });
  if (shown.length > mostColumns) {
    const message = `The table ${name} has more than ${mostColumns} columns for this data, with those that "each" makes. Leave some out with "when" in the column, or divide the list among several tables.`;
    throw limitFault(message, { component: name, page: session.pageNumber });
  }
  return shown;
}

const joinScopes =
  (outer: ScopeOf, inner: ScopeOf): ScopeOf =>
  (scope) =>
    inner(outer(scope));

/** The scope in a cell of a written row, from that of the row. `column`: the one in which it stands. Undefined: the same. */
export function scopeOfCell(
  { repeats, inside }: Pick<PlannedCell, 'repeats' | 'inside'>,
  column: Pick<ShownColumn, 'inside'> | undefined,
): ScopeOf | undefined {
  const ofColumn = repeats ? column?.inside : undefined;
  return ofColumn && inside ? joinScopes(ofColumn, inside) : (ofColumn ?? inside);
}

/** Whether a cell stands in a column and in no other. */
export function isIn({ start, span, repeats }: PlannedCell, { index, isAlone }: ShownColumn): boolean {
  return start === index && span === 1 && (isAlone || repeats === true);
}

/** A sheet as the rows of a table see it: the first or a later one, or where it ends: before the table ends, or with it. */
export type Sheet = 'first' | 'notFirst' | 'notLast' | 'last';

/** Whether a row can be there. A row that asks for its sheet counts as there. */
export const canBeThere = ({ when, usesSheet }: PlannedRow, at: BoundScope): boolean => !when || usesSheet || when.test(at);

/** Whether a row stands on such a sheet. */
export function isOn({ on }: PlannedRow, sheet: Sheet): boolean {
  return on === 'all' || on === sheet;
}
