// The fields of the data contract that a text may name.
import { resolveRef } from '../../json/schema-parts.ts';
import { startPanel } from '../words/en.ts';

type Schema = Readonly<Record<string, unknown>> | boolean | undefined;

export interface DataField {
  /** `lines[].name` */
  readonly path: string;
  readonly type: string;
  /** Of the example data. */
  readonly value: unknown;
}

export function DataFields({ schema, example }: { readonly schema: unknown; readonly example: unknown }) {
  return (
    <table aria-label={startPanel.fieldsName}>
      <thead>
        <tr>
          <th scope="col">{startPanel.field}</th>
          <th scope="col">{startPanel.example}</th>
        </tr>
      </thead>
      <tbody>
        {listFields(schema as Schema, example).map(({ path, type, value }) => (
          <tr key={path}>
            <th scope="row">
              {path} <span class="detail">{type}</span>
            </th>
            <td>{value === undefined || typeof value === 'object' ? '' : String(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A schema that contains itself is shown once. */
export function listFields(
  schema: Schema,
  example: unknown,
  root: Schema = schema,
  path = '',
  above: readonly (readonly Schema[])[] = [],
): readonly DataField[] {
  if (above.length > 8) return [];
  const parts = partsOf(schema, root).filter((part) => !above.flat().includes(part));
  const needed = new Set(parts.flatMap((part) => (part.required ?? []) as readonly string[]));
  const members = new Map<string, Schema[]>();
  for (const [name, member] of parts.flatMap((part) => Object.entries((part.properties ?? {}) as Record<string, Schema>)))
    members.set(name, [...(members.get(name) ?? []), member]);
  const inner = [...above, parts];
  return [...members].flatMap(([name, schemas]) => {
    const member = { allOf: schemas };
    const here = path ? `${path}.${name}` : name;
    const value = (example as Readonly<Record<string, unknown>> | undefined)?.[name];
    const own = {
      path: here,
      type: needed.has(name) ? `${typeOf(member, root)}, ${startPanel.needed}` : typeOf(member, root),
      value,
    };
    const item = { allOf: partsOf(member, root).flatMap((part) => (part.items as Schema) ?? []) };
    const first = Array.isArray(value) ? (value as unknown[])[0] : undefined;
    return [own, ...listFields(member, value, root, here, inner), ...listFields(item, first, root, `${here}[]`, inner)];
  });
}

/** All schemas that describe one value: by `$ref`, `allOf`, `anyOf` or `oneOf`. */
function partsOf(schema: Schema, root: Schema, seen = new Set<Schema>()): readonly Readonly<Record<string, unknown>>[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Record<string, readonly Schema[] | undefined>;
  const further = [...(typeof $ref === 'string' ? [resolveRef($ref, root as never)] : []), ...allOf, ...anyOf, ...oneOf];
  return [schema, ...further.flatMap((one) => partsOf(one as Schema, root, seen))];
}

function typeOf(schema: Schema, root: Schema): string {
  const types = partsOf(schema, root).flatMap(({ type }) => (type as string | readonly string[]) ?? []);
  return types.length > 0 ? [...new Set(types)].join(' or ') : startPanel.anything;
}
