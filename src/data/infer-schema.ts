// Makes a first data schema from an example of the data.
import type { JsonSchema } from '../contract/schema.ts';

/** Facts about a place in the data, from every value seen there. */
interface SeenValues {
  readonly types: Set<'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'>;
  /** Formats that fit every string so far. Undefined: no string yet. */
  formats: readonly string[] | undefined;
  readonly members: Map<string, { times: number; readonly seen: SeenValues }>;
  objects: number;
  items: SeenValues | undefined;
}

const formatTests: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  email: /^[\w.+-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i,
  uri: /^(?:https?:\/\/[a-z\d][a-z\d.-]*(?::\d+)?(?:[/?#][\w\-.~:/?#@!$&'()*+,;=%]*)?|mailto:[\w.+-]+@[\w.-]+)$/i,
};

/** A number as a text: templates calculate with it. */
const numericText = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/**
 * A JSON Schema (2020-12) for the example: types, required members, formats of dates, e-mail addresses and URIs. The items of an array share
 * a schema, in which a member is optional if any item lacks it. Unknown members are refused. `allowNumbers`: where the example has a number as
 * a text, the schema allows both. Raises RangeError for an example that is nested deeper than 64 levels.
 */
export function inferSchema(example: unknown, { allowNumbers = false } = {}): JsonSchema {
  const seen = nothingSeen();
  see(seen, example, 0, allowNumbers);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...writeSchema(seen) };
}

const nothingSeen = (): SeenValues => ({
  types: new Set(),
  formats: undefined,
  members: new Map(),
  objects: 0,
  items: undefined,
});

function see(seen: SeenValues, value: unknown, depth: number, allowNumbers: boolean): void {
  if (depth > 64) throw new RangeError('The example is nested deeper than 64 levels.');
  if (value === null) seen.types.add('null');
  else if (typeof value === 'string') {
    seen.types.add('string');
    if (allowNumbers && numericText.test(value)) seen.types.add('number');
    seen.formats = (seen.formats ?? Object.keys(formatTests)).filter(
      (name) => value.length < 1000 && formatTests[name]!.test(value),
    );
  } else if (typeof value === 'number') seen.types.add(Number.isInteger(value) ? 'integer' : 'number');
  else if (typeof value === 'boolean') seen.types.add('boolean');
  else if (Array.isArray(value)) {
    seen.types.add('array');
    seen.items ??= nothingSeen();
    for (const item of value) see(seen.items, item, depth + 1, allowNumbers);
  } else if (typeof value === 'object') {
    seen.types.add('object');
    seen.objects++;
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') continue;
      const entry = seen.members.get(key) ?? { times: 0, seen: nothingSeen() };
      entry.times++;
      see(entry.seen, member, depth + 1, allowNumbers);
      seen.members.set(key, entry);
    }
  }
}

function writeSchema(seen: SeenValues): JsonSchema {
  const types = [...seen.types].filter((type) => type !== 'integer' || !seen.types.has('number'));
  // A null shows only that the value may be missing. It does not show the type of the value.
  if (types.length === 0 || (types.length === 1 && types[0] === 'null')) return {};
  const format = types.includes('string') ? seen.formats?.[0] : undefined;
  return {
    type: types.length === 1 ? types[0]! : types.toSorted((a, b) => Number(a === 'null') - Number(b === 'null')),
    ...(format !== undefined && { format }),
    ...(seen.items && { items: writeSchema(seen.items) }),
    ...(seen.types.has('object') && writeMembers(seen)),
  };
}

function writeMembers(seen: SeenValues): JsonSchema {
  const entries = [...seen.members];
  const required = entries.filter(([, { times }]) => times === seen.objects).map(([key]) => key);
  return {
    properties: Object.fromEntries(entries.map(([key, entry]) => [key, writeSchema(entry.seen)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
