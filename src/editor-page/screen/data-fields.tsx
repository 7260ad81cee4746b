// The fields of the data contract that a text may name.
import { type Schema as JsonSchema, resolveRef } from '../../json/schema-parts.ts';
import type { EditorModel } from '../editor-model.ts';
import type { ListField } from '../table/dragged-field.ts';
import { FieldButton, startFieldDrag } from '../table/field-button.tsx';
import { startPanel } from '../words/en.ts';

type Schema = Readonly<Record<string, unknown>> | boolean | undefined;

export interface ShownField {
  /** `lines[].name` */
  readonly name: string;
  readonly field: ListField;
  readonly type: string;
  /** Of the example data. */
  readonly value: unknown;
}

interface DataFieldsProps {
  readonly model: EditorModel;
  readonly schema: unknown;
  readonly example: unknown;
}

export function DataFields({ model, schema, example }: DataFieldsProps) {
  return (
    <table aria-label={startPanel.fieldsName}>
      <thead>
        <tr>
          <th scope="col">{startPanel.field}</th>
          <th scope="col">{startPanel.example}</th>
        </tr>
      </thead>
      <tbody>
        {listFields(schema as Schema, example).map(({ name, field, type, value }) => (
          <tr key={name}>
            <th scope="row" class="field" onPointerDown={(event) => startFieldDrag(model, field, name, event)}>
              {name} <span class="detail">{type}</span>
            </th>
            <td>
              <FieldButton model={model} field={field} name={name} />
              {value === undefined || typeof value === 'object' ? '' : String(value)}
            </td>
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
  path: readonly string[] = [],
  lists: ListField['lists'] = [],
  above: readonly (readonly Schema[])[] = [],
): readonly ShownField[] {
  if (above.length > 8) return [];
  const parts = partsOf(schema, root).filter((part) => !above.flat().includes(part));
  const needed = new Set(parts.flatMap((part) => (part.required ?? []) as readonly string[]));
  const members = new Map<string, Schema[]>();
  for (const [name, member] of parts.flatMap((part) => Object.entries((part.properties ?? {}) as Record<string, Schema>)))
    members.set(name, [...(members.get(name) ?? []), member]);
  const inner = [...above, parts];
  return [...members].flatMap(([name, schemas]) => {
    const member = { allOf: schemas };
    const here = [...path, name];
    const value = (example as Readonly<Record<string, unknown>> | undefined)?.[name];
    const own = {
      name: [...lists.map((names) => `${names.join('.')}[]`), here.join('.')].join('.'),
      field: { path: here, list: lists.at(-1), lists, schema: member as JsonSchema, root: root as JsonSchema },
      type: needed.has(name) ? `${typeOf(member, root)}, ${startPanel.needed}` : typeOf(member, root),
      value,
    };
    const item = { allOf: partsOf(member, root).flatMap((part) => (part.items as Schema) ?? []) };
    const first = Array.isArray(value) ? (value as unknown[])[0] : undefined;
    return [
      own,
      ...listFields(member, value, root, here, lists, inner),
      ...listFields(item, first, root, [], [...lists, here], inner),
    ];
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
