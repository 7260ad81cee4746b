// Random expressions of a wanted type over the names of a place. A few are of another type, which the check of the template finds.
import type { JsonSchema } from '../../../src/contract/schema.ts';
import type { Dice } from './dice.ts';

export type Kind = 'number' | 'text' | 'boolean' | 'date' | 'any';

/** A name that expressions may use, with its schema. */
export interface Name {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface ListSource {
  readonly source: string;
  readonly items: JsonSchema;
}

/** What expressions see at a place. */
export interface Names {
  readonly own: readonly Name[];
  /** `loop` is known. */
  readonly inLoop: boolean;
}

interface Path {
  readonly source: string;
  readonly schema: JsonSchema;
}

const maxSteps = 3;

/** All paths from the names, and those with elements of lists. */
function pathsOf({ own }: Names): Path[] {
  const found: Path[] = [];
  const visit = (source: string, schema: JsonSchema, steps: number): void => {
    found.push({ source, schema });
    if (steps === maxSteps) return;
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      visit(/^\w+$/.test(name) ? `${source}.${name}` : `${source}['${name}']`, member, steps + 1);
    if (!schema.items) return;
    found.push({ source: `${source}.size`, schema: { type: 'number' } });
    visit(`${source}[0]`, schema.items, steps + 1);
    visit(`${source}.last`, schema.items, steps + 1);
  };
  for (const { name, schema } of own) visit(name, schema, 0);
  return found;
}

function hasKind({ type, format, items, properties }: JsonSchema, kind: Kind): boolean {
  if (kind === 'any') return items === undefined && properties === undefined;
  if (kind === 'date') return format !== undefined;
  if (kind === 'text') return type === 'string';
  return kind === 'number' ? type === 'number' || type === 'integer' : type === kind;
}

const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

export interface Expressions {
  make(kind: Kind, names: Names, depth?: number): string;
  list(names: Names): ListSource | undefined;
}

export function createExpressions(dice: Dice): Expressions {
  const path = (kind: Kind, names: Names): string | undefined => {
    const fitting = pathsOf(names).filter(({ schema }) => hasKind(schema, kind));
    return fitting.length === 0 ? undefined : dice.pick(fitting).source;
  };
  const literal: Readonly<Record<Kind, () => string>> = {
    number: () => dice.pick(['0', '1', '2.5', '7', '40']),
    text: () => quoted(dice.pick(['', 'text', 'it is', "it's", 'größer', '{{'])),
    boolean: () => dice.pick(['true', 'false']),
    date: () => "'2026-03-31'",
    any: () => dice.pick(['null', '1', "'a'", 'true']),
  };
  /** A member of the elements, or an expression over them. */
  const member = (items: JsonSchema, kind: Kind): string | undefined => {
    const own = Object.entries(items.properties ?? {}).filter(([name, schema]) => hasKind(schema, kind) && /^\w+$/.test(name));
    if (own.length === 0) return undefined;
    const [name] = dice.pick(own);
    return kind === 'number' && dice.chance(0.3) ? `'${name} * 2'` : `'${name}'`;
  };
  const list = (names: Names): ListSource | undefined => {
    const found = pathsOf(names).filter(({ schema }) => schema.items !== undefined);
    if (found.length === 0) return undefined;
    const { source, schema } = dice.pick(found);
    const items = schema.items!;
    if (dice.chance(0.7)) return { source, items };
    const by = member(items, dice.pick(['text', 'number']));
    const filters = [
      'slice: 0, 2',
      'slice: -2, 2',
      ...(by === undefined ? ['sort', 'uniq'] : [`sort: ${by}`, `uniq: ${by}`, `where: ${by}`]),
    ];
    return { source: `${source} | ${dice.pick(filters)}`, items };
  };

  const makers: Readonly<Record<Kind, readonly ((names: Names, depth: number) => string)[]>> = {
    number: [
      (names, depth) => `${make('number', names, depth)} ${dice.pick(['+', '-', '*'])} ${make('number', names, depth)}`,
      (names, depth) => `${make('number', names, depth)} / ${dice.pick(['2', '3'])}`,
      (names, depth) => `(${make('number', names, depth)}) % 7`,
      (names, depth) =>
        `(${make('number', names, depth)} | ${dice.pick(['round', 'round: 2', 'floor', 'ceil', 'abs', 'at_least: 0', 'at_most: 50'])})`,
      (names, depth) => `(${make('boolean', names, depth)} ? ${make('number', names, depth)} : ${make('number', names, depth)})`,
      (names) => {
        const from = list(names);
        const by = from && member(from.items, 'number');
        return by === undefined ? '3' : `(${from!.source} | ${dice.pick(['sum', 'avg', 'min', 'max'])}: ${by} | default: 1)`;
      },
      (names) => {
        const from = list(names);
        return from ? `(${from.source} | size)` : '2';
      },
      (names, depth) =>
        `(${make('date', names, depth)} | ${dice.pick(['weekday', "years_until: '2026-02-28'", "days_until: '2030-01-01'"])})`,
      (names) => (names.inLoop ? dice.pick(['loop.index', 'loop.count']) : '1'),
    ],
    text: [
      (names, depth) => `(${make('number', names, depth)} | ${dice.pick(['number', 'number: 2', "money: 'EUR'", 'fixed: 2'])})`,
      (names, depth) =>
        `(${make('number', names, depth)} | ${dice.pick(['percent', 'percent: 1', 'bytes', "duration: 'minutes'"])})`,
      (names, depth) => `(${make('number', names, depth)} | round | ${dice.pick(['roman', 'letters', 'spell_out'])})`,
      (names) =>
        `(${path('date', names) ?? literal.date()} | ${dice.pick(['date', "date: 'd MMMM yyyy'", "date: 'full'", 'add_days: 30 | date', 'add_months: 1 | date', "end_of: 'quarter' | date"])})`,
      (names, depth) =>
        `(${make('text', names, depth)} | ${dice.pick(['upcase', 'downcase', 'capitalize', 'strip', 'truncate: 9', "pad: 8, '.'", "replace: 'a', 'o'", 'chunk: 4', 'slugify', 'newline_to_br', 'slice: 0, 4', "default: 'none'"])})`,
      (names, depth) => `(${make('boolean', names, depth)} ? ${make('text', names, depth)} : ${make('text', names, depth)})`,
      (names) => {
        const from = list(names);
        const by = from && member(from.items, 'text');
        return by === undefined ? quoted('no list') : `(${from!.source} | map: ${by} | join: ', ')`;
      },
      (names) => {
        const from = list(names);
        return from ? `(${from.source} | json | truncate: 40)` : quoted('none');
      },
    ],
    boolean: [
      (names, depth) =>
        `${make('number', names, depth)} ${dice.pick(['>', '<', '>=', '<=', '==', '!='])} ${make('number', names, depth)}`,
      (names, depth) => `${make('text', names, depth)} ${dice.pick(['==', '!='])} ${make('text', names, depth)}`,
      (names, depth) => `(${make('boolean', names, depth)}) ${dice.pick(['and', 'or'])} (${make('boolean', names, depth)})`,
      (names, depth) => `not (${make('boolean', names, depth)})`,
      (names) => list(names)?.source ?? 'true',
      (names) => path('any', names) ?? 'true',
      (names) => (names.inLoop ? dice.pick(['loop.first', 'loop.last', 'not loop.last']) : 'true'),
    ],
    date: [
      () => literal.date(),
      (names) => `(${path('date', names) ?? literal.date()} | ${dice.pick(['day', "start_of: 'week'", 'add_years: 1'])})`,
    ],
    any: [
      (names, depth) => make('number', names, depth),
      (names, depth) => make('text', names, depth),
      (names, depth) => make('boolean', names, depth),
      (names) => list(names)?.source ?? '1',
    ],
  };

  function make(kind: Kind, names: Names, depth = 0): string {
    if (depth < 2 && dice.chance(0.45)) return dice.pick(makers[kind])(names, depth + 1);
    return (dice.chance(0.8) ? path(kind, names) : undefined) ?? literal[kind]();
  }

  return { make, list };
}
