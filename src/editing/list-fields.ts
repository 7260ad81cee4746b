// The fields that a data schema has, also those of elements of lists.
import { memberSchema } from '../document/expression/schema-walk.ts';
import { type Schema as JsonSchema, resolveRef, typesOf } from '../json/schema-parts.ts';
import type { DataField } from './fields.ts';

export interface FieldInLists extends DataField {
  /** The names that lead from the data to each list around it, from the outermost: each from an element of the one before. */
  readonly lists: readonly (readonly string[])[];
}

export interface ListedField extends FieldInLists {
  /** Each value has it. */
  readonly isNeeded: boolean;
  /** Other fields stand in it, or elements of a list. */
  readonly holdsOthers: boolean;
  /** `string`, `integer`. Empty: anything. */
  readonly types: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

/** Most names that lead to a field. */
const mostNames = 8;

/** A schema that contains itself is shown once. `root`: where references lead to. */
export const listFields = (schema: JsonSchema, root: JsonSchema): readonly ListedField[] =>
  listWithin(schema, root, { path: [], lists: [], mayBeMissing: false }, []);

function listWithin(
  schema: unknown,
  root: JsonSchema,
  holder: Pick<ListedField, 'path' | 'lists'> & { readonly mayBeMissing: boolean },
  above: readonly (readonly Schema[])[],
): readonly ListedField[] {
  if (above.length > mostNames) return [];
  const { path, lists } = holder;
  const parts = partsOf(schema, root).filter((part) => !above.flat().includes(part));
  const members = new Map<string, unknown[]>();
  for (const [name, member] of parts.flatMap((part) => Object.entries((part.properties ?? {}) as Schema)))
    members.set(name, [...(members.get(name) ?? []), member]);
  const inner = [...above, parts];
  return [...members].flatMap(([name, schemas]) => {
    const member = schemas.length === 1 ? schemas[0] : { allOf: schemas };
    const here = [...path, name];
    const found = memberSchema(schema as JsonSchema, name, root);
    const isNeeded = found.state === 'known' && found.required;
    const isNullable = typesOf(member as JsonSchema, root)?.has('null') === true;
    const mayBeMissing = holder.mayBeMissing || !isNeeded || isNullable;
    const own = partsOf(member, root);
    const types = [...new Set(own.flatMap(({ type }) => (type as string | readonly string[] | undefined) ?? []))];
    const holdsOthers =
      types.some((type) => type === 'object' || type === 'array') || own.some(({ properties, items }) => properties ?? items);
    const list = lists.length === 1 ? { list: lists[0]! } : {};
    const field = {
      path: here,
      ...list,
      lists,
      schema: member as JsonSchema,
      root,
      isNeeded,
      mayBeMissing,
      holdsOthers,
      types,
    };
    const items = own.flatMap((part) => part.items ?? []);
    return [
      field,
      ...listWithin(member, root, { path: here, lists, mayBeMissing }, inner),
      ...listWithin({ allOf: items }, root, { path: [], lists: [...lists, here], mayBeMissing: false }, inner),
    ];
  });
}

/** All schemas that describe one value: by `$ref`, `allOf`, `anyOf` or `oneOf`. */
function partsOf(schema: unknown, root: JsonSchema, seen = new Set<unknown>()): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Record<string, readonly unknown[] | undefined>;
  const further = [...(typeof $ref === 'string' ? [resolveRef($ref, root)] : []), ...allOf, ...anyOf, ...oneOf];
  return [schema as Schema, ...further.flatMap((one) => partsOf(one, root, seen))];
}
