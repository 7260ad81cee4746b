// What a sample takes from the schemas that hold together for a value.
import type { JsonSchema } from '../contract/schema.ts';
import type { Schema, TypeName } from '../json/schema-parts.ts';

/** A bound that several schemas set together. */
export function strictest(
  parts: readonly JsonSchema[],
  name: string,
  pick: (...bounds: readonly number[]) => number,
  none: number,
): number {
  const bounds = parts.map((part) => part[name]).filter((bound) => typeof bound === 'number');
  return bounds.length === 0 ? none : pick(...bounds);
}

export const allOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 ? schemas[0]! : { allOf: schemas as readonly JsonSchema[] };

/** The values of `const` and `enum` that all schemas allow. Empty: no schema names values, or they name none in common. */
export function listChoices(parts: readonly JsonSchema[]): readonly unknown[] {
  const lists = parts.flatMap((part) => [
    ...(part.const === undefined ? [] : [[part.const]]),
    ...(Array.isArray(part.enum) ? [part.enum as readonly unknown[]] : []),
  ]);
  const others = lists.slice(1).map((list) => new Set(list.map((one) => JSON.stringify(one))));
  return (lists[0] ?? []).filter((one) => others.every((list) => list.has(JSON.stringify(one))));
}

/** What several schemas say together of a member. */
export function schemasOf(name: string, parts: readonly JsonSchema[]): readonly Schema[] {
  return parts.flatMap((part): readonly Schema[] => {
    const own = (part.properties ?? {}) as Readonly<Record<string, Schema>>;
    if (Object.hasOwn(own, name)) return [own[name]!];
    // A pattern may name the member.
    return part.patternProperties === undefined && part.additionalProperties !== undefined ? [part.additionalProperties] : [];
  });
}

/** The schemas of the first elements, and of those after them: by `prefixItems` and `items`, or by `items` and `additionalItems` of the older dialects. */
export function elementsOf({ prefixItems, items, additionalItems }: JsonSchema): {
  readonly heads: readonly Schema[];
  readonly rest: Schema | undefined;
} {
  const isOlder = Array.isArray(items);
  const heads = isOlder ? items : prefixItems;
  return {
    heads: Array.isArray(heads) ? (heads as readonly Schema[]) : [],
    rest: (isOlder ? additionalItems : items) as Schema | undefined,
  };
}

/** The step between numbers. Undefined: all numbers are allowed. */
export function stepOf(parts: readonly JsonSchema[], isWhole: boolean): number | undefined {
  const step = parts.map((part) => part.multipleOf).find((one) => typeof one === 'number' && one > 0) as number | undefined;
  if (!isWhole) return step;
  // Of steps of 0.5, each second one is whole.
  for (let i = 1; step !== undefined && i <= 1_000; i++) if (Number.isInteger(multiple(i, step))) return multiple(i, step);
  return 1;
}

const largestCount = Number.MAX_SAFE_INTEGER;

/** Without the digits that floating point adds. */
export const multiple = (count: number, step: number): number =>
  Number((Math.max(-largestCount, Math.min(largestCount, count)) * step).toPrecision(15)) + 0;

export const isMultiple = (value: number, step: number): boolean => Number.isInteger(value / step);

/** The type of a value, if the schema allows it. Undefined: the schema does not. */
export function typeOfValue(value: unknown, types: ReadonlySet<TypeName> | undefined): TypeName | undefined {
  if (value === undefined) return undefined;
  const names: readonly TypeName[] =
    value === null
      ? ['null']
      : Array.isArray(value)
        ? ['array']
        : typeof value === 'number'
          ? Number.isInteger(value)
            ? ['integer', 'number']
            : ['number']
          : [typeof value as TypeName];
  return names.find((name) => types === undefined || types.has(name));
}

/** The type of a schema that names none. */
export function guess(parts: readonly JsonSchema[]): TypeName {
  if (parts.some((part) => part.properties !== undefined || part.required !== undefined)) return 'object';
  return parts.some((part) => part.items !== undefined) ? 'array' : 'string';
}
