// The contexts of the cells of a table, with the looks from its columns and from the styles of its parts.
import { compileText } from '../../expression/index.ts';
import { valueName } from '../../expression/local-name.ts';
import type { StaticScope } from '../../expression/scope.ts';
import type { CompileContext, Props } from '../component.ts';
import { lookOfStyle } from '../shared/bound-values/bound-style.ts';
import { styledContext } from '../shared/styled-context.ts';
import { cellBoxes } from './cell-look.ts';
import type { ColumnLayer, ColumnPlace, WholeColumns } from './defined-column.ts';
import type { tableProperties } from './table-schema.ts';

export type TableProps = Props<typeof tableProperties, readonly ['table', 'columns']>;

export type PartStyle = 'headerStyle' | 'footerStyle';

/** The context of a cell that begins in the column `i`, from that of its row. */
export type InColumn = (i: number, row: CompileContext) => CompileContext;

export interface CellContexts {
  /** The context that knows the element of the column. */
  readonly enter: InColumn;
  /** The context of a cell in a row that has the look of the columns. */
  readonly plain: InColumn;
  /** Of a row of an element. */
  readonly ofElement: InColumn;
  /** The context of a cell in a row of a header or footer. `look`: that of the columns in it. */
  ofPart(part: PartStyle, look?: InColumn): InColumn;
  /** Of a cell that shows the sum of a column. In it, `value` is the sum. */
  readonly ofSum: InColumn;
  /** Of the column's own header or footer. */
  ofColumn(part: PartStyle): InColumn;
}

/** `outside`: the context outside of the elements. `rows`: that of the elements. */
export function cellContexts(
  props: TableProps,
  { given, layers, repeats }: WholeColumns,
  { outside, rows }: { readonly outside: CompileContext; readonly rows: CompileContext },
  pointer: string,
): CellContexts {
  const { rowStyle } = props;
  const enter: InColumn = (i, base) => repeats[i]?.enter(base) ?? base;
  const inRows = (i: number): CompileContext => {
    const context = enter(i, rows);
    if (given[i]!.value === undefined) return context;
    const { names } = context;
    return { ...context, names: { ...names, locals: [...names.locals, { name: valueName, schema: true }] } };
  };
  /** The looks of a column outside of the rows of elements, where the names of `base` are known. */
  const outsideRows = (i: number, base: CompileContext) =>
    layers[i]!.map((layer) => ({ ...layer, props: lookOutsideRows(layer, base, inRows(i)) }));
  const looks = layers.map((_, i) => outsideRows(i, outside));
  const ownLooks = layers.map((_, i) => outsideRows(i, enter(i, outside)));
  const inLook =
    (all: readonly (readonly ColumnLayer[])[], place: ColumnPlace): InColumn =>
    (i, base) => {
      let { style } = base;
      for (const { props: look, view, pointer: at } of all[i] ?? []) {
        const seen = view(base, place);
        style = styledContext(look, style === base.style ? seen : { ...seen, style }, at, columnBoxes).style;
      }
      return style === base.style ? base : { ...base, style };
    };
  const styledBy = (part: PartStyle, base: CompileContext): CompileContext => {
    const style = props[part];
    return style === undefined ? base : styledContext(lookOfStyle(style), base, `${pointer}/${part}`, cellBoxes);
  };
  // Tells faults of the styles where no column has a header or footer, too.
  for (const part of ['headerStyle', 'footerStyle'] as const) styledBy(part, outside);
  const plain = inLook(looks, inHeader);
  // The style of a header wins over the look of a column, which is meant for the rows. See docs/decisions/0055.
  const ofPart =
    (part: PartStyle, look: InColumn = plain): InColumn =>
    (i, base) =>
      styledBy(part, look(i, base));
  return {
    enter,
    plain,
    ofElement(i, base) {
      const inside = inLook(layers, 'row')(i, base);
      return rowStyle === undefined ? inside : styledContext(lookOfStyle(rowStyle), inside, `${pointer}/rowStyle`, cellBoxes);
    },
    ofPart,
    ofSum: (i, base) => inLook({ ...layers, [i]: outsideRows(i, base) }, inHeader)(i, base),
    ofColumn: (part) => ofPart(part, inLook(ownLooks, inHeader)),
  };
}

const columnBoxes = [...cellBoxes, 'width', 'decimal'];

/** The look of a column outside of the rows of elements. */
const inHeader: ColumnPlace = { fixed: 'style' };

/** The properties that may be bound to the element of a row. */
interface BoundLook {
  readonly style?: string | readonly string[] | undefined;
  readonly color?: string | undefined;
}

/** The look without bindings to the element of a row: these apply only to the cells of rows. */
function lookOutsideRows({ props: look, view, own }: ColumnLayer, outside: CompileContext, inRows: CompileContext): BoundLook {
  const isOfRows = (source: string) => readsRow(source, outside.names, view(inRows, 'row').names, own);
  const styles = look.style === undefined ? [] : typeof look.style === 'string' ? [look.style] : look.style;
  const { color } = look;
  if (!styles.some(isOfRows) && !(color !== undefined && isOfRows(color))) return look;
  const { color: _color, ...rest } = look;
  return {
    ...rest,
    style: styles.map((source) => (isOfRows(source) ? '' : source)).filter((source) => source !== ''),
    ...(color !== undefined && !isOfRows(color) && { color }),
  };
}

/** Whether a text reads a name that only rows know. */
function readsRow(source: string, outside: StaticScope, inRows: StaticScope, own?: ReadonlySet<string>): boolean {
  let isRead = false;
  const read = () => {
    isRead = true;
    return undefined;
  };
  const isOutside = (name: string) => outside.locals.some((one) => one.name === name);
  const locals = inRows.locals.map((local) => (isOutside(local.name) ? local : { ...local, read }));
  const params = inRows.params && {
    ...inRows.params,
    list: inRows.params.list.map((param) => (own?.has(param.name) ? { ...param, read } : param)),
  };
  const { diagnostics } = compileText(source, { ...inRows, locals, ...(params && { params }) });
  return isRead && diagnostics.every(({ severity }) => severity !== 'error');
}
