// A table of Markdown, in the style `table`. Its columns are as wide as their texts.

import type { ComponentNode } from '../../layout/component-node.ts';
import { type BoundScope, elementScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { compileColor } from '../shared/bound-values/bound-color.ts';
import { compileBackground } from '../shared/bound-values/bound-style.ts';
import { sidesOf } from '../shared/lengths.ts';
import { notingPageNumbers } from '../shared/numbered.ts';
import { withStyledProperties } from '../shared/styled-behaviour.ts';
import { styledContext } from '../shared/styled-context.ts';
import { rowArranger } from '../table/arrange-rows.ts';
import type { TableProps } from '../table/cell-contexts.ts';
import { cellBoxes, cellLook, plainLook } from '../table/cell-look.ts';
import { table } from '../table/table.ts';
import { tableNode } from '../table/table-node.ts';
import { defaultPadding, plainPlan, type TableColumn } from '../table/table-plan.ts';
import { compileRules } from '../table/table-rules.ts';
import type { Align, Cell, TableBlock } from './blocks.ts';

type Looks = Pick<
  TableProps,
  'style' | 'headerStyle' | 'zebra' | 'cellPadding' | 'rules' | 'valign' | 'rowBreak' | 'repeatHeader'
>;

/** Makes the node for the text of a cell in a context. */
type CellNode = (context: CompileContext, cellOf: (scope: BoundScope) => Cell) => ComponentNode;

/** The last piece of Markdown that a scope was made for. */
const pieceOf = <T>(scope: BoundScope): T => scope.locals.at(-1) as T;

/** Compiles what all tables have in common. Returns a function that makes the node of a table. */
export function compileTables(
  props: Looks,
  outer: CompileContext,
  pointer: string,
  { name, cellNode }: { readonly name: string; readonly cellNode: CellNode },
): (table: TableBlock) => ComponentNode {
  const context = notingPageNumbers(outer);
  const { template } = context;
  const { headerStyle, zebra, cellPadding, rules, valign, rowBreak, repeatHeader } = withStyledProperties(
    props,
    table,
    template,
  ) as Looks;
  const header = { style: headerStyle };
  const inHeader = headerStyle === undefined ? boldContext(context) : styledContext(header, context, pointer, cellBoxes);
  const aligned = (base: CompileContext, align: Align) => (align === undefined ? base : styledContext({ align }, base, pointer));
  const contexts = new Map(
    ([undefined, 'left', 'center', 'right'] as const).map((align) => [
      align,
      { header: aligned(inHeader, align), cell: aligned(context, align) },
    ]),
  );
  const looks = {
    ...plainPlan,
    name,
    headerBackground: headerStyle === undefined ? undefined : compileBackground(header, context, pointer),
    headerLook: headerStyle === undefined ? plainLook : cellLook(header, context, pointer),
    footerBackground: undefined,
    footerLook: plainLook,
    padding: cellPadding === undefined ? defaultPadding : sidesOf(cellPadding, template.unit),
    rulesOf: compileRules(rules, false, context, pointer),
    zebra: zebra === undefined ? undefined : compileColor(zebra, context, pointer),
    repeatHeader: repeatHeader ?? true,
    mayBreak: rowBreak === 'allow',
    empty: undefined,
    summary: undefined,
    site: undefined,
  };
  const columnOf = (align: Align, index: number): TableColumn => ({
    index,
    each: undefined,
    width: { kind: 'auto' },
    valign: valign ?? 'top',
    background: undefined,
    value: undefined,
    bindValue: undefined,
    use: undefined,
    isDecimal: false,
    merge: undefined,
    header: cellNode(contexts.get(align)!.header, (scope) => pieceOf<TableBlock>(scope).head[index] ?? []),
    cell: cellNode(contexts.get(align)!.cell, (scope) => pieceOf<readonly Cell[]>(scope)[index] ?? []),
    footer: undefined,
    when: undefined,
    isRowHeader: false,
    rowSpan: 1,
    sites: undefined,
    ...plainLook,
  });
  const elements = {
    context,
    list: (scope: BoundScope) => {
      const { rows } = pieceOf<TableBlock>(scope);
      return { source: rows, length: rows.length };
    },
    scopeOf: (scope: BoundScope, { source }: { readonly source: readonly unknown[] }, i: number) =>
      elementScope(scope, '(rows)', source, i, source.length),
  };
  const arrange = rowArranger({ elements, sums: undefined, groups: undefined });
  return ({ columns }) => tableNode({ ...looks, columns: columns.map(columnOf), elements, arrange }, context);
}

/** Headers are bold, unless the style of the table says how they look. */
function boldContext(context: CompileContext): CompileContext {
  const style = context.template.styles.derive(context.style, [], { bold: true }, undefined);
  return { ...context, style };
}
