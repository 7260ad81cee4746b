// A compiled table, for building and measuring.
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { ColorOf } from '../bound-color.ts';
import type { Elements } from '../element-context.ts';
import type { ColumnWidth } from '../resolve-widths.ts';
import type { ElementList } from '../select-elements.ts';
import type { CellLook } from './cell-look.ts';
import type { TableRules } from './table-rules.ts';
import type { RowSheets } from './table-schema.ts';
import type { TableSums, Totals } from './table-sums.ts';

export interface TableColumn extends CellLook {
  /** The decimal separators of its numbers line up. */
  readonly isDecimal: boolean;
  readonly width: ColumnWidth;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly background: ColorOf | undefined;
  readonly header: ComponentNode | undefined;
  readonly cell: ComponentNode;
  readonly footer: ComponentNode | undefined;
  readonly when: CompiledExpression | undefined;
  /** Its cells head their rows. */
  readonly isRowHeader: boolean;
  /** Neighbours for which this is equal share a cell. */
  readonly merge: CompiledExpression | undefined;
  /** How many rows of an element its cell covers. */
  readonly rowSpan: number;
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
}

/** A row that the template writes cell by cell. */
export interface PlannedRow extends CellLook {
  /** The sheets of its table, or of its group, on which it stands. */
  readonly on: RowSheets;
  /** A header row below the row of the columns' headers. */
  readonly isBelow: boolean;
  readonly when: CompiledExpression | undefined;
  readonly background: ColorOf | undefined;
  readonly cells: readonly PlannedCell[];
  /** It prints sums that only its sheet knows. */
  readonly usesSheet: boolean;
}

/** A level of groups. */
export interface GroupLevel {
  readonly by: CompiledExpression;
  readonly headers: readonly PlannedRow[];
  readonly footers: readonly PlannedRow[];
  readonly beginsPage: boolean;
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
}

/** The look of a row of an element. */
export interface RowLook extends CellLook {
  readonly background: ColorOf | undefined;
}

/** Number of rows that are measured for the preferred width of an `auto` column, and for the place of decimal separators. */
export const measuredRows = 200;

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
  /** The rows of elements print sums. */
  readonly rowsReadSums: boolean;
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
}

/** What a table without rows of its own, sums and groups has. */
export const plainPlan = {
  headers: [],
  rows: [],
  footers: [],
  sums: undefined,
  groups: undefined,
  rowLook: undefined,
} as const;

/** The columns that some data shows. */
export function visibleColumns({ columns }: TablePlan, scope: BoundScope): readonly TableColumn[] {
  return columns.every(({ when }) => !when) ? columns : columns.filter(({ when }) => !when || when.test(scope));
}

/** A sheet as the rows of a table see it: the first or a later one, or where it ends: before the table ends, or with it. */
export type Sheet = 'first' | 'notFirst' | 'notLast' | 'last';

/** Whether a row stands on such a sheet. */
export function isOn({ on }: PlannedRow, sheet: Sheet): boolean {
  return on === 'all' || on === sheet;
}
