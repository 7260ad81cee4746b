// Compiles the columns of a table.
import type { FromSchema } from '../../../contract/schema.ts';
import { type CompiledExpression, usesName } from '../../expression/index.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { StyleBook } from '../../template/styles.ts';
import { type CompileContext, nothing, siteOf } from '../component.ts';
import { compileBackground, literalStyleNames, styledWidth } from '../shared/bound-values/bound-style.ts';
import { inCell } from '../shared/box/row-height.ts';
import { compileAgain, contextWhere } from '../shared/context.ts';
import { type CompiledElements, compileElements } from '../shared/lists/element-context.ts';
import { compileOfElement } from '../shared/lists/select-elements.ts';
import { parseColumnWidth } from '../shared/resolve-widths.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import { misplaced } from '../text/compile-footnotes.ts';
import { TextNode } from '../text/text-node.ts';
import { type CellContexts, cellContexts, type TableProps } from './cell-contexts.ts';
import { cellLook } from './cell-look.ts';
import { valueInRows, withBody } from './column-values.ts';
import { type ColumnProps, checkTitles, sumsOfSheet } from './compile-rows.ts';
import type { TableColumn } from './table-plan.ts';
import type { tableColumn } from './table-schema.ts';
import type { SheetUse, TableSums } from './table-sums.ts';

type WrittenColumn = FromSchema<typeof tableColumn> | string;

/** The contexts that the parts of columns see. */
interface ColumnParts {
  /** Outside of the elements. */
  readonly outside: CompileContext;
  readonly elements: CompileContext;
  /** The names of the element, and of the values of `let` that use it. */
  readonly own: readonly string[];
  readonly rows: CompileContext;
  readonly sums: TableSums | undefined;
  readonly header: CompileContext;
  readonly footer: CompileContext;
  /** What the footers print of sums. */
  readonly footerUse: SheetUse;
}

interface CompiledColumns extends ReadColumns {
  readonly columns: readonly TableColumn[];
  readonly cells: CellContexts;
}

/** The columns as the template gives them, and the lists for whose elements they repeat. */
export interface ReadColumns {
  readonly given: readonly ColumnProps[];
  readonly repeats: readonly (CompiledElements | undefined)[];
}

/** Reads the columns. `elements`: the context of the elements. */
export function readColumns(
  { columns }: TableProps,
  outside: CompileContext,
  elements: CompileContext,
  pointer: string,
): ReadColumns {
  const placeOf = (i: number) => `${pointer}/columns/${i}`;
  const given = (columns as readonly WrittenColumn[]).map((column, i) =>
    withBody(readColumn(column, outside.template.styles), outside, placeOf(i)),
  );
  return { given, repeats: given.map((column, i) => compileEach(column, outside, elements, placeOf(i))) };
}

export function compileColumns(
  props: TableProps,
  { given, repeats }: ReadColumns,
  parts: ColumnParts,
  pointer: string,
): CompiledColumns {
  const written = props.columns as readonly WrittenColumn[];
  const { outside } = parts;
  const { styles } = outside.template;
  const { outline, report } = outside.template;
  const cells = cellContexts(props, given, repeats, { outside, rows: parts.elements }, pointer);
  const columns = given.map((column, i): TableColumn => {
    const at = `${pointer}/columns/${i}`;
    const when = column.when === undefined ? undefined : cells.enter(i, outside).expression(column.when, `${at}/when`);
    // Values in a hidden column may be missing. In the rows, the element of a column that repeats is another local.
    const whereShown = (context: CompileContext) =>
      contextWhere(when && repeats[i] ? compileAgain(column.when!, context) : when, context);
    const outsideRows = (part: 'header' | 'footer') => {
      const child = column[part];
      if (child === undefined) return undefined;
      const base = cells.enter(i, parts[part]);
      const inside = cells.ofColumn(`${part}Style`)(i, whereShown(base));
      const noNotes = base.noNotes ?? whyNoNotes(part, column, props);
      const notesBefore = outline.noteTexts;
      const around = { ...inCell(child, inside), noNotes };
      const node = checkTitles(parts.footerUse, base, `${at}/${part}`, () => base.compile(child, `${at}/${part}`, around));
      if (part === 'footer' && parts.footerUse.usesSheet && outline.noteTexts > notesBefore)
        report('error', 'note-misplaced', `${at}/footer`, misplaced(sumsOfSheet));
      return node;
    };
    const header = outsideRows('header');
    const { context: inRows, bind } = valueInRows(column, i, parts.sums, cells.enter(i, parts.rows), at);
    const inCells = whereShown(inRows);
    const noNotes = inCells.noNotes ?? (column.merge === undefined ? undefined : cellOfSeveral);
    const inside = cells.ofElement(i, { ...inCells, noNotes });
    const hasBody = typeof written[i] === 'object' && written[i].body !== undefined;
    const cell = hasBody
      ? compileBody(column, inside, at)
      : inRows.compile(column.body, column.value === undefined ? at : `${at}/value`, inCell(column.body, inside));
    const isDecimal = isDecimalColumn(written[i]!, styles);
    if (isDecimal && cell !== nothing && !(cell instanceof TextNode)) reportNoDecimals(outside, at);
    const { merge } = column;
    return {
      index: i,
      each: repeats[i],
      width: parseColumnWidth(column.width, outside.template.unit),
      valign: merge === undefined ? (column.valign ?? props.valign ?? 'top') : 'top',
      background: compileBackground(column, inRows, at),
      header,
      cell,
      value: column.value,
      bindValue: bind,
      isDecimal,
      merge: merge === undefined ? undefined : compileMerge(column, merge, parts.own, props, cells.enter(i, parts.elements), at),
      footer: outsideRows('footer'),
      when,
      isRowHeader: column.rowHeader ?? false,
      rowSpan: column.rowSpan ?? 1,
      sites: sitesOf(column, outside, at),
      ...cellLook(column, inRows, at),
    };
  });
  return { columns, given, repeats, cells };
}

