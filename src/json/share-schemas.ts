// Makes a JSON Schema shorter: equal schemas within it stand once, under `$defs`.
import type { JsonSchema } from '../contract/schema.ts';
import { isObject } from './is-object.ts';

/** Shorter schemas stay where they are. In characters of JSON. */
const leastLength = 60;

/** The keywords whose value is a schema, a list of schemas, or an object of schemas (JSON Schema 2020-12, core 10 and 11). */
const holdsOne: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['not', 'if', 'then', 'else'],
]);
const holdsList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const holdsNamed: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** The same schema, in which schemas that occur more than once are references to `$defs`: `_0`, `_1` and so on, in the order of their first use. */
export function shareEqual(schema: JsonSchema): JsonSchema {
  const counts = new Map<string, number>();
  mapParts(schema, function count(part): unknown {
    const json = JSON.stringify(part);
    const times = (counts.get(json) ?? 0) + 1;
    counts.set(json, times);
    return times > 1 ? part : mapParts(part, count);
  });
  const named = new Map<string, string>();
  const shared: Record<string, unknown> = {};
  const share = (part: JsonSchema): unknown => {
    const json = JSON.stringify(part);
    if (json.length < leastLength || counts.get(json)! < 2 || typeof part.$ref === 'string') return mapParts(part, share);
    let name = named.get(json);
    if (name === undefined) {
      name = `_${named.size.toString(36)}`;
      named.set(json, name);
      shared[name] = mapParts(part, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const { $defs = {}, ...rest } = schema;
  const own = Object.fromEntries(Object.entries($defs).map(([name, one]) => [name, mapParts(one, share)]));
  return { ...mapParts(rest, share), $defs: { ...own, ...shared } } as JsonSchema;
}

/** A copy of a schema with other schemas in place of those directly within it. */
function mapParts(schema: JsonSchema, map: (part: JsonSchema) => unknown): JsonSchema {
  const change = (part: unknown) => (isObject(part) ? map(part) : part);
  const members = Object.entries(schema).map(([keyword, value]) => {
    if (holdsOne.has(keyword)) return [keyword, change(value)];
    if (holdsList.has(keyword) && Array.isArray(value)) return [keyword, value.map(change)];
    if (holdsNamed.has(keyword) && isObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))];
    return [keyword, value];
  });
  return Object.fromEntries(members) as JsonSchema;
}
