// Compiles the columns of a table.
import type { FromSchema } from '../../../contract/schema.ts';
import { type CompiledExpression, usesName } from '../../expression/index.ts';
import { type CompileContext, nothing, siteOf } from '../component.ts';
import { compileBackground, literalStyleNames, styledWidth } from '../shared/bound-values/bound-style.ts';
import { inCell } from '../shared/box/row-height.ts';
import { compileAgain, contextWhere } from '../shared/context.ts';
import { type CompiledElements, compileElements } from '../shared/lists/element-context.ts';
import { compileOfElement } from '../shared/lists/select-elements.ts';
import { parseColumnWidth } from '../shared/resolve-widths.ts';
import { misplaced } from '../text/compile-footnotes.ts';
import { TextNode } from '../text/text-node.ts';
import { type CellContexts, cellContexts, type TableProps } from './cell-contexts.ts';
import { cellLook } from './cell-look.ts';
import { compileBody, valueInRows, withBody } from './column-values.ts';
import { type ColumnProps, checkTitles, sumsOfSheet } from './compile-rows.ts';
import { type ColumnLayer, enterColumn, layerWith, ownLayer, type ReadColumns, type WholeColumns } from './defined-column.ts';
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

interface CompiledColumns extends WholeColumns {
  readonly columns: readonly TableColumn[];
  readonly cells: CellContexts;
}

/** Reads the columns. `elements`: the context of the elements. */
export function readColumns(
  { columns }: TableProps,
  outside: CompileContext,
  elements: CompileContext,
  pointer: string,
): ReadColumns {
  const placeOf = (i: number) => `${pointer}/columns/${i}`;
  // A column that is a text is its own body.
  const written = (columns as readonly WrittenColumn[]).map((column) => (typeof column === 'string' ? { body: column } : column));
  const repeats = written.map((column, i) => compileEach(column, outside, elements, placeOf(i)));
  const defined = written.map(({ use, ...column }, i) =>
    use === undefined ? undefined : enterColumn({ ...column, use }, { outside, elements, each: repeats[i], pointer: placeOf(i) }),
  );
  const layers = written.map(({ use: _use, with: _with, ...own }, i) => {
    const inner = defined[i]?.layer;
    return [...(inner ? [inner] : []), ownLayer(own, placeOf(i), typeof columns[i] === 'string')];
  });
  return { layers, repeats, defined };
}

/** Joins what the columns say, and reports what they lack. */
export function joinLayers({ layers, ...others }: ReadColumns, { template }: CompileContext): WholeColumns {
  const { styles } = template;
  const alignOf = ({ props }: ColumnLayer) => props.align ?? styles.find(literalStyleNames(props), 'align')?.value;
  const last = <T>(own: readonly ColumnLayer[], read: (layer: ColumnLayer) => T): T | undefined =>
    own.map(read).findLast((value) => value !== undefined);
  return {
    layers,
    areDecimal: layers.map((own) => last(own, alignOf) === 'decimal'),
    given: layers.map((own, i) => {
      const props = Object.assign({}, ...own.map((layer) => layer.props)) as ColumnProps;
      const width = last(own, (layer) => styledWidth(layer.props, styles));
      return withBody({ ...props, width }, own, others.defined[i], template);
    }),
    ...others,
  };
}

