// The members of an object that its schema ties to others: what is missing rules out branches, and what all other branches require is there.
import { conjuncts, type Schema, typesOf } from '../../json/schema-parts.ts';

type Names = ReadonlySet<string>;

/** Branches may lead back to themselves, and many may lead to the same: after so many, no more are ruled out. */
const mostLooks = 1000;

/** Whether the schema of an object ties members to others. */
export const tiesMembers = (schema: Schema, root: Schema): boolean =>
  conjuncts(schema, root).some((part) => part.anyOf ?? part.oneOf ?? part.dependentRequired);

/** The members with a value in each object that fits a schema, if the members `there` have a value and the members `missing` have none. */
export function tiedMembers(schema: Schema, root: Schema, there: Names, missing: Names): Names {
  let looks = 0;
  return findThere(schema, there, []) ?? there;

  /** `around`: the schemas that the object fits too. Undefined: no object fits. */
  function findThere(one: Schema, known: Names, around: readonly Schema[]): Names | undefined {
    if (one === false) return undefined;
    if (++looks > mostLooks || around.includes(one)) return known;
    const all = [...around, one];
    const found = new Set(known);
    const add = (names: Iterable<string>) => {
      for (const name of names) if (all.some((schema) => excludesNull(schema, name))) found.add(name);
    };
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const part of conjuncts(one, root)) {
        add(part.required ?? []);
        for (const [name, others] of Object.entries((part.dependentRequired ?? {}) as Record<string, string[]>))
          if (found.has(name)) add(others);
        for (const branches of [part.anyOf, part.oneOf]) {
          if (!Array.isArray(branches)) continue;
          const open = branches.map((branch) => findThere(branch as Schema, found, all)).filter((names) => names !== undefined);
          const [first, ...others] = open;
          if (first === undefined) return undefined;
          for (const name of first) if (others.every((names) => names.has(name))) found.add(name);
        }
      }
      for (const name of missing) if (found.has(name)) return undefined;
    }
    return found;
  }

  /** A member without a value may be there as null. */
  function excludesNull(one: Schema, name: string): boolean {
    return conjuncts(one, root).some(
      ({ properties }) =>
        properties && Object.hasOwn(properties, name) && typesOf(properties[name]!, root)?.has('null') === false,
    );
  }
}
