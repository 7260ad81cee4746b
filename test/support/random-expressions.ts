// Random schemas, data that fit them, and random expressions with the value that each should have and whether it loses one. The evaluator follows the table
// of missing values in the guide, and shares no code with the compiler.
import type { JsonSchema } from '../../src/contract/schema.ts';

export type Random = () => number;
const int = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, ...all: readonly T[]): T => all[int(random, all.length)]!;

type Row = Record<string, unknown>;

// Schemas -------------------------------------------------------------------------------------------------------------------------------------------

interface Member {
  readonly type: 'number' | 'string' | 'boolean';
  readonly isNullable: boolean;
  readonly isFull: boolean;
}

/** An object with plain members, of which some are required or tied to others. */
interface ObjectShape {
  readonly members: Readonly<Record<string, Member>>;
  readonly required: readonly string[];
  readonly anyOf?: readonly (readonly string[])[];
  readonly oneOf?: readonly (readonly string[])[];
  readonly dependent?: readonly [name: string, others: readonly string[]];
  /** Names that are required where a member is there, and those that are required where it is not. */
  readonly chosen?: readonly [name: string, yes: readonly string[], no: readonly string[]];
}

export interface Shape {
  readonly root: ObjectShape;
  /** An object in the data, and whether it is required. */
  readonly inner: ObjectShape;
  /** A text may stand in its place. */
  readonly mayBeText: boolean;
  readonly isInnerRequired: boolean;
  /** The elements of a list, whether the list is required, and how many it has at least. */
  readonly row: ObjectShape;
  /** The first element, if it has a schema of its own. */
  readonly first: ObjectShape | undefined;
  readonly isListRequired: boolean;
  readonly least: number;
  /** Whether the numbers of a list beside it, of the same size, may be null. */
  readonly isNumberNullable: boolean;
  /** An object with numbers of any names; those with other schemas, by a pattern of names; and the names that are required. */
  readonly open: { readonly member: Member; readonly pattern: Member | undefined; readonly required: readonly string[] };
}

const typed: Readonly<Record<string, Member['type']>> = {
  a: 'number',
  b: 'number',
  c: 'number',
  s: 'string',
  t: 'string',
  f: 'boolean',
};

function randomObject(random: Random): ObjectShape {
  const members: Record<string, Member> = {};
  const required: string[] = [];
  for (const [name, type] of Object.entries(typed)) {
    members[name] = { type, isNullable: random() < 0.2, isFull: random() < 0.3 };
    if (random() < 0.3) required.push(name);
  }
  const open = Object.keys(typed).filter((name) => !required.includes(name));
  const some = () => [...new Set([pick(random, ...open), ...(random() < 0.3 ? [pick(random, ...open)] : [])])];
  const ties = random() < 0.4 && open.length > 1 ? pick(random, 'anyOf', 'oneOf', 'dependent', 'chosen') : undefined;
  return {
    members,
    required,
    ...(ties === 'dependent' && { dependent: [pick(random, ...open), some()] as const }),
    ...(ties === 'chosen' && { chosen: [pick(random, ...open), some(), some()] as const }),
    ...((ties === 'anyOf' || ties === 'oneOf') && { [ties]: Array.from({ length: 2 + int(random, 2) }, some) }),
  };
}

export const randomShape = (random: Random): Shape => ({
  root: randomObject(random),
  inner: randomObject(random),
  isInnerRequired: random() < 0.5,
  row: randomObject(random),
  mayBeText: random() < 0.2,
  first: random() < 0.2 ? randomObject(random) : undefined,
  isListRequired: random() < 0.6,
  least: pick(random, 0, 0, 1, 2),
  isNumberNullable: random() < 0.5,
  open: {
    member: randomNumber(random),
    pattern: random() < 0.5 ? randomNumber(random) : undefined,
    required: openNames.filter(() => random() < 0.4),
  },
});

const openNames = ['x', 'nx', 'yz'];

const randomNumber = (random: Random): Member => ({ type: 'number', isNullable: random() < 0.2, isFull: random() < 0.3 });

const schemaOfMember = ({ type, isNullable, isFull }: Member): JsonSchema => ({
  type: isNullable ? [type, 'null'] : type,
  ...(isFull && type === 'string' && { minLength: 1 }),
  ...(isFull && type === 'number' && { minimum: 1 }),
});