const cellOfSeveral = 'a merged cell stands for those of several rows';

/** Why the header or footer of a column cannot have footnotes. Undefined: footnotes are allowed. */
function whyNoNotes(part: 'header' | 'footer', { each }: ColumnProps, { repeatHeader = true }: TableProps): string | undefined {
  if (part === 'footer') return each === undefined ? undefined : 'the column repeats';
  return repeatHeader ? 'the header of a table stands on each of its sheets, if "repeatHeader" is not false' : undefined;
}

/** A cell without content of its own belongs to the column. */
function sitesOf({ header, footer }: ColumnProps, context: CompileContext, at: string): TableColumn['sites'] {
  const column = siteOf(context, at);
  const partOf = (name: string, part: unknown) => (part === undefined ? column : siteOf(context, `${at}/${name}`))!;
  return column && { header: partOf('header', header), footer: partOf('footer', footer), cell: () => column };
}

const isDecimalColumn = (column: WrittenColumn, styles: StyleBook): boolean =>
  typeof column !== 'string' && (column.align ?? styles.find(literalStyleNames(column), 'align')?.value) === 'decimal';

/** A column that is a text is its own body. */
function readColumn(column: WrittenColumn, styles: StyleBook): ColumnProps {
  if (typeof column === 'string') return { body: column };
  const width = styledWidth(column, styles);
  return (isDecimalColumn(column, styles) ? { ...column, width, align: 'right' } : { ...column, width }) as ColumnProps;
}

const compileBody = ({ body }: ColumnProps, inside: CompileContext, at: string): ComponentNode =>
  stackNodes(compileChildren(body, inCell(body, inside), `${at}/body`), 0);

/** Compiles the list for whose elements a column repeats. `rows`: the context of the elements. */
function compileEach(
  { each, as: given }: ColumnProps,
  context: CompileContext,
  rows: CompileContext,
  at: string,
): CompiledElements | undefined {
  const { report } = context.template;
  if (each === undefined) {
    if (given !== undefined)
      report('error', 'no-effect', `${at}/as`, '"as" names an element of "each"; the column has no "each".');
    return undefined;
  }
  const as = given ?? 'column';
  const { name } = rows.names.locals[context.names.locals.length]!;
  const isKnownOutside = context.names.locals.some((local) => local.name === name);
  const dependsOnRow = typeof each === 'string' && usesName(each, name) && !isKnownOutside;
  if (dependsOnRow) {
    const message = `All rows have the same columns, so "each" cannot use "${name}", the element of a row. Name a list that stands outside of the rows.`;
    report('error', 'column-depends-on-row', `${at}/each`, message);
  }
  const taken = rows.names.locals.slice(context.names.locals.length).some((local) => local.name === as);
  if (taken) report('error', 'name-shadowed', `${at}/as`, `"${as}" is a name of the rows of this table; choose another name.`);
  return compileElements(dependsOnRow ? [] : (each as string | readonly unknown[]), { as }, context, at, 'each');
}

/** Compiles the value for which neighbours in a column are merged. */
function compileMerge(
  { valign, rowSpan = 1 }: ColumnProps,
  source: string,
  own: readonly string[],
  { rows }: Pick<TableProps, 'rows'>,
  context: CompileContext,
  at: string,
): CompiledExpression {
  const { report } = context.template;
  const compiled = compileOfElement(source, own, context, `${at}/merge`);
  if (valign !== undefined && valign !== 'top')
    report(
      'error',
      'no-effect',
      `${at}/valign`,
      'The content of merged cells stands at the top of each sheet; leave "valign" out.',
    );
  const needed = 1 + (rows?.length ?? 0);
  if (rowSpan !== needed) {
    const message = `A merged cell covers all rows of each element, also the "rows" of the table: write "rowSpan": ${needed}.`;
    report('error', 'wrong-spans', `${at}/merge`, message);
  }
  return compiled;
}

function reportNoDecimals({ template }: CompileContext, at: string): void {
  const message =
    'Only texts line up by their decimal separators: write a single text without a box of its own as the "body", or "align": "right".';
  template.report('error', 'wrong-value', `${at}/align`, message);
}
