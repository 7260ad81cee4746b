// Everything that is wrong with a dataSchema, found before it is compiled: faults against its dialect, misspelt keywords, unknown
// formats, references that lead outside or nowhere.
import { type Breach, maxBreaches } from '../contract/errors.ts';
import { suggest } from '../contract/nearest.ts';
import { formatNames } from './formats.ts';
import { pointerKeys, pointerStep } from './json-pointer.ts';
import { type Dialect, dialects, type Form, foreignKeywords, keywords, typeNames } from './keywords.ts';
import { showText, showValue } from './show-value.ts';

/** Levels of nesting that a schema may have, counted in the JSON. */
export const maxSchemaDepth = 200;
/** Schemas that a document may hold; beyond it compiling alone would take seconds. */
export const maxSchemas = 10_000;

export interface CheckedSchema {
  readonly dialect: Dialect;
  /** `path` from `/dataSchema`. */
  readonly faults: readonly Breach[];
  /** Where each schema object stands, as a JSON Pointer from the root of the schema. */
  readonly pointers: ReadonlyMap<object, string>;
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly refersToMetaSchema: boolean;
}

interface Reference {
  readonly text: string;
  readonly from: string;
  readonly base: string;
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The base of references in a schema without `$id`; a name that no resolver knows (RFC 2606, 2). */
export const defaultBase = 'https://schema.invalid/data';

/** Checks a schema. `compilesPattern` tells whether a text is a regular expression. */
export function checkSchema(root: unknown, compilesPattern: (source: string) => boolean): CheckedSchema {
  const faults: Breach[] = [];
  const pointers = new Map<object, string>();
  const patterns = new Set<string>();
  const formats = new Set<string>();
  const references: Reference[] = [];
  const ids = new Set<string>();
  const anchors = new Set<string>();
  const inPlace = new Map<string, string[]>();

  const fault = (pointer: string, keyword: string, message: string, params: Record<string, unknown> = {}): void => {
    if (faults.length <= 1000)
      faults.push({ path: `/dataSchema${pointer}`, message, keyword, params, schemaPath: `#${pointer}` });
  };
  const dialect = findDialect(root, fault);
  const table = keywords[dialect];
  const known = Object.keys(table);

  const visit = (schema: unknown, pointer: string, base: string): void => {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) {
      fault(pointer, 'type', `must be a schema: an object, true or false, got ${showValue(schema)}`);
      return;
    }
    if (pointers.size >= maxSchemas) return;
    pointers.set(schema, pointer);
    const own = enterResource(schema, pointer, base);
    for (const [keyword, value] of Object.entries(schema)) {
      const place = pointer + pointerStep(keyword);
      const form = Object.hasOwn(table, keyword) ? table[keyword] : undefined;
      if (form !== undefined) visitKeyword(form, keyword, value, pointer, place, own);
      else if (!keyword.startsWith('x-')) fault(place, 'unknown-keyword', explainUnknown(keyword, dialect, known), { keyword });
    }
  };