function schemaOfObject({ members, required, anyOf, oneOf, dependent, chosen }: ObjectShape): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, JsonSchema] => [name, schemaOfMember(member)]),
  );
  const branches = (all: readonly (readonly string[])[]) => all.map((names) => ({ required: names }));
  return {
    type: 'object',
    required,
    properties,
    ...(anyOf && { anyOf: branches(anyOf) }),
    ...(oneOf && { oneOf: branches(oneOf) }),
    ...(chosen && {
      if: { required: [chosen[0]] },
      ...Object.fromEntries([
        ['then', { required: chosen[1] }],
        ['else', { required: chosen[2] }],
      ]),
    }),
    ...(dependent && { dependentRequired: { [dependent[0]]: dependent[1] } }),
  };
}

export function schemaOf(shape: Shape): JsonSchema {
  const { root, inner, mayBeText, isInnerRequired, row, first, isListRequired, least, isNumberNullable, open } = shape;
  const schema = schemaOfObject(root);
  return {
    ...schema,
    required: [...root.required, ...(isInnerRequired ? ['o'] : []), ...(isListRequired ? ['l', 'k', 'm'] : [])],
    properties: {
      ...schema.properties,
      o: { ...schemaOfObject(inner), ...(mayBeText && { type: ['object', 'string'] }) },
      l: {
        type: 'array',
        items: schemaOfObject(row),
        minItems: least,
        ...(first && { prefixItems: [schemaOfObject(first)] }),
      },
      m: {
        type: 'object',
        required: open.required,
        additionalProperties: schemaOfMember(open.member),
        ...(open.pattern && { patternProperties: { '^n': schemaOfMember(open.pattern) } }),
      },
      k: { type: 'array', items: { type: isNumberNullable ? ['number', 'null'] : 'number' }, minItems: least },
    },
  };
}

/** The schema of any element of the list. */
export const schemaOfRow = ({ row, first }: Shape): JsonSchema =>
  first ? { anyOf: [schemaOfObject(first), schemaOfObject(row)] } : schemaOfObject(row);

// Data that fit -------------------------------------------------------------------------------------------------------------------------------------

function randomValue(random: Random, { type, isNullable, isFull }: Member): unknown {
  if (isNullable && random() < 0.4) return null;
  if (type === 'boolean') return random() < 0.5;
  if (type === 'string') return pick(random, 'x', 'yz', isFull ? 'w' : '');
  return pick(random, 1, 2, 3, isFull ? 4 : 0);
}

function fits(value: Row, { required, anyOf, oneOf, dependent, chosen }: ObjectShape): boolean {
  const has = (names: readonly string[]) => names.every((name) => Object.hasOwn(value, name));
  if (!has(required) || (anyOf && !anyOf.some(has)) || (oneOf && oneOf.filter(has).length !== 1)) return false;
  if (chosen && !has(has([chosen[0]]) ? chosen[1] : chosen[2])) return false;
  return !dependent || !has([dependent[0]]) || has(dependent[1]);
}

/** Undefined: no object was found that fits. */
function randomRow(random: Random, shape: ObjectShape): Row | undefined {
  for (let trial = 0; trial < 100; trial++) {
    const often = random();
    const value: Row = {};
    for (const [name, member] of Object.entries(shape.members))
      if (shape.required.includes(name) || random() < often) value[name] = randomValue(random, member);
    if (fits(value, shape)) return value;
  }
  return undefined;
}

function randomOpen(random: Random, { member, pattern, required }: Shape['open']): Row {
  const names = openNames.filter((name) => required.includes(name) || random() < 0.5);
  return Object.fromEntries(names.map((name) => [name, randomValue(random, pattern && name.startsWith('n') ? pattern : member)]));
}

/** Data that fit a shape. Undefined: none was found. */
export function randomData(random: Random, shape: Shape): Row | undefined {
  const value = randomRow(random, shape.root);
  const inner = randomRow(random, shape.inner);
  const rows = Array.from({ length: shape.least + int(random, 3) }, (_, i) =>
    randomRow(random, (i === 0 && shape.first) || shape.row),
  );
  if (!value || (!inner && shape.isInnerRequired) || rows.includes(undefined)) return undefined;
  return {
    ...value,
    ...(inner && (shape.isInnerRequired || random() < 0.6) && { o: shape.mayBeText && random() < 0.3 ? 'x' : inner }),
    ...((shape.isListRequired || random() < 0.6) && { l: rows }),
    ...((shape.isListRequired || random() < 0.6) && { m: randomOpen(random, shape.open) }),
    ...((shape.isListRequired || random() < 0.6) && {
      k: Array.from({ length: shape.least + int(random, 3) }, () =>
        shape.isNumberNullable && random() < 0.5 ? null : int(random, 3),
      ),
    }),
  };
}

// Expressions ---------------------------------------------------------------------------------------------------------------------------------------

