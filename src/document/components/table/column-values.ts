// The value of a column, which its cells and the rows of sums print.
import { isObject } from '../../../json/is-object.ts';
import { compileLet } from '../../expression/index.ts';
import { valueName } from '../../expression/local-name.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';
import type { ColumnProps } from './compile-rows.ts';
import { type ColumnLayer, type ColumnPlace, type DefinedColumn, layerWith, type WholeColumns } from './defined-column.ts';
import { proveSum } from './prove-sums.ts';
import type { SheetUse, SummedColumn, TableSums } from './table-sums.ts';

/** The body of a column that has only a value. */
const ownText = `{{ ${valueName} }}`;

/** A column with the content that it prints. What it lacks, or what has no effect in it, is reported. `defined`: what its `use` leads to. */
export function withBody(
  column: ColumnProps,
  layers: readonly ColumnLayer[],
  defined: DefinedColumn | undefined,
  { report }: CompileContext['template'],
): ColumnProps {
  const isWhole = !defined || defined.layer;
  if (column.value === undefined && column.sum !== undefined && isWhole) {
    const message = 'A sum adds the values of its column: write the number as "value", such as "value": "line.amount".';
    report('error', 'missing-property', `${layerWith(layers, 'sum').pointer}/sum`, message);
  }
  if (column.body !== undefined) return column;
  if (column.value !== undefined) return { ...column, body: ownText };
  if (defined?.layer)
    report('error', 'missing-property', layers.at(-1)!.pointer, 'needs "body" or "value", because the definition has neither');
  return { ...column, body: '' };
}

/** Compiles the content of a column. `inside`: the context of its cells. */
export function compileBody(
  column: ColumnProps,
  layers: readonly ColumnLayer[],
  inside: CompileContext,
  place: ColumnPlace,
): ComponentNode {
  const isOwn = column.body === ownText && column.value !== undefined;
  const { pointer, isText, view } = layerWith(layers, isOwn ? 'value' : 'body');
  const context = view(inside, place);
  if (isOwn) return context.compile(column.body, `${pointer}/value`, context);
  if (place === 'row')
    for (const [text, at] of textsOf(column.body)) proveSum(column, text, context, isText ? pointer : `${pointer}/body${at}`);
  return isText
    ? context.compile(column.body, pointer, context)
    : stackNodes(compileChildren(column.body, context, `${pointer}/body`), 0);
}

/** The text of a body, with its place in it. */
const textsOf = (body: unknown): readonly (readonly [text: string, at: string])[] =>
  typeof body === 'string'
    ? [[body, '']]
    : Array.isArray(body)
      ? body.flatMap((child, i) => textsOf(child).map(([text, at]) => [text, `/${i}${at}`] as const))
      : isObject(body) && typeof body.text === 'string'
        ? [[body.text, '/text']]
        : [];

/** The columns that have a sum. */
export const summedColumns = ({ given, repeats, layers }: WholeColumns): readonly SummedColumn[] =>
  given.flatMap(({ value, sum }, index) => {
    if (value === undefined || sum === undefined) return [];
    const { pointer, view } = layerWith(layers[index]!, 'value');
    return [{ index, value, each: repeats[index], pointer, view: (context) => view(context, 'sum') }];
  });

/** The context of a column in the rows of elements, and the scopes in it. */
interface ColumnRows {
  readonly context: CompileContext;
  /** Undefined: the scope is that of the row. */
  readonly bind: ((scope: BoundScope) => BoundScope) | undefined;
}

/** Gives the cells of a column their `value`. `inRows`: their context, which knows the element of a column that repeats. */
export function valueInRows(
  { value, sum }: ColumnProps,
  index: number,
  layer: ColumnLayer,
  sums: TableSums | undefined,
  inRows: CompileContext,
): ColumnRows {
  if (value === undefined) return { context: inRows, bind: undefined };
  const use: SheetUse = { usesSheet: false };
  if (sum === 'running' && sums) return sums.valueIn(index, 'sofar', inRows, 'row', use);
  // The column gives the name, so it hides a name of the data.
  const report: typeof inRows.template.report = (severity, code, ...rest) => {
    if (code !== 'name-shadowed') inRows.template.report(severity, code, ...rest);
  };
  const seen = layer.view(inRows, 'row').names;
  const { names, bind, reportUnused } = compileLet({ [valueName]: value }, seen, layer.pointer, report);
  if (sum === undefined) inRows.template.atEnd(reportUnused);
  const locals = [...inRows.names.locals, ...names.locals.slice(seen.locals.length)];
  return { context: { ...inRows, names: { ...inRows.names, locals } }, bind };
}
