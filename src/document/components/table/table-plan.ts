// A compiled table, for building and measuring.
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { ColorOf } from '../bound-color.ts';
import type { Elements } from '../element-context.ts';
import type { ColumnWidth } from '../resolve-widths.ts';
import type { CellLook } from './cell-look.ts';
import type { TableRules } from './table-rules.ts';

export interface TableColumn extends CellLook {
  readonly width: ColumnWidth;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly background: ColorOf | undefined;
  readonly header: ComponentNode | undefined;
  readonly cell: ComponentNode;
  readonly footer: ComponentNode | undefined;
  readonly when: CompiledExpression | undefined;
  /** Its cells head their rows. */
  readonly isRowHeader: boolean;
}

export interface FooterCell extends CellLook {
  readonly span: number;
  readonly node: ComponentNode | undefined;
  readonly background: ColorOf | undefined;
  readonly valign: 'top' | 'middle' | 'bottom';
}

export interface TableFooter extends CellLook {
  readonly when: CompiledExpression | undefined;
  readonly background: ColorOf | undefined;
  readonly cells: readonly FooterCell[];
}

/** The look of a row of an element. */
export interface RowLook extends CellLook {
  readonly background: ColorOf | undefined;
}

export const defaultPadding: Sides = { top: 3, right: 4, bottom: 3, left: 4 };

export interface TablePlan {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly footers: readonly TableFooter[];
  readonly elements: Elements;
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

/** The columns that some data shows. */
export function visibleColumns({ columns }: TablePlan, scope: BoundScope): readonly TableColumn[] {
  return columns.every(({ when }) => !when) ? columns : columns.filter(({ when }) => !when || when.test(scope));
}
