// The members of an object that its schema ties to others: what is missing rules out branches, and what all other branches require is there.
import { conjuncts, type Schema, typesOf } from '../../json/schema-parts.ts';
import { choicesOf } from './schema-walk.ts';

type Names = ReadonlySet<string>;

/** Branches may lead back to themselves, and many may lead to the same: after so many, no more are ruled out. */
const mostLooks = 1000;

/** Whether the schema of an object ties members to others. */
export const tiesMembers = (schema: Schema, root: Schema): boolean =>
  conjuncts(schema, root).some((part) => part.dependentRequired !== undefined || choicesOf(part).length > 0);

/** The members with a value in each object that fits a schema, if the members `there` have a value and the members `missing` have none. */
export function tiedMembers(schema: Schema, root: Schema, there: Names, missing: Names): Names {
  let looks = 0;
  // Many branches ask the schemas around them for the same.
  const partsOf = remember((one) => conjuncts(one, root));
  const describing = remember((one) => partsOf(one).filter(({ properties }) => properties !== undefined));
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
      for (const part of partsOf(one)) {
        add(part.required ?? []);
        for (const [name, others] of Object.entries((part.dependentRequired ?? {}) as Record<string, string[]>))
          if (found.has(name)) add(others);
        for (const branches of choicesOf(part)) {
          const open = branches.map((branch) => findThere(branch, found, all)).filter((names) => names !== undefined);
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
    return describing(one).some(
      ({ properties = {} }) => Object.hasOwn(properties, name) && typesOf(properties[name]!, root)?.has('null') === false,
    );
  }
}

/** The same function, which makes its result for each schema once. */
function remember<T>(make: (schema: Schema) => T): (schema: Schema) => T {
  const made = new Map<Schema, T>();
  return (schema) => {
    const known = made.get(schema);
    if (known !== undefined) return known;
    const result = make(schema);
    made.set(schema, result);
    return result;
  };
}