export function compileColumns(props: TableProps, whole: WholeColumns, parts: ColumnParts, pointer: string): CompiledColumns {
  const { given, repeats, layers, defined, areDecimal } = whole;
  const { outside } = parts;
  const { outline, report } = outside.template;
  const cells = cellContexts(props, whole, { outside, rows: parts.elements }, pointer);
  const columns = given.map((column, i): TableColumn => {
    const at = `${pointer}/columns/${i}`;
    const layerOf = (property: keyof ColumnProps) => layerWith(layers[i]!, property);
    const fixed = (property: keyof ColumnProps, context: CompileContext) => layerOf(property).view(context, { fixed: property });
    const elementRows = cells.enter(i, parts.rows);
    defined[i]?.findOwn(elementRows);
    const when =
      column.when === undefined
        ? undefined
        : fixed('when', cells.enter(i, outside)).expression(column.when, `${layerOf('when').pointer}/when`);
    // Values in a hidden column may be missing. In the rows, the element of a column that repeats is another local.
    const whereShown = (context: CompileContext) =>
      contextWhere(when && repeats[i] ? compileAgain(column.when!, fixed('when', context)) : when, context);
    defined[i]?.prove(whereShown(elementRows));
    const outsideRows = (part: 'header' | 'footer') => {
      const child = column[part];
      if (child === undefined) return undefined;
      const place = `${layerOf(part).pointer}/${part}`;
      const base = cells.enter(i, parts[part]);
      const inside = cells.ofColumn(`${part}Style`)(i, whereShown(base));
      const noNotes = base.noNotes ?? whyNoNotes(part, column, props);
      const notesBefore = outline.noteTexts;
      const around = fixed(part, { ...inCell(child, inside), noNotes });
      const node = checkTitles(parts.footerUse, base, place, () => base.compile(child, place, around));
      if (part === 'footer' && parts.footerUse.usesSheet && outline.noteTexts > notesBefore)
        report('error', 'note-misplaced', place, misplaced(sumsOfSheet));
      return node;
    };
    const header = outsideRows('header');
    const { context: inRows, bind } = valueInRows(column, i, layerOf('value'), parts.sums, elementRows);
    const inCells = whereShown(inRows);
    const noNotes = inCells.noNotes ?? (column.merge === undefined ? undefined : cellOfSeveral);
    const inside = cells.ofElement(i, { ...inCells, noNotes });
    const cell = compileBody(column, layers[i]!, inCell(column.body, inside), 'row');
    if (areDecimal[i] && cell !== nothing && !(cell instanceof TextNode))
      reportNoDecimals(outside, `${layerOf('align').pointer}/align`);
    const { merge } = column;
    const looks = layers[i]!.map((layer) => {
      const context = layer.view(inRows, 'row');
      const { pointer: place } = layer;
      return { background: compileBackground(layer.props, context, place), ...cellLook(layer.props, context, place) };
    });
    const lookOf = <K extends keyof (typeof looks)[number]>(name: K) =>
      looks.findLast((look) => look[name] !== undefined)?.[name];
    return {
      index: i,
      use: defined[i] && at,
      each: repeats[i],
      width: parseColumnWidth(column.width, outside.template.unit),
      valign: column.valign ?? props.valign ?? 'top',
      background: lookOf('background'),
      padding: lookOf('padding'),
      border: lookOf('border'),
      header,
      cell,
      value: column.value,
      bindValue: bind,
      isDecimal: areDecimal[i]!,
      merge:
        merge === undefined ? undefined : compileMerge(column, layerOf('merge'), parts, props, cells.enter(i, parts.elements)),
      footer: outsideRows('footer'),
      when,
      isRowHeader: column.rowHeader ?? false,
      rowSpan: column.rowSpan ?? 1,
      sites: sitesOf(column, layers[i]!, outside, at),
    };
  });
  return { columns, ...whole, cells };
}

const cellOfSeveral = 'a merged cell stands for those of several rows';

/** Why the header or footer of a column cannot have footnotes. Undefined: footnotes are allowed. */
function whyNoNotes(part: 'header' | 'footer', { each }: ColumnProps, { repeatHeader = true }: TableProps): string | undefined {
  if (part === 'footer') return each === undefined ? undefined : 'the column repeats';
  return repeatHeader ? 'the header of a table stands on each of its sheets, if "repeatHeader" is not false' : undefined;
}

/** A cell without content of its own belongs to the column. */
function sitesOf(column: ColumnProps, layers: readonly ColumnLayer[], context: CompileContext, at: string): TableColumn['sites'] {
  const whole = siteOf(context, at);
  const partOf = (name: 'header' | 'footer') => {
    const layer = layerWith(layers, name);
    return (column[name] === undefined ? whole : siteOf(layer.view(context, { fixed: name }), `${layer.pointer}/${name}`))!;
  };
  return whole && { header: partOf('header'), footer: partOf('footer'), cell: () => whole };
}

/** Compiles the list for whose elements a column repeats. `rows`: the context of the elements. */
function compileEach(
  { each, as: given }: Pick<ColumnProps, 'each' | 'as'>,
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
  { rowSpan = 1, merge }: ColumnProps,
  layer: ColumnLayer,
  { own }: Pick<ColumnParts, 'own'>,
  { rows }: Pick<TableProps, 'rows'>,
  context: CompileContext,
): CompiledExpression {
  const { report } = context.template;
  const at = layer.pointer;
  const compiled = compileOfElement(merge!, layer.own ? [...layer.own] : own, layer.view(context, 'row'), `${at}/merge`);
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
  template.report('error', 'wrong-value', at, message);
}
