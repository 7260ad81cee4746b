// Leaves out what is null where the data have no null.
import type { PathStep } from '../../input/parse-path.ts';
import { type Schema, typesOf } from '../../json/schema-parts.ts';
import { schemaAt } from './schema-at.ts';

/** The data without those null members whose place in the schema has no null. The elements of arrays stay. */
export function withoutNulls(data: unknown, schema: Schema): unknown {
  const admitsNull = (steps: readonly PathStep[]) => typesOf(schemaAt(schema, steps), schema)?.has('null') !== false;
  const visit = (value: unknown, steps: readonly PathStep[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((element, i) => visit(element, [...steps, i]));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, member]) => member !== null || admitsNull([...steps, name]))
        .map(([name, member]) => [name, visit(member, [...steps, name])]),
    );
  };
  return visit(data, []);
}