/**
 * What becomes of a missing value. `denied`: it is tested, and the condition around holds then. `either`: it is tested, and the template takes something else
 * then.
 */
type Taken = 'lost' | 'tested' | 'denied' | 'either' | 'asked';

interface World {
  readonly data: Row;
  /** The element of the list around, `e`. */
  readonly element: Row | undefined;
  /** In quotes: the element whose members are names. */
  readonly row?: Row | undefined;
  /** In a filter of the template: the values of its parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Called for a value that is lost. */
  readonly lose: () => void;
  /** Called for a division by zero and for an element that a computed number does not find: no schema says where they happen. */
  readonly doubt: () => void;
}

interface Counts {
  /** The expression of the list. */
  readonly list: string;
  /** The member that is added. Undefined: it is the size. */
  readonly member?: string;
  /** Whether an element has nothing to add. */
  lacks?(world: World): boolean;
}

export interface Expression {
  readonly source: string;
  /** It gives the value of a path, perhaps written in another way. */
  readonly isPath?: boolean;
  /** The size of a list, or a sum over it. */
  readonly counts?: Counts | undefined;
  run(world: World, taken: Taken): unknown;
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;
const isTrue = (value: unknown): boolean =>
  !isAbsent(value) && value !== false && value !== 0 && value !== '' && !(Array.isArray(value) && value.length === 0);
const test = (expression: Expression, world: World, taken: Taken = 'tested'): boolean =>
  isTrue(expression.run(world, inTest(taken)));
const inTest = (taken: Taken): Taken => (taken === 'lost' || taken === 'asked' ? 'tested' : taken);
const opposite = (taken: Taken): Taken => (taken === 'either' ? taken : taken === 'denied' ? 'tested' : 'denied');
const operand = (taken: Taken): Taken => (taken === 'asked' ? 'asked' : 'lost');

function spread(source: string, operands: readonly Expression[], make: (...values: never[]) => unknown): Expression {
  return {
    source,
    run(world, taken) {
      const values = operands.map((one) => one.run(world, operand(taken)));
      if (!values.some(isAbsent)) return make(...(values as never[]));
      if (taken !== 'asked') world.lose();
      return undefined;
    },
  };
}

/** A filter without a result for a missing value. */
const filtered = (source: string, input: Expression, make: (value: never) => unknown): Expression => ({
  source,
  isPath: input.isPath ?? false,
  counts: input.counts,
  run(world, taken) {
    const value = input.run(world, taken);
    return isAbsent(value) ? undefined : make(value as never);
  },
});

/** A division, of which only the whole part is compared: the digits of others differ from those of the product. */
function divided(source: string, operands: readonly Expression[], isWhole: boolean): Expression {
  const both = spread(source, operands, (x: number, y: number) => [x, y]);
  const [a, b] = operands.map(({ counts }) => counts);
  const isMean = isWhole && a !== undefined && a.list === b?.list && a.member !== b?.member;
  return {
    source: isWhole ? `(${source} | floor)` : source,
    run(world, taken) {
      const values = both.run(world, taken) as readonly [number, number] | undefined;
      // The sides do not count the same elements.
      if (isMean && (a.lacks?.(world) || b!.lacks?.(world))) world.lose();
      if (values === undefined) return undefined;
      const [x, y] = values;
      if (y !== 0) return (isWhole ? Math.floor(x / y) : x % y) + 0;
      world.doubt();
      if (taken !== 'asked') world.lose();
      return undefined;
    },
  };
}

function choose(when: Expression, yes: Expression, no: Expression): Expression {
  return {
    source: `(${when.source} ? ${yes.source} : ${no.source})`,
    run: (world, taken) => (test(when, world, 'either') ? yes : no).run(world, taken),
  };
}

const fallback = (first: Expression, second: Expression): Expression => ({
  source: `(${first.source} ?? ${second.source})`,
  run(world, taken) {
    const value = first.run(world, 'asked');
    return isAbsent(value) ? second.run(world, taken) : value;
  },
});

const byDefault = (first: Expression, second: Expression): Expression => ({
  source: `(${first.source} | default: ${second.source})`,
  isPath: first.isPath ?? false,
  run(world, taken) {
    const value = first.run(world, 'asked');
    return isAbsent(value) || value === false || value === '' ? second.run(world, taken) : value;
  },
});

const literal = (value: number | string): Expression => ({
  source: typeof value === 'string' ? `'${value}'` : String(value),
  run: () => value,
});
const literalOf = (value: boolean): Expression => ({ source: String(value), run: () => value });

/** Where an expression stands, for the paths in it: in quotes, names are the members of an element. */
type Place = 'outside' | 'inside';

/** A filter of the template, with the value that it should have. */
export interface RandomFilter {
  readonly name: string;
  readonly params: readonly Param[];
  readonly gives: 'number' | 'text' | 'bool';
  readonly body: Expression;
}

type ParamKind = 'number' | 'text' | 'row';
interface Param {
  readonly name: string;
  readonly kind: ParamKind;
}

/** A name of `let`, which is taken as what it stands for. */
export type RandomLet = Pick<RandomFilter, 'name' | 'gives' | 'body'>;

/** A value, which may use those before it. */
export function randomLet(random: Random, before: readonly RandomLet[]): RandomLet {
  const gives = pick(random, 'number', 'text', 'bool', 'bool');
  const make = createExpressions(random, { lets: before, seesElement: false });
  return { name: `v${before.length}`, gives, body: make[gives](2, 'outside') };
}

/** A filter of one or two parameters, which may use those before it. */
export function randomFilter(random: Random, before: readonly RandomFilter[], lets: readonly RandomLet[] = []): RandomFilter {
  const kind = (): ParamKind => pick(random, 'number', 'text', 'row');
  const params = [{ name: 'p', kind: kind() }, ...(random() < 0.5 ? [{ name: 'q', kind: kind() }] : [])];
  const gives = pick(random, 'number', 'text', 'bool');
  const make = createExpressions(random, { filters: before, lets, params, seesElement: false });
  return { name: `f${before.length}`, params, gives, body: make[gives](2, 'outside') };
}

interface Names {
  readonly filters?: readonly RandomFilter[];
  readonly lets?: readonly RandomLet[];
  /** The expressions are those of a filter with these parameters. */
  readonly params?: readonly Param[];
  /** Whether the element `e` around is seen. */
  readonly seesElement?: boolean;
}

/** What makes expressions with the names of a template. */
export function createExpressions(random: Random, { filters = [], lets = [], params = [], seesElement = true }: Names = {}) {
  /** A use of a name of `let`. */
  const named = (gives: RandomLet['gives'], place: Place): Expression | undefined => {
    const fitting = lets.filter((one) => one.gives === gives);
    // In quotes, a name alone is a member of the element.
    if (fitting.length === 0 || place === 'inside' || random() < 0.5) return undefined;
    const { name, body } = pick(random, ...fitting);
    return { source: name, run: ({ data, lose, doubt }, taken) => body.run({ data, element: undefined, lose, doubt }, taken) };
  };
  const path = (name: string, place: Place): Expression => ofParam(name) ?? ofScope(name, place);
  /** A path that begins with a parameter. */
  const ofParam = (name: string): Expression | undefined => {
    const wanted = typed[name] === 'string' ? 'text' : typed[name];
    const fitting = params.filter(({ kind }) => kind === wanted || kind === 'row');
    if (fitting.length === 0 || random() < 0.25) return undefined;
    const { name: param, kind } = pick(random, ...fitting);
    const read = ({ params: values }: World) => values![param];
    if (kind !== 'row') return { source: param, isPath: true, run: (world) => read(world) ?? undefined };
    return { source: `${param}.${name}`, isPath: true, run: (world) => (read(world) as Row | undefined)?.[name] ?? undefined };
  };
  const ofScope = (name: string, place: Place): Expression => {
    if (place === 'outside' && random() < 0.1) return ofElement(name, number(random() < 0.5 ? 0 : 1, place));
    if (typed[name] === 'number' && random() < 0.15) return ofOpen(pick(random, ...openNames), place);
    const [source, read]: [string, (world: World) => unknown] =
      place === 'inside'
        ? random() < 0.85
          ? [name, ({ row }) => row?.[name]]
          : [`data.${name}`, ({ data }) => data[name]]
        : pick<[string, (world: World) => unknown]>(
            random,
            [name, ({ data }) => data[name]],
            [name, ({ data }) => data[name]],
            [`o.${name}`, ({ data }) => (data.o as Row | undefined)?.[name]],
            seesElement ? [`e.${name}`, ({ element }) => element?.[name]] : [name, ({ data }) => data[name]],
            [`l[${int(random, 2)}].${name}`, () => undefined],
          );
    const index = /^l\[(\d)\]/.exec(source)?.[1];
    if (index === undefined) return { source, isPath: true, run: (world) => read(world) ?? undefined };
    return { source, run: ({ data }) => (data.l as readonly Row[] | undefined)?.[Number(index)]?.[name] ?? undefined };
  };
  /** A member that no schema names, by its name or by a computed one. */
  const ofOpen = (name: string, place: Place): Expression => {
    const m = place === 'inside' ? 'data.m' : 'm';
    const read = ({ data }: World, key: string) => (data.m as Row | undefined)?.[key] ?? undefined;
    if (random() < 0.7) return { source: `${m}.${name}`, isPath: true, run: (world) => read(world, name) };
    const key = random() < 0.5 ? textPath(place) : literal(name);
    return {
      source: `${m}[${key.source}]`,
      isPath: key.source.startsWith("'"),
      run(world, taken) {
        const at = key.run(world, taken) as string | undefined;
        const value = isAbsent(at) ? undefined : read(world, at);
        if (!isAbsent(at) && isAbsent(value) && !key.source.startsWith("'")) world.doubt();
        return value;
      },
    };
  };
  /** The member of an element by its computed number. */
  const ofElement = (name: string, index: Expression): Expression => ({
    source: `l[${index.source}].${name}`,
    run(world, taken) {
      const rows = world.data.l as readonly Row[] | undefined;
      const at = index.run(world, taken) as number | undefined;
      if (isAbsent(at) || isAbsent(rows)) return undefined;
      const row = rows[at < 0 ? rows.length + at : at];
      if (row === undefined) world.doubt();
      return row?.[name] ?? undefined;
    },
  });
  /** A use of a filter of the template, which gives a value of this kind. */
  const own = (gives: RandomFilter['gives'], depth: number, place: Place): Expression | undefined => {
    const fitting = filters.filter((one) => one.gives === gives);
    if (fitting.length === 0 || depth < 1 || random() < 0.5) return undefined;
    const filter = pick(random, ...fitting);
    const [input, ...further] = filter.params.map(({ kind }) => (kind === 'row' ? rowOf(place) : values[kind](depth - 1, place)));
    const source = `(${input!.source} | ${filter.name}${further.map((one) => `: ${one.source}`).join('')})`;
    return {
      source,
      run(world) {
        const { data, lose, doubt } = world;
        const given = [input!, ...further].map((one) => one.run(world, 'asked'));
        const named = Object.fromEntries(filter.params.map(({ name }, i) => [name, given[i]]));
        return filter.body.run({ data, element: undefined, params: named, lose, doubt }, 'asked');
      },
    };
  };
  const rowOf = (place: Place): Expression => {
    const first = ({ data }: World) => (data.l as readonly Row[] | undefined)?.[0];
    return pick<Expression>(
      random,
      { source: place === 'inside' ? 'data.o' : 'o', run: ({ data }) => data.o },
      { source: place === 'inside' ? 'data.l[0]' : 'l[0]', run: first },
      seesElement
        ? { source: 'e', run: ({ element }) => element }
        : { source: place === 'inside' ? 'data.o' : 'o', run: ({ data }) => data.o },
      ...params.flatMap(({ name, kind }): Expression[] =>
        kind === 'row' ? [{ source: name, run: (world) => world.params![name] }] : [],
      ),
    );
  };
  const list: Expression = { source: 'l', run: ({ data }) => data.l };
  const numbers: Expression = { source: 'k', run: ({ data }) => data.k };
  const numberPath = (place: Place) => path(pick(random, 'a', 'b', 'c'), place);
  const textPath = (place: Place) => path(pick(random, 's', 't'), place);
  const anyPath = (place: Place) => path(pick(random, 'a', 'b', 's', 't', 'f'), place);

  /** The value of an expression for each element, which may be lost in it. */
  const each = (world: World, rows: readonly Row[], expression: Expression, taken: Taken) =>
    rows.map((row) => expression.run({ ...world, row }, taken));

  /** A list of which `where` leaves some. */
  const rows = (depth: number): Expression => {
    if (depth < 1 || random() < 0.5) return list;
    if (random() < 0.3) {
      const first = rows(depth - 1);
      const add = (all: unknown, { data }: World) =>
        all === undefined || data.l === undefined ? undefined : [...(all as Row[]), ...(data.l as Row[])];
      return { source: `(${first.source} | concat: l)`, run: (world, taken) => add(first.run(world, taken), world) };
    }
    const condition = bool(depth - 1, 'inside');
    return {
      source: `(l | where: "${condition.source}")`,
      run(world, taken) {
        const all = world.data.l as readonly Row[] | undefined;
        if (all === undefined && (taken === 'denied' || taken === 'either')) world.lose();
        return all?.filter((row) => test(condition, { ...world, row }));
      },
    };
  };

  /** Whether a search finds something. */
  const found = (depth: number): Expression => {
    const source = rows(depth);
    const [count, sign] = [int(random, 2), pick<'==' | '!='>(random, '==', '!=')];
    const size: Expression = {
      source: `(${source.source} | size)`,
      run: (world, taken) => (source.run(world, taken) as readonly Row[] | undefined)?.length,
    };
    return equality(size, literal(count), sign);
  };

  /** Whether a list or a text contains something. */
  const contains = (depth: number): Expression => {
    if (random() < 0.3) {
      const [text, part] = [textPath('outside'), pick(random, 'x', 'y')];
      return searching(`(${text.source} | contains: '${part}')`, text, (value: string) => value.includes(part));
    }
    if (random() < 0.3) {
      const wanted = int(random, 3);
      return searching(`(k | contains: ${wanted})`, numbers, (all: readonly unknown[]) => all.includes(wanted));
    }
    const source = rows(depth);
    const value = numberPath('inside');
    if (random() < 0.4) {
      const wanted = random() < 0.5 ? literal(int(random, 3)) : number(0, 'outside');
      const mapped = `(${source.source} | map: "${value.source}" | contains: ${wanted.source})`;
      return searching(mapped, source, (all: readonly Row[], world) => {
        const sought = wanted.run(world, 'lost');
        if (isAbsent(sought)) world.lose();
        return each(world, all, value, 'tested').some((one) => (isAbsent(sought) ? isAbsent(one) : one === sought));
      });
    }
    const [other, isAsked] = [numberPath('inside'), random() < 0.4];
    const compared = spread(`(${value.source} > ${other.source})`, [value, other], (x: number, y: number) => x > y);
    const asked = isAsked ? fallback(compared, pick(random, nothing, literalOf(true), literalOf(false))) : compared;
    return searching(`(${source.source} | map: "${asked.source}" | contains: true)`, source, (all: readonly Row[], world) => {
      const found = each(world, all, asked, 'tested');
      if (!found.includes(true) && found.some(isAbsent)) world.lose();
      return found.includes(true);
    });
  };

  /** A search, which says nothing where there is nothing to search. */
  const searching = (source: string, input: Expression, search: (value: never, world: World) => boolean): Expression => ({
    source,
    run(world, taken) {
      const value = input.run(world, taken);
      if (!isAbsent(value)) return search(value as never, world);
      if (taken === 'denied' || taken === 'either') world.lose();
      return undefined;
    },
  });

  /** A member of the last of a sorted list, and a mean by hand. */
  const ofSorted = (depth: number): Expression => {
    const source = rows(depth);
    const [key, name, isComputed] = [pick(random, 'a', 'b'), pick(random, 'a', 'c'), random() < 0.3];
    const [text, take] = pick<[string, (all: readonly Row[]) => Row | undefined]>(
      random,
      [' | last).', (all) => all.at(-1)],
      [').last.', (all) => all.at(-1)],
      [')[-2].', (all) => all.at(-2)],
      [' | first).', (all) => all[0]],
    );
    return {
      source: `(${source.source} | sort: '${key}${isComputed ? ' * 1' : ''}'${text}${name}`,
      run(world, taken) {
        const all = source.run(world, taken) as readonly Row[] | undefined;
        if (all === undefined) return undefined;
        const there = all.filter((row) => !isAbsent(row[key])).sort((x, y) => (x[key] as number) - (y[key] as number));
        const taken_ = take([...there, ...all.filter((row) => isAbsent(row[key]))]);
        if (taken_ && isAbsent(taken_[key]) && !text.includes('first')) world.lose();
        return taken_?.[name] ?? undefined;
      },
    };
  };
  /** What a sum of a member counts. A list that `concat` makes has no name by which two of them are the same. */
  const sumOver = (source: Expression, member: string): Counts | undefined => {
    const rowsIn = (world: World) =>
      (source.run({ ...world, lose: () => undefined, doubt: () => undefined }, 'asked') ?? []) as readonly Row[];
    if (source.source.includes('concat')) return undefined;
    return { list: source.source, member, lacks: (world) => rowsIn(world).some((row) => isAbsent(row[member])) };
  };
  const byHand = (): Expression => {
    const source = random() < 0.6 ? list : rows(0);
    const member = pick(random, 'a', 'b');
    const size: Expression = {
      source: 'l.size',
      counts: { list: 'l' },
      run: (world) => (list.run(world, 'lost') as readonly Row[] | undefined)?.length,
    };
    const sum: Expression = {
      source: `(${source.source} | sum: '${member}')`,
      counts: sumOver(source, member),
      run(world) {
        const all = source.run(world, 'lost') as readonly Row[] | undefined;
        return all?.reduce((total, row) => total + ((row[member] as number | null | undefined) ?? 0), 0);
      },
    };
    return divided(`(${sum.source} / ${size.source})`, [sum, size], true);
  };

  /** What is made of a list of elements. */
  const ofList = (depth: number): Expression => {
    const source = rows(depth);
    const value = random() < 0.5 ? numberPath('inside') : number(depth - 1, 'inside');
    const name = pick(random, 'sum', 'sum', 'avg', 'min', 'max');
    return {
      source: `(${source.source} | ${name}: "${value.source}")`,
      counts: name === 'sum' && /^[abc]$/.test(value.source) ? sumOver(source, value.source) : undefined,
      run(world, taken) {
        const all = source.run(world, taken) as readonly Row[] | undefined;
        if (all === undefined) return undefined;
        // A list adds what its members have. Of what is computed for each element, nothing may be missing.
        const inEach = name === 'avg' || !value.isPath ? 'lost' : 'tested';
        const found = each(world, all, value, inEach);
        if (inEach === 'lost' && found.some(isAbsent)) world.lose();
        const values = found.filter((one): one is number => !isAbsent(one));
        const sum = values.reduce((total, one) => total + one, 0);
        if (name === 'sum') return sum;
        if (values.length === 0) return undefined;
        return name === 'avg' ? sum / values.length : name === 'min' ? Math.min(...values) : Math.max(...values);
      },
    };
  };

  /** A number of the list of numbers. */
  const ofNumbers = (): Expression => {
    const present = (all: readonly unknown[]) => all.filter((one): one is number => !isAbsent(one));
    const highest = (all: readonly unknown[]) => present(all).sort((x, y) => y - x)[0];
    const unique = (all: readonly unknown[]) => [...new Set(all)];
    const [source, make] = pick<[string, (all: readonly unknown[]) => unknown]>(
      random,
      ['k.first', (all) => all[0]],
      ['k[-2]', (all) => all.at(-2)],
      ['(k | first)', (all) => all[0]],
      ['(k | last)', (all) => all.at(-1)],
      ['(k | concat: k)[2]', (all) => [...all, ...all][2]],
      ['(k | compact | concat: k | first)', (all) => [...present(all), ...all][0]],
      ['(k | max)', highest],
      ['(k | sort | last)', (all) => (all.includes(null) ? null : highest(all))],
      ['(k | compact | first)', (all) => present(all)[0]],
      ['(k | uniq | last)', (all) => unique(all).at(-1)],
      ['(k | uniq)[1]', (all) => unique(all)[1]],
    );
    return { source, run: ({ data }) => (data.k && make(data.k as readonly unknown[])) ?? undefined };
  };

  const sizeOfList = (): Expression => {
    const isFilter = random() < 0.5;
    return {
      source: isFilter ? '(l | size)' : 'l.size',
      counts: { list: 'l' },
      run: ({ data }) => (data.l as readonly unknown[] | undefined)?.length,
    };
  };

  const joined = (depth: number): Expression => {
    const source = rows(depth);
    const value = random() < 0.6 ? textPath('inside') : text(depth - 1, 'inside');
    return {
      source: `(${source.source} | map: "${value.source}" | join: '+')`,
      run(world, taken) {
        const all = source.run(world, taken) as readonly Row[] | undefined;
        if (all === undefined) return undefined;
        const values = each(world, all, value, 'tested');
        if (values.some(isAbsent)) world.lose();
        return values.map((one) => one ?? '').join('+');
      },
    };
  };

  const number = (depth: number, place: Place): Expression => {
    if (depth <= 0) return random() < 0.75 ? numberPath(place) : literal(int(random, 4));
    const less = () => number(depth - 1, place);
    return pick<() => Expression>(
      random,
      () => own('number', depth, place) ?? numberPath(place),
      () => named('number', place) ?? numberPath(place),
      () => (place === 'outside' ? (random() < 0.5 ? ofSorted(depth - 1) : byHand()) : numberPath(place)),
      () => own('number', depth, place) ?? choose(bool(depth - 1, place), less(), params.length > 0 ? none : less()),
      () => {
        const [a, b, sign] = [less(), less(), pick(random, '+', '-', '*')];
        const make = (x: number, y: number) => (sign === '+' ? x + y : sign === '-' ? x - y : x * y);
        return spread(`(${a.source} ${sign} ${b.source})`, [a, b], make);
      },
      () => {
        const [a, b, isWhole] = [less(), less(), random() < 0.5];
        return divided(`(${a.source} ${isWhole ? '/' : '%'} ${b.source})`, [a, b], isWhole);
      },
      () => {
        const a = less();
        return spread(`(-${a.source})`, [a], (x: number) => (x === 0 ? 0 : -x));
      },
      () => choose(bool(depth - 1, place), less(), less()),
      () => fallback(less(), less()),
      () => byDefault(less(), less()),
      () => {
        const a = less();
        return filtered(`(${a.source} | abs)`, a, (x: number) => Math.abs(x));
      },
      () => (place === 'outside' ? ofList(depth - 1) : numberPath(place)),
      () => (place === 'outside' ? sizeOfList() : numberPath(place)),
      () => (place === 'outside' ? ofNumbers() : numberPath(place)),
    )();
  };

  const text = (depth: number, place: Place): Expression => {
    if (depth <= 0) return random() < 0.75 ? textPath(place) : literal(pick(random, 'x', ''));
    const less = () => text(depth - 1, place);
    return pick<() => Expression>(
      random,
      () => own('text', depth, place) ?? textPath(place),
      () => named('text', place) ?? textPath(place),
      () => own('text', depth, place) ?? less(),
      () => {
        const [a, b] = [less(), random() < 0.5 ? less() : number(depth - 1, place)];
        return spread(`(${a.source} & ${b.source})`, [a, b], (x: unknown, y: unknown) => String(x) + String(y));
      },
      () => choose(bool(depth - 1, place), less(), less()),
      () => fallback(less(), less()),
      () => byDefault(less(), less()),
      () => {
        const a = less();
        return filtered(`(${a.source} | upcase)`, a, (x: string) => x.toUpperCase());
      },
      () => (place === 'outside' ? joined(depth - 1) : textPath(place)),
    )();
  };

  const equality = (a: Expression, b: Expression, sign: '==' | '!='): Expression => ({
    source: `(${a.source} ${sign} ${b.source})`,
    run(world, around) {
      // A comparison with null asks whether the other side is missing.
      const tested = sign === '==' ? inTest(around) : opposite(inTest(around));
      const taken = b.source === 'null' ? 'asked' : tested;
      const [x, y] = [a.run(world, taken), b.run(world, taken)];
      if (isAbsent(x) && isAbsent(y) && b.source !== 'null') world.lose();
      return (isAbsent(x) ? isAbsent(y) : x === y) === (sign === '==');
    },
  });
  const nothing: Expression = { source: 'null', run: () => undefined };
  /** A filter may say itself that it has no result: `of == 0 ? null : n / of`. */
  const none: Expression = {
    source: 'null',
    run(world) {
      world.doubt();
      return undefined;
    },
  };

  const bool = (depth: number, place: Place): Expression => {
    const asked = () => equality(anyPath(place), nothing, pick(random, '==', '!='));
    if (depth <= 0) return random() < 0.5 ? asked() : anyPath(place);
    const less = () => bool(depth - 1, place);
    return pick<() => Expression>(
      random,
      asked,
      () => own('bool', depth, place) ?? anyPath(place),
      () => named('bool', place) ?? less(),
      () => named('bool', place) ?? anyPath(place),
      () => (place === 'outside' ? contains(depth - 1) : anyPath(place)),
      () => own('bool', depth, place) ?? less(),
      () => (place === 'outside' ? pick(random, list, numbers) : anyPath(place)),
      () => (place === 'outside' ? rows(depth) : anyPath(place)),
      () => (place === 'outside' ? found(depth) : anyPath(place)),
      () => {
        const [a, b, sign] = [number(depth - 1, place), number(depth - 1, place), pick(random, '<', '<=', '>', '>=')];
        const make = (x: number, y: number) => (sign === '<' ? x < y : sign === '<=' ? x <= y : sign === '>' ? x > y : x >= y);
        return spread(`(${a.source} ${sign} ${b.source})`, [a, b], make);
      },
      () => equality(number(depth - 1, place), number(depth - 1, place), pick(random, '==', '!=')),
      () => equality(textPath(place), random() < 0.5 ? literal('x') : text(depth - 1, place), pick(random, '==', '!=')),
      () => {
        const a = less();
        return { source: `(not ${a.source})`, run: (world, taken) => !test(a, world, opposite(inTest(taken))) };
      },
      () => {
        const [a, b] = [less(), less()];
        return { source: `(${a.source} and ${b.source})`, run: (world, taken) => test(a, world, taken) && test(b, world, taken) };
      },
      () => {
        const [a, b] = [less(), less()];
        return { source: `(${a.source} or ${b.source})`, run: (world, taken) => test(a, world, taken) || test(b, world, taken) };
      },
      () => choose(less(), less(), less()),
    )();
  };

  const values = { number, text };
  return { number, text, bool };
}