  const enterResource = (schema: Members, pointer: string, base: string): string => {
    let own = base;
    if (typeof schema.$id === 'string') {
      const id = resolveUri(schema.$id, base);
      if (id === undefined) fault(`${pointer}/$id`, '$id', `must be a URI reference, got ${showText(schema.$id)}`);
      else if (id.includes('#') && !id.endsWith('#')) anchors.add(id);
      else {
        own = id.replace(/#$/, '');
        if (pointer !== '' && ids.has(own)) fault(`${pointer}/$id`, '$id', `${showText(schema.$id)} is used twice`);
        ids.add(own);
      }
    }
    for (const name of ['$anchor', '$dynamicAnchor']) if (typeof schema[name] === 'string') anchors.add(`${own}#${schema[name]}`);
    return own;
  };

  const connect = (from: string, to: string) => inPlace.set(from, [...(inPlace.get(from) ?? []), to]);

  const visitKeyword = (form: Form, keyword: string, value: unknown, pointer: string, place: string, base: string): void => {
    const must = (holds: boolean, words: string) => {
      if (!holds) fault(place, keyword, `must be ${words}, got ${showValue(value)}`);
      return holds;
    };
    const visitAll = (entries: Iterable<readonly [string | number, unknown]>, here: boolean) => {
      for (const [key, schema] of entries) {
        if (key === '__proto__') fault(place, keyword, 'must not name a member "__proto__"');
        if (here) connect(pointer, place + pointerStep(key));
        visit(schema, place + pointerStep(key), base);
      }
    };
    if (form.endsWith('Here') && form.startsWith('schemaHere')) connect(pointer, place);
    switch (form) {
      case 'schema':
      case 'schemaHere':
        if (keyword === 'items' && Array.isArray(value)) {
          fault(place, keyword, 'must be one schema in 2020-12; write "prefixItems" for a list with a schema for each place');
        } else visit(value, place, base);
        return;
      case 'schemas':
      case 'schemasHere':
        if (must(Array.isArray(value) && value.length > 0, 'an array of one schema or more'))
          visitAll((value as unknown[]).entries(), form === 'schemasHere');
        return;
      case 'schemaOrSchemas':
        if (Array.isArray(value)) visitAll(value.entries(), false);
        else visit(value, place, base);
        return;
      case 'schemaMap':
      case 'schemaMapHere':
      case 'patternMap':
        if (!must(isObject(value), 'an object of schemas')) return;
        if (form === 'patternMap')
          for (const source of Object.keys(value as Members)) visitPattern(source, place + pointerStep(source));
        visitAll(Object.entries(value as Members), form === 'schemaMapHere');
        return;
      case 'dependencies':
        if (!must(isObject(value), 'an object of schemas or arrays of names')) return;
        for (const [key, entry] of Object.entries(value as Members)) {
          if (!Array.isArray(entry)) visitAll([[key, entry]], true);
          else if (!isNames(entry)) fault(place + pointerStep(key), keyword, 'must be an array of different names');
        }
        return;
      case 'namesMap':
        if (must(isObject(value), 'an object of arrays of names'))
          for (const [key, names] of Object.entries(value as Members))
            if (!isNames(names)) fault(place + pointerStep(key), keyword, 'must be an array of different names');
        return;
      case 'ref':
        if (must(typeof value === 'string', 'a string')) references.push({ text: value as string, from: pointer, base });
        return;
      case 'pattern':
        if (must(typeof value === 'string', 'a string')) visitPattern(value as string, place);
        return;
      case 'format':
        if (!must(typeof value === 'string', 'a string')) return;
        if (formatNames.includes(value as string)) formats.add(value as string);
        else
          fault(
            place,
            keyword,
            `unknown format ${showText(value as string)}${suggest(value as string, formatNames) || `; known are ${formatNames.join(', ')}`}`,
          );
        return;
      case 'types':
        for (const [i, name] of (Array.isArray(value) ? value : [value]).entries()) {
          if (typeNames.includes(name as string)) continue;
          const where = Array.isArray(value) ? place + pointerStep(i) : place;
          fault(
            where,
            keyword,
            `must be one of ${typeNames.join(', ')}, got ${showValue(name)}${typeof name === 'string' ? suggest(name, typeNames) : ''}`,
          );
        }
        if (Array.isArray(value)) must(value.length > 0 && new Set(value).size === value.length, 'an array of different types');
        return;
      case 'names':
        must(isNames(value), 'an array of different names');
        return;
      default:
        must(plainForms[form]!.holds(value), plainForms[form]!.words);
    }
  };

  const visitPattern = (source: string, place: string) => {
    patterns.add(source);
    if (!compilesPattern(source)) fault(place, 'pattern', `is not a regular expression: ${showText(source)}`);
  };

  const tooDeep = findTooDeep(root, maxSchemaDepth);
  if (tooDeep !== undefined) fault(tooDeep, 'depth', `the schema is nested deeper than ${maxSchemaDepth} levels`);
  else {
    for (const place of findNonFinite(root, maxBreaches)) fault(place, 'number', 'must be a number that JSON can hold');
    ids.add(defaultBase);
    visit(root, '', defaultBase);
  }
  if (pointers.size >= maxSchemas) fault('', 'size', `the dataSchema holds more than ${maxSchemas} schemas`);

  let refersToMetaSchema = false;
  for (const reference of references) {
    const target = resolveUri(reference.text, reference.base);
    const place = `${reference.from}/$ref`;
    const [resource = '', fragment = ''] = (target ?? '').split('#');
    if (Object.values(dialects).some(([uri]) => resource === uri) || /^https?:\/\/json-schema\.org\/draft\//.test(resource))
      refersToMetaSchema = true;
    else if (target === undefined || !ids.has(resource)) {
      fault(
        place,
        '$ref',
        `refers to ${showText(reference.text)}, outside of this schema; only "#…" and "$id"s inside it are followed, so copy the definition into "$defs"`,
      );
    } else if (fragment !== '' && !fragment.startsWith('/')) {
      if (!anchors.has(target)) fault(place, '$ref', `refers to ${showText(reference.text)}, but no "$anchor" has this name`);
    } else if (ids.size <= 2 && (resource === defaultBase || isRootId(root, resource))) {
      const pointer = decodePointer(fragment);
      const missing = pointer === undefined ? 'it is badly percent-encoded' : explainMissing(root, pointer);
      if (missing !== undefined) fault(place, '$ref', `refers to ${showText(reference.text)}, which is not there${missing}`);
      else connect(reference.from, pointer!);
    }
  }
  const loop = findLoop(inPlace);
  if (loop !== undefined)
    fault(loop, '$ref', 'refers to itself without going deeper into the data, so that checking would never end');
  return { dialect, faults, pointers, patterns, formats, refersToMetaSchema };
}

const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const plainForms: Partial<Readonly<Record<Form, { holds(value: unknown): boolean; words: string }>>> = {
  string: { holds: (value) => typeof value === 'string', words: 'a string' },
  number: { holds: isNumber, words: 'a number' },
  positive: { holds: (value) => isNumber(value) && value > 0, words: 'a number above 0' },
  count: { holds: (value) => isNumber(value) && Number.isInteger(value) && value >= 0, words: 'a whole number from 0' },
  boolean: { holds: (value) => typeof value === 'boolean', words: 'true or false' },
  values: { holds: (value) => Array.isArray(value) && value.length > 0, words: 'an array of one value or more' },
  list: { holds: Array.isArray, words: 'an array' },
  object: { holds: isObject, words: 'an object' },
  any: { holds: () => true, words: '' },
};

function findDialect(root: unknown, fault: (pointer: string, keyword: string, message: string) => void): Dialect {
  const uri = isObject(root) ? root.$schema : undefined;
  if (uri === undefined) return '2020-12';
  const plain = String(uri)
    .replace(/#$/, '')
    .replace(/^https?:/, '');
  for (const [dialect, [known]] of Object.entries(dialects))
    if (known.replace(/^https?:/, '') === plain) return dialect as Dialect;
  fault(
    '/$schema',
    '$schema',
    `${showValue(uri)} is not supported; use ${Object.values(dialects)
      .map(([known]) => `"${known}"`)
      .join(', ')}, or leave it out for the last`,
  );
  return '2020-12';
}

function explainUnknown(keyword: string, dialect: Dialect, known: readonly string[]): string {
  const head = `unknown keyword ${showText(keyword)}`;
  if (Object.hasOwn(foreignKeywords, keyword)) return `${head}; ${foreignKeywords[keyword]}`;
  const elsewhere = (Object.keys(dialects) as Dialect[]).filter((other) => Object.hasOwn(keywords[other], keyword));
  if (elsewhere.length > 0)
    return `${head} in ${dialect}; ${elsewhere.join(' and ')} ${elsewhere.length > 1 ? 'have' : 'has'} it`;
  return `${head}${suggest(keyword, known) || '; annotations of your own begin with "x-"'}`;
}

/** The pointer of the first value nested deeper than `limit`. Walks without recursion, since the value may be of any depth. */
export function findTooDeep(root: unknown, limit: number): string | undefined {
  const stack: { value: object; depth: number; pointer: string }[] = [];
  const push = (value: unknown, depth: number, pointer: string) => {
    if (typeof value === 'object' && value !== null) stack.push({ value, depth, pointer });
  };
  push(root, 1, '');
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.depth > limit) return next.pointer;
    for (const [key, value] of Object.entries(next.value)) push(value, next.depth + 1, next.pointer + pointerStep(key));
  }
  return undefined;
}

/** Pointers of the numbers that JSON cannot hold, `most` at the most. For a value of which the depth was checked. */
export function findNonFinite(value: unknown, most: number, pointer = ''): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [pointer];
  if (typeof value !== 'object' || value === null) return [];
  const found: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    found.push(...findNonFinite(member, most - found.length, pointer + pointerStep(key)));
    if (found.length >= most) break;
  }
  return found;
}

