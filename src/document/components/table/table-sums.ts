// Sums over the rows of a table, which are carried from sheet to sheet.
import { type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { calculate, type Decimal, toDecimal } from '../../expression/decimal.ts';
import { showOperand } from '../../expression/filters/arguments.ts';
import { type CompiledExpression, checkLocalName } from '../../expression/index.ts';
import { typeWords, valueTypes } from '../../expression/schema-walk.ts';
import { isAbsent } from '../../expression/values.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';

/** A sum for each name of `sums`. */
export type Totals = readonly Decimal[];

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
  /** The value of the name `sums`. */
  valueOf(known: KnownSums): object;
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

const sumSchema: JsonSchema = objectOf(
  Object.keys(parts),
  Object.fromEntries(Object.keys(parts).map((part) => [part, { type: 'number' }])),
);

/** Compiles the sums of a table. `rows`: the context of its elements. Undefined: the table has no sums. */
export function compileSums(
  given: Readonly<Record<string, string>> | undefined,
  rows: CompileContext,
  pointer: string,
): TableSums | undefined {
  if (given === undefined) return undefined;
  const { template } = rows;
  const names = Object.keys(given);
  const expressions = names.map((name) => {
    const at = `${pointer}/sums/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const problem = checkLocalName(name);
    if (problem) template.report('error', 'reserved-name', at, problem);
    const compiled = rows.expression(given[name]!, at, '0');
    const types = valueTypes(compiled.schema, rows.names.schema);
    if (types && types.size > 0 && !types.has('number') && !types.has('integer'))
      template.report('error', 'wrong-type', at, `A sum needs numbers, but "${given[name]}" is ${typeWords(types)}.`);
    return { source: given[name]!, compiled, place: at };
  });
  return {
    contextIn: (context, place, use) => contextWithSums(names, context, place, use),
    none: names.map(() => 0),
    names,
    named: (totals) => Object.fromEntries(names.map((name, i) => [name, totals[i]])),
    add: (sums, element) => sums.map((sum, i) => addTo(sum, expressions[i]!, element)),
    valueOf: ({ all, sofar, before }) =>
      Object.fromEntries(
        names.map((name, i) => [
          name,
          {
            all: all[i],
            ...(sofar && { sofar: sofar[i] }),
            ...(before && { before: before[i] }),
            ...(sofar && before && { page: calculate('-', sofar[i]!, before[i]!) ?? 0 }),
          },
        ]),
      ),
  };
}

interface Summed {
  readonly source: string;
  readonly compiled: CompiledExpression;
  readonly place: string;
}

/** A missing member adds nothing. The warning about a missing operand comes from the calculation itself. */
function addTo(sum: Decimal, { source, compiled, place }: Summed, element: BoundScope): Decimal {
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

function contextWithSums(
  names: readonly string[],
  context: CompileContext,
  place: SumPlace,
  use: SheetUse | undefined,
): CompileContext {
  const schema: JsonSchema = objectOf(names, Object.fromEntries(names.map((name) => [name, sumSchema])));
  const read = ([name, part = '']: readonly string[]): string | undefined => {
    if (!Object.hasOwn(parts, part)) return undefined;
    const { places, advice } = parts[part as Part];
    if (use?.decides && place !== 'header' && part !== 'all')
      return `The sum ".${part}" cannot decide whether a row is there: the room of the row is kept before its sheet is filled. Decide by the data or by ".all".${place === 'groupStart' ? ' A header row with "on": "notFirst" may decide by ".before".' : ''}`;
    if (part === 'page' && place === 'groupEnd')
      return `The sum ".page" is not known here: more rows of the sheet may follow below the last row of the group. Write "group.sums.${name}" for the sum of the group, ".sofar" for the sum up to here, or give the row "on": "notLast", so that it stands where a sheet ends.`;
    if (!(places as readonly SumPlace[]).includes(place)) return `The sum ".${part}" is not known here. ${advice}`;
    if (use && ofSheet.includes(part)) use.usesSheet = true;
    // The first sheet has none before it, so the header of the table knows the sum.
    if (use && part !== 'all' && part !== 'sofar' && place !== 'header') use.usesFilled = true;
    return undefined;
  };
  const { locals } = context.names;
  return {
    ...context,
    names: { ...context.names, locals: [...locals, { name: 'sums', schema, isOfTable: true, read }] },
  };
}
