// What is known of the values at a place of a template: which are there, and which are missing.

/**
 * Keys of values: a path of the data, of a local or of an element, its names joined by `keyOf`. A list with at least n elements has the keys `LIST#1`
 * to `LIST#n` among those that are there.
 */
export interface Facts {
  readonly there: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  /** The facts contradict each other: nothing runs here. */
  readonly isNever?: true;
}

/** The outcome of an expression: a value that counts as true, a value that counts as false, any value, or a missing value. */
export type Outcome = 'true' | 'false' | 'there' | 'missing';

export const noFacts: Facts = { there: new Set(), missing: new Set() };

export const never: Facts = { ...noFacts, isNever: true };

/** The beginning of the keys of the members of an element, in an expression over elements. */
export const elementKey = '@';

/** The key of a local. */
export const localKey = (at: number): string => `$${at}`;

/** The key of a member, an element or the size of a list. */
export const keyOf = (owner: string, step: string): string => `${owner}\n${step}`;

/** Longer lists are not counted. */
const mostCounted = 1000;

/** Whether a list is known to have so many elements. */
export const hasElements = ({ there }: Facts, list: string, least: number): boolean => there.has(`${list}#${least}`);

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
  const counts = Array.from({ length: Math.min(least, mostCounted) }, (_, i) => `${list}#${i + 1}`);
  return withThere(facts, counts);
}

/** What holds where both hold. */
export function bothFacts(a: Facts, b: Facts): Facts {
  if (a.isNever || b.isNever) return never;
  let all = withThere(a, [...b.there]);
  for (const key of b.missing) all = withMissing(all, key);
  return all;
}

/** The facts that hold if at least one of the two sets holds. */
export function eitherFacts(a: Facts, b: Facts): Facts {
  if (a.isNever || a === b) return b;
  if (b.isNever) return a;
  const common = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one].filter((key) => other.has(key)));
  return { there: common(a.there, b.there), missing: common(a.missing, b.missing) };
}

/** Facts from outside of an expression over elements also hold inside it, except facts about members of another element. */
export function outsideElement({ there, missing }: Facts): Facts {
  const outer = (keys: ReadonlySet<string>) => new Set([...keys].filter((key) => !key.startsWith(elementKey)));
  return { there: outer(there), missing: outer(missing) };
}