function resolveUri(reference: string, base: string): string | undefined {
  if (reference.startsWith('#')) return base + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

const isRootId = (root: unknown, resource: string): boolean =>
  isObject(root) && typeof root.$id === 'string' && resolveUri(root.$id, defaultBase)?.replace(/#$/, '') === resource;

function decodePointer(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/** Why a pointer leads nowhere, with the nearest name; undefined when it leads somewhere. */
function explainMissing(root: unknown, pointer: string): string | undefined {
  let at: unknown = root;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key))
      return typeof at === 'object' && at !== null ? suggest(key, Object.keys(at)) : '';
    at = (at as Members)[key];
  }
  return undefined;
}

/** A schema that leads back to itself by references and combinations on one and the same value. */
function findLoop(edges: ReadonlyMap<string, readonly string[]>): string | undefined {
  const state = new Map<string, 'open' | 'done'>();
  for (const start of edges.keys()) {
    const stack: { node: string; next: number }[] = state.has(start) ? [] : [{ node: start, next: 0 }];
    state.set(start, state.get(start) ?? 'open');
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const to = edges.get(top.node)?.[top.next++];
      if (to === undefined) {
        state.set(top.node, 'done');
        stack.pop();
      } else if (state.get(to) === 'open') return top.node;
      else if (!state.has(to)) {
        state.set(to, 'open');
        stack.push({ node: to, next: 0 });
      }
    }
  }
  return undefined;
}
