// Compiles the groups of a table, and gives the schema of the name `group`.
import { type FromSchema, type JsonSchema, objectOf } from '../../../contract/schema.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import { withLack } from '../../expression/schema-walk.ts';
import type { Break } from '../../layout/box.ts';
import type { CompileContext } from '../component.ts';
import { canBreakColumn } from '../shared/box/with-breaks.ts';
import { compileOfElement } from '../shared/lists/select-elements.ts';
import { compileSingleRows, type RowsOfTable } from './compile-rows.ts';
import { compileSumRow, type SumColumns } from './sum-rows.ts';
import type { TableGroups } from './table-plan.ts';
import type { groupSchema, RowSheets } from './table-schema.ts';
import type { TableSums } from './table-sums.ts';

export type GroupProps = FromSchema<typeof groupSchema>;

/** The groups of a table while it is compiled. */
interface CompiledGroups {
  /** A context that knows the innermost group. */
  inner(context: CompileContext): CompileContext;
  /** Compiles the rows of the groups, when the columns are known. */
  compile(table: Pick<RowsOfTable, 'columns' | 'inColumn' | 'enter'>, sums: SumColumns): TableGroups | undefined;
}

interface AroundGroups {
  /** The context of the elements, and that outside of them. */
  readonly rows: CompileContext;
  readonly outside: CompileContext;
  readonly sums: TableSums | undefined;
  /** The names of the element, and of the values of `let` that use it. */
  readonly own: readonly string[];
  readonly pointer: string;
}

/** Compiles `groups`. */
export function compileGroups(
  given: readonly GroupProps[] | undefined,
  { rows, outside, sums, own, pointer }: AroundGroups,
): CompiledGroups {
  if (given === undefined) return { inner: (context) => context, compile: () => undefined };
  const levels = given.map(({ by }, i) => compileOfElement(by, own, rows, `${pointer}/groups/${i}/by`));
  const items = rows.names.locals.findLast(({ name }) => name === own[0])!.schema;
  const inGroup = (context: CompileContext, depth: number): CompileContext => {
    const schema = groupSchemaAt(levels, depth, items, sums);
    return {
      ...context,
      names: { ...context.names, locals: [...context.names.locals, { name: 'group', schema, isOfTable: true }] },
    };
  };
  return {
    inner: (context) => inGroup(context, levels.length - 1),
    compile(table, sumColumns) {
      const rowsOf = (list: GroupProps['header' | 'footer'], depth: number, place: 'header' | 'footer') =>
        compileSingleRows(
          list ?? [],
          {
            ...table,
            on: place === 'header' ? 'all' : 'last',
            standsOnce: (on) => on === (place === 'header' ? 'first' : 'last'),
            contextOf(use, on) {
              return inGroup(sums?.contextIn(outside, placeOf[place](on), use) ?? outside, depth);
            },
          },
          `${pointer}/groups/${depth}/${place}`,
          outside,
        );
      const breaksBefore = (given: Break | undefined, at: string) =>
        given === 'page' || (given && canBreakColumn(rows, at)) ? given : false;
      return {
        levels: given.map(({ header, footer, subtotal, break: breaks }, i) => ({
          by: levels[i]!,
          headers: rowsOf(header, i, 'header'),
          footers: [
            ...compileSumRow(
              subtotal,
              sumColumns,
              {
                part: 'group',
                on: 'last',
                place: 'groupEnd',
                contextOf: (use) => inGroup(sums?.contextIn(outside, 'groupEnd', use) ?? outside, i),
              },
              `${pointer}/groups/${i}/subtotal`,
            ),
            ...rowsOf(footer, i, 'footer'),
          ],
          begins: breaksBefore(breaks?.before as Break | undefined, `${pointer}/groups/${i}/break/before`),
        })),
      };
    },
  };
}

/** The sums that the rows of a group can use. Its rows on later sheets can use the same sums as rows of the table. */
const placeOf = {
  header: (on: RowSheets) => (on === 'notFirst' ? 'header' : 'groupStart'),
  footer: (on: RowSheets) => (on === 'notLast' ? 'footer' : 'groupEnd'),
} as const;

/** The schema of the name `group`, for groups of the depth `depth`, from 0. */
function groupSchemaAt(
  levels: readonly CompiledExpression[],
  depth: number,
  items: JsonSchema | boolean,
  sums: TableSums | undefined,
): JsonSchema {
  const parent = depth === 0 ? undefined : groupSchemaAt(levels, depth - 1, items, sums);
  const from = `group ${depth}`;
  const names = sums?.names ?? [];
  const { schema, isOptional, doubt = { why: 'What groups the rows may be missing' } } = levels[depth]!;
  const properties: Record<string, JsonSchema> = {
    key: isOptional ? withLack(schema, doubt) : (schema as JsonSchema),
    items: { type: 'array', minItems: 1, items: items as JsonSchema },
    count: sums?.numberSchema(undefined, from) ?? { type: 'integer' },
    index: { type: 'integer' },
    sums: objectOf(names, Object.fromEntries(names.map((name) => [name, sums!.numberSchema(name, from)]))),
    ...(parent && { parent }),
  };
  const required = Object.keys(properties).filter((name) => name !== 'key' || !isOptional);
  return objectOf(required, properties);
}
