// Sums over the rows of a table, which are carried from sheet to sheet.
import { type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { calculate, type Decimal, toDecimal } from '../../expression/decimal.ts';
import { showOperand } from '../../expression/filters/arguments.ts';
import { type CompiledExpression, checkLocalName } from '../../expression/index.ts';
import { valueName } from '../../expression/local-name.ts';
import { typeWords, valueTypes } from '../../expression/schema-walk.ts';
import type { Counted } from '../../expression/scope.ts';
import { isAbsent } from '../../expression/values.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import type { CompiledElements } from '../shared/lists/element-context.ts';

/** A sum for each name of `sums`, then one for each column that has a sum. A column that repeats has one for each element of its list. */
export type Totals = readonly (Decimal | readonly Decimal[])[];

/** The parts of a table that see its sums. `row`: of an element. `head`: the headers of the columns. `header`, `footer`: rows outside of the elements. `groupStart`: header rows where a group begins. `groupEnd`: footer rows with more rows below. */
export type SumPlace = 'row' | 'head' | 'header' | 'footer' | 'groupStart' | 'groupEnd';

/** The sums that are known when a row is built. */
export interface KnownSums {
  /** Of the whole table. */
  readonly all: Totals;
  /** Up to this row, or up to the end of the sheet. */
  readonly sofar?: Totals | undefined;
  /** Up to the end of the sheet before. */
  readonly before?: Totals | undefined;
}

/** Which sums a row prints. Compiling the row fills this in. */
export interface SheetUse {
  /** The row prints sums that are known only when its sheet is filled. */
  usesSheet: boolean;
  /** It prints a sum that is known only when the sheets before are filled, so not in the walk of the outline. */
  usesFilled?: boolean;
  /** The expression decides whether the row is there. */
  readonly decides?: boolean;
}

export interface TableSums {
  /** A context that knows the name `sums`. `use` notes whether a sheet must be known. Undefined: no sheet need be known here. */
  contextIn(context: CompileContext, place: SumPlace, use: SheetUse | undefined): CompileContext;
  /** Before the first row. */
  readonly none: Totals;
  /** The sums with one more row. */
  add(sums: Totals, element: BoundScope): Totals;
  /** The totals by their names. */
  named(totals: Totals): object;
  readonly names: readonly string[];
  /** The schema of a sum, and of a number of elements, of the table or of a group: `from` says which. */
  numberSchema(name: string | undefined, from?: string): JsonSchema;
  /** The value of the name `sums`. */
  valueOf(known: KnownSums): object;
  /** The value of a column in the row of an element. Undefined: none. `scope`: of the element, and of that of a column that repeats. */
  valueOfColumn(column: number, scope: BoundScope): Decimal | undefined;
  /** A context in which `value` is the sum of a column, and the scopes in it. */
  valueIn(column: number, part: ColumnPart, context: CompileContext, place: SumPlace, use: SheetUse | undefined): ValueOfSum;
}

/** The sums of columns that are printed: parts of the sums of a table, or the sum of a group. */
export type ColumnPart = 'all' | 'sofar' | 'before' | 'group';

interface ValueOfSum {
  readonly context: CompileContext;
  /** `scope`: of the row, and in the element of a column that repeats. */
  bind(scope: BoundScope): BoundScope;
}

/** A column that has a sum. */
export interface SummedColumn {
  /** Its place among the columns. */
  readonly index: number;
  readonly value: string;
  /** The list for whose elements it repeats. */
  readonly each: CompiledElements | undefined;
  /** Where its value stands. */
  readonly pointer: string;
  /** The context in which its value is compiled, from that of the elements. */
  view(rows: CompileContext): CompileContext;
}

/** The members of each sum, the time at which each is known, and the places that can use it. */
const parts = {
  all: { places: ['row', 'head', 'header', 'footer', 'groupStart', 'groupEnd'], advice: '' },
  sofar: {
    places: ['row', 'footer', 'groupEnd'],
    advice: 'In a header row it is what the sheets before have: write ".before".',
  },
  before: {
    places: ['header', 'footer', 'groupStart', 'groupEnd'],
    advice: 'A row does not know on which sheet it will stand: write it into a header or footer row.',
  },
  page: {
    places: ['footer'],
    advice: 'It is known only when the sheet ends: write it into a footer row.',
  },
} as const satisfies Record<string, { readonly places: readonly SumPlace[]; readonly advice: string }>;

type Part = keyof typeof parts;

const ofSheet: readonly string[] = ['page', 'before', 'sofar'] satisfies readonly Part[];

const sumSchema = (number: JsonSchema): JsonSchema =>
  objectOf(Object.keys(parts), Object.fromEntries(Object.keys(parts).map((part) => [part, number])));

const isPath = /^[\p{L}\p{N}_$.]+$/u;

/** The schema of a number that counts elements of a table, which a quotient of two such numbers is proved by. */
function countSchema(sum: Summed | undefined, element: string, from: string): JsonSchema {
  if (sum === undefined)
    return { type: 'integer', 'x-counted': { from, there: new Set(), list: () => undefined } satisfies Counted };
  const { source, compiled } = sum;
  // A calculation tells itself where it adds nothing.
  const mayLack = compiled.isOptional === true;
  if (compiled.isComputed || !(mayLack || isPath.test(source))) return { type: 'number' };
  const { doubt } = compiled;
  const asked = `${source} != null`;
  const counted: Counted = {
    from,
    there: new Set([source]),
    list: () => undefined,
    sum: {
      member: source,
      key: source,
      mayLack,
      lack: doubt && { why: doubt.root ?? doubt.why, must: doubt.must },
      mean: `a sum of "${asked} ? 1 : 0" in the table as the divisor`,
      element,
      valueOf: () => undefined,
    },
  };
  return { type: 'number', 'x-counted': counted };
}

/** Whether rows outside of the elements print sums, which are 0 without elements. */
export const statesTotal = ({
  sums,
  total,
  header,
  footer,
  columns,
}: {
  readonly [name in 'sums' | 'total' | 'header' | 'footer']?: unknown;
} & { readonly columns: readonly (string | { readonly footer?: unknown })[] }): boolean =>
  total !== undefined ||
  (sums !== undefined &&
    (header !== undefined || footer !== undefined || columns.some((one) => typeof one !== 'string' && one.footer !== undefined)));

/** Elements of a list that may be missing, which is told: a total of 0 would be a number that nobody states. */
export function tellingMissing(
  elements: CompiledElements,
  source: unknown,
  { template }: CompileContext,
  place: string,
): CompiledElements {
  const { expression, list } = elements;
  if (!expression?.mayBeMissing) return elements;
  const { isOptional, doubt } = expression;
  if (isOptional) {
    const { why = 'The list may be missing', must } = doubt ?? {};
    const right = [
      `"when": "${source} != null" in this table`,
      `${source} ?? '' if a missing list is one without rows`,
      must ?? [],
    ].flat();
    const message = `${why}, and the sums of the table are 0 then: write ${right.join(', or ')}.`;
    template.report('warning', 'possibly-missing', place, message, 0, { left: 'number' });
  }
  return {
    ...elements,
    list(scope, session) {
      if (isAbsent(expression.evaluate(scope)))
        scope.warn?.(place, `"${source}" is missing, and the sums of the table are 0.`, scope, String(source), 'missing');
      return list(scope, session);
    },
  };
}

/** Compiles the sums of a table. `rows`: the context of its elements. Undefined: the table has no sums. */
export function compileSums(
  given: Readonly<Record<string, string>> | undefined,
  columns: readonly SummedColumn[],
  rows: CompileContext,
  { own, expression }: Pick<CompiledElements, 'own' | 'expression'>,
  pointer: string,
): TableSums | undefined {
  if (given === undefined && columns.length === 0) return undefined;
  const { template } = rows;
  const names = Object.keys(given ?? {});
  const compileSum = (source: string, context: CompileContext, at: string): Summed => {
    const compiled = context.expression(source, at, '0');
    const types = valueTypes(compiled.schema, rows.names.schema);
    if (types && types.size > 0 && !types.has('number') && !types.has('integer'))
      template.report('error', 'wrong-type', at, `A sum needs numbers, but "${source}" is ${typeWords(types)}.`);
    return { source, compiled, place: at, each: undefined };
  };
  const named = names.map((name) => {
    const at = `${pointer}/sums/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const problem = checkLocalName(name);
    if (problem) template.report('error', 'reserved-name', at, problem);
    return compileSum(given![name]!, rows, at);
  });
  const ofColumns = columns.map(({ value, each, view, pointer: at }) => ({
    ...compileSum(value, view(each?.enter(rows) ?? rows), `${at}/value`),
    each,
  }));
  const summed = [...named, ...ofColumns];
  // No expression can name the sum of a column.
  const keys = [...names, ...columns.map(({ index }) => Symbol(`column ${index}`))];
  const keyOf = (index: number) => keys[names.length + columns.findIndex((one) => one.index === index)]!;
  const byName = (valueAt: (i: number) => unknown): Readonly<Record<string | symbol, unknown>> =>
    Object.fromEntries(keys.map((key, i) => [key, valueAt(i)]));
  const sumsName = given === undefined ? hiddenSums : 'sums';
  const ofTable = expression?.key ?? pointer;
  const numberSchema: TableSums['numberSchema'] = (name, from = ofTable) =>
    countSchema(name === undefined ? undefined : named[names.indexOf(name)], own[0]!, from);
  const schema = objectOf(names, Object.fromEntries(names.map((name) => [name, sumSchema(numberSchema(name))])));
  return {
    numberSchema,
    contextIn: (context, place, use) => contextWithSums(sumsName, schema, context, place, use),
    none: summed.map(({ each }) => (each ? [] : 0)),
    names,
    named: (totals) => byName((i) => totals[i]),
    add: (sums, element) => sums.map((sum, i) => addTo(sum, summed[i]!, element)),
    valueOf: ({ all, sofar, before }) =>
      byName((i) => ({
        all: all[i],
        ...(sofar && { sofar: sofar[i] }),
        ...(before && { before: before[i] }),
        ...(sofar && before && i < names.length && { page: calculate('-', sofar[i] as Decimal, before[i] as Decimal) ?? 0 }),
      })),
    valueOfColumn: (index, scope) =>
      toDecimal(summed[names.length + columns.findIndex((one) => one.index === index)]!.compiled.evaluate(scope)),
    valueIn(index, part, context, place, use) {
      const { locals } = context.names;
      const isGroup = part === 'group';
      const holder = locals.findLastIndex(({ name }) => name === (isGroup ? 'group' : sumsName));
      const key = keyOf(index);
      const read = isGroup ? undefined : () => readSum('', part, place, use);
      const local = { name: valueName, schema: { type: 'number' }, isOfTable: true, ...(read && { read }) };
      return {
        context: { ...context, names: { ...context.names, locals: [...locals, local] } },
        bind(scope) {
          const held = scope.locals[holder] as HeldSums;
          const sum = isGroup ? held.sums![key] : held[key]![part];
          const value = Array.isArray(sum) ? (sum[scope.loop?.index0 ?? 0] ?? 0) : sum;
          return { ...scope, locals: [...scope.locals, value] };
        },
      };
    },
  };
}

/** The name of sums of columns alone, which no expression can write. */
const hiddenSums = ' sums';

/** The value of the name `sums` or `group`, with the sums of columns in it. */
type HeldSums = Readonly<Record<string | symbol, Readonly<Record<string | symbol, unknown>> | undefined>>;

interface Summed {
  readonly source: string;
  readonly compiled: CompiledExpression;
  readonly place: string;
  readonly each: CompiledElements | undefined;
}

function addTo(sum: Decimal | readonly Decimal[], summed: Summed, element: BoundScope): Decimal | readonly Decimal[] {
  const { each } = summed;
  if (!each) return addNumber(sum as Decimal, summed, element);
  const sums = sum as readonly Decimal[];
  const list = each.list(element, element.session);
  return Array.from({ length: list.length }, (_, i) => addNumber(sums[i] ?? 0, summed, each.scopeOf(element, list, i)));
}

/** A missing member adds nothing. The warning about a missing operand comes from the calculation itself. */
function addNumber(sum: Decimal, { source, compiled, place }: Summed, element: BoundScope): Decimal {
  const value = compiled.evaluate(element);
  const number = toDecimal(value);
  const tell = (message: string) => element.warn?.(place, message, element, source);
  if (number !== undefined) {
    const more = calculate('+', sum, number);
    if (more === undefined) tell('The sum would have more than 1,000 digits: this number is left out of it.');
    return more ?? sum;
  }
  if (!isAbsent(value)) tell(`${showOperand(value)} is not a number and is left out of the sum.`);
  return sum;
}

/** Notes in `use` what a row reads of a sum. A text: why it is not known in this place. */
function readSum(name: string, part: Part, place: SumPlace, use: SheetUse | undefined): string | undefined {
  const { places, advice } = parts[part];
  if (use?.decides && place !== 'header' && part !== 'all')
    return `The sum ".${part}" cannot decide whether a row is there: the room of the row is kept before its sheet is filled. Decide by the data or by ".all".${place === 'groupStart' ? ' A header row with "on": "notFirst" may decide by ".before".' : ''}`;
  if (part === 'page' && place === 'groupEnd')
    return `The sum ".page" is not known here: more rows of the sheet may follow below the last row of the group. Write "group.sums.${name}" for the sum of the group, ".sofar" for the sum up to here, or give the row "on": "notLast", so that it stands where a sheet ends.`;
  if (!(places as readonly SumPlace[]).includes(place)) return `The sum ".${part}" is not known here. ${advice}`;
  if (use && ofSheet.includes(part)) use.usesSheet = true;
  // The first sheet has none before it, so the header of the table knows the sum.
  if (use && part !== 'all' && part !== 'sofar' && place !== 'header') use.usesFilled = true;
  return undefined;
}

function contextWithSums(
  sumsName: string,
  schema: JsonSchema,
  context: CompileContext,
  place: SumPlace,
  use: SheetUse | undefined,
): CompileContext {
  const read = ([name = '', part = '']: readonly string[]) =>
    Object.hasOwn(parts, part) ? readSum(name, part as Part, place, use) : undefined;
  const { locals } = context.names;
  return {
    ...context,
    names: { ...context.names, locals: [...locals, { name: sumsName, schema, isOfTable: true, read }] },
  };
}
