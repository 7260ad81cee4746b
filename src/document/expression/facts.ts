// What is known of the values at a place of a template: which are there, and which are missing.

/** By the keys of values: a path of the data, of a local or of an element, its names joined by `keyOf`. */
export interface Facts {
  readonly there: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** How many elements a list has at least. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The facts contradict each other: nothing runs here. */
  readonly isNever?: true;
}

/** The outcome of an expression: a value that counts as true, a value that counts as false, any value, or a missing value. */
export type Outcome = 'true' | 'false' | 'there' | 'missing';

export const noFacts: Facts = { there: new Set(), missing: new Set(), sizes: new Map() };

export const never: Facts = { ...noFacts, isNever: true };

/** The beginning of the keys of the members of an element, in an expression over elements. */
export const elementKey = '@';

/** The key of a local. */
export const localKey = (at: number): string => `$${at}`;

/** The key of a param of a definition. */
export const paramKey = (definition: string, name: string): string => `$${definition}.${name}`;

/** Whether a value is a param, or in one. */
export const isOfParam = (key: string | undefined): boolean => key !== undefined && /^\$\D/.test(key);

/** The key of a member or an element. */
export const keyOf = (owner: string, step: string): string => `${owner}\n${step}`;

/** The key of a member or an element by its step in a path. `isList`: "first" and "last" are elements. */
export const stepKey = (owner: string, step: string | number, isList: boolean): string =>
  keyOf(owner, isList && step === 'first' ? '0' : isList && step === 'last' ? '-1' : String(step));

/** The key of a member whose name or number is the value with the key `step`. */
export const computedKey = (owner: string, step: string): string => keyOf(owner, `[${step}]`);

/** The key of `a ?? b`, by the keys of both values. */
export const eitherKey = (a: string, b: string): string => keyOf(a, `?? ${b}`);

/** The key of what a filter gives. `written`: the filter with its arguments. */
export const resultKey = (input: string, written: string): string => keyOf(input, `| ${written}`);

/** The key of the list from which filters took the elements of another one. */
export const listBefore = (key: string): string => key.replace(/(?:\n\| (?:where|sort|uniq|slice|compact): .*)+$/, '');

/** Whether a filter makes the value with a key. */
export const isResult = (key: string): boolean => key.includes(resultKey('', ''));

/** Whether a condition has proved some `a ?? b`. `a`: the key of the first value. */
export const hasEither = ({ there }: Facts, a: string): boolean => [...there].some((key) => key.startsWith(eitherKey(a, '')));

/** In the key of a member that a value of the element chooses. */
const byElement = keyOf('', `[${elementKey}`);
/** In the key of `a ?? b` whose second value is of the element. */
const orElement = eitherKey('', elementKey);

/** Whether a list is known to have so many elements. */
export const hasElements = ({ sizes }: Facts, list: string, least: number): boolean => (sizes.get(list) ?? 0) >= least;

export function withThere(facts: Facts, keys: readonly string[]): Facts {
  if (facts.isNever || keys.every((key) => facts.there.has(key))) return facts;
  if (keys.some((key) => facts.missing.has(key))) return never;
  return { ...facts, there: new Set([...facts.there, ...keys]) };
}

export function withMissing(facts: Facts, key: string): Facts {
  if (facts.isNever || facts.missing.has(key)) return facts;
  return facts.there.has(key) ? never : { ...facts, missing: new Set([...facts.missing, key]) };
}

/** A list has at least so many elements. */
export function withElements(facts: Facts, list: string, least: number): Facts {
  if (facts.isNever || hasElements(facts, list, least)) return facts;
  return { ...facts, sizes: new Map([...facts.sizes, [list, least]]) };
}

/** What holds where both hold. */
export function bothFacts(a: Facts, b: Facts): Facts {
  if (a.isNever || a === b) return a;
  if (b.isNever) return b;
  const there = new Set([...a.there, ...b.there]);
  const missing = new Set([...a.missing, ...b.missing]);
  for (const key of missing) if (there.has(key)) return never;
  const sizes = new Map(a.sizes);
  for (const [list, least] of b.sizes) if (!hasElements(a, list, least)) sizes.set(list, least);
  return { there, missing, sizes };
}

/** The facts that hold if at least one of the two sets holds. */
export function eitherFacts(a: Facts, b: Facts): Facts {
  if (a.isNever || a === b) return b;
  if (b.isNever) return a;
  const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one].filter((key) => other.has(key)));
  const sizes = [...a.sizes].map(([list, least]) => [list, Math.min(least, b.sizes.get(list) ?? 0)] as const);
  return { there: common(a.there, b.there), missing: common(a.missing, b.missing), sizes: new Map(sizes) };
}

/** The facts about an element and its members, with the key of the local that names the element. Other facts are left out. */
export function ofLocal({ there, missing, sizes }: Facts, local: string): Facts {
  const isOwn = (key: string) => (key === elementKey || key.startsWith(keyOf(elementKey, ''))) && !key.includes(byElement);
  const renamed = (key: string) => local + key.slice(elementKey.length).replaceAll(orElement, eitherKey('', local));
  const own = (keys: ReadonlySet<string>) => new Set([...keys].filter(isOwn).map(renamed));
  const lists = [...sizes].flatMap(([key, least]) => (isOwn(key) ? [[renamed(key), least] as const] : []));
  return { there: own(there), missing: own(missing), sizes: new Map(lists) };
}

/** The facts about a value and its members, with another key for the value. Left out: facts about members that other values choose. */
export function ofValue({ there, missing, sizes }: Facts, value: string, key: string): Facts {
  const isOwn = (one: string) => one === value || (one.startsWith(keyOf(value, '')) && !dependsOnOther(one.slice(value.length)));
  const renamed = (one: string) => key + one.slice(value.length);
  const own = (keys: ReadonlySet<string>) => new Set([...keys].filter(isOwn).map(renamed));
  const lists = [...sizes].flatMap(([one, least]) => (isOwn(one) ? [[renamed(one), least] as const] : []));
  return { there: own(there), missing: own(missing), sizes: new Map(lists) };
}

/** Whether another value may have a part in the rest of a key: it chooses the member, stands for a missing one, or is an argument of a filter. */
const dependsOnOther = (rest: string): boolean => /\n(?:\[|\?\? |\| )/.test(rest);

/** The facts about elements that no local has a part in. */
export function ofElements({ there, missing, sizes }: Facts): Facts {
  const isOwn = (key: string) => key.startsWith(elementKey) && !dependsOnOther(key);
  const own = (keys: ReadonlySet<string>) => new Set([...keys].filter(isOwn));
  return { there: own(there), missing: own(missing), sizes: new Map([...sizes].filter(([key]) => isOwn(key))) };
}

/** Facts from outside of an expression over elements also hold inside it, except facts about members of another element and about what these choose. */
export function outsideElement({ there, missing, sizes }: Facts): Facts {
  const isOuter = (key: string) => !key.startsWith(elementKey) && !key.includes(byElement) && !key.includes(orElement);
  const outer = (keys: ReadonlySet<string>) => new Set([...keys].filter(isOuter));
  return { there: outer(there), missing: outer(missing), sizes: new Map([...sizes].filter(([key]) => isOuter(key))) };
}
