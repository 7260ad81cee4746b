// The contexts of the cells of a table, with the looks from its columns and from the styles of its parts.
import { compileText } from '../../expression/index.ts';
import type { StaticScope } from '../../expression/scope.ts';
import type { CompileContext, Props } from '../component.ts';
import { lookOfStyle } from '../shared/bound-values/bound-style.ts';
import type { CompiledElements } from '../shared/lists/element-context.ts';
import { styledContext } from '../shared/styled-context.ts';
import { cellBoxes } from './cell-look.ts';
import type { ColumnProps } from './compile-rows.ts';
import type { tableProperties } from './table-schema.ts';
import { valueName } from './table-sums.ts';

export type TableProps = Props<typeof tableProperties, readonly ['table', 'columns']>;

export type PartStyle = 'headerStyle' | 'footerStyle';

/** The context of a cell that begins in the column `i`, from that of its row. */
type InColumn = (i: number, row: CompileContext) => CompileContext;

export interface CellContexts {
  /** The context that knows the element of the column. */
  readonly enter: InColumn;
  /** The context of a cell in a row that has the look of the columns. */
  readonly plain: InColumn;
  /** Of a row of an element. */
  readonly ofElement: InColumn;
  /** The context of a cell in a written row of a header or footer. */
  ofPart(part: PartStyle): InColumn;
  /** Of a cell that shows the sum of a column. In it, `value` is the sum. */
  readonly ofSum: InColumn;
  /** Of the column's own header or footer. */
  ofColumn(part: PartStyle): InColumn;
}

/** `outside`: the context outside of the elements. `rows`: that of the elements. `repeats`: the lists of the columns. */
export function cellContexts(
  props: TableProps,
  columns: readonly ColumnProps[],
  repeats: readonly (CompiledElements | undefined)[],
  { outside, rows }: { readonly outside: CompileContext; readonly rows: CompileContext },
  pointer: string,
): CellContexts {
  const { rowStyle } = props;
  const enter: InColumn = (i, base) => repeats[i]?.enter(base) ?? base;
  const namesInRows = (i: number): StaticScope => {
    const { names } = enter(i, rows);
    if (columns[i]!.value === undefined) return names;
    return { ...names, locals: [...names.locals, { name: valueName, schema: true }] };
  };
  const looks = columns.map((column, i) => lookOutsideRows(column, outside.names, namesInRows(i)));
  const ownLooks = columns.map((column, i) => lookOutsideRows(column, enter(i, outside).names, namesInRows(i)));
  const inLook =
    (given: readonly ColumnProps[]): InColumn =>
    (i, base) => {
      const look = given[i];
      return look ? styledContext(look, base, `${pointer}/columns/${i}`, [...cellBoxes, 'width', 'decimal']) : base;
    };
  const styledBy = (part: PartStyle, base: CompileContext): CompileContext => {
    const style = props[part];
    return style === undefined ? base : styledContext(lookOfStyle(style), base, `${pointer}/${part}`, cellBoxes);
  };
  // Tells faults of the styles where no column has a header or footer, too.
  for (const part of ['headerStyle', 'footerStyle'] as const) styledBy(part, outside);
  // The style of a header wins over the look of a column, which is meant for the rows. See docs/decisions/0055.
  const ofPart =
    (part: PartStyle, look: InColumn): InColumn =>
    (i, base) =>
      styledBy(part, look(i, base));
  return {
    enter,
    plain: inLook(looks),
    ofElement(i, base) {
      const inside = inLook(columns)(i, base);
      return rowStyle === undefined ? inside : styledContext(lookOfStyle(rowStyle), inside, `${pointer}/rowStyle`, cellBoxes);
    },
    ofPart: (part) => ofPart(part, inLook(looks)),
    ofSum: (i, base) => inLook(columns.map((column) => lookOutsideRows(column, base.names, namesInRows(i))))(i, base),
    ofColumn: (part) => ofPart(part, inLook(ownLooks)),
  };
}

/** The properties that may be bound to the element of a row. */
interface BoundLook {
  readonly style?: string | readonly string[] | undefined;
  readonly color?: string | undefined;
}

/** The look without bindings to the element of a row: these apply only to the cells of rows. */
function lookOutsideRows<T extends BoundLook>(look: T, outside: StaticScope, inRows: StaticScope): T {
  const isOfRows = (source: string) => readsRow(source, outside, inRows);
  const styles = look.style === undefined ? [] : typeof look.style === 'string' ? [look.style] : look.style;
  const { color } = look;
  if (!styles.some(isOfRows) && !(color !== undefined && isOfRows(color))) return look;
  const { color: _color, ...rest } = look;
  return {
    ...rest,
    style: styles.map((source) => (isOfRows(source) ? '' : source)).filter((source) => source !== ''),
    ...(color !== undefined && !isOfRows(color) && { color }),
  } as unknown as T;
}

/** Whether a text reads a name that only rows know. */
function readsRow(source: string, outside: StaticScope, inRows: StaticScope): boolean {
  let isRead = false;
  const read = () => {
    isRead = true;
    return undefined;
  };
  const isOutside = (name: string) => outside.locals.some((one) => one.name === name);
  const locals = inRows.locals.map((local) => (isOutside(local.name) ? local : { ...local, read }));
  const { diagnostics } = compileText(source, { ...inRows, locals });
  return isRead && diagnostics.every(({ severity }) => severity !== 'error');
}
