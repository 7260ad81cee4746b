// Walks a data schema from its root. Checks the value of each keyword, and notes facts for later checks and messages.
import { isObject } from '../json/is-object.ts';
import { pointerStep } from '../json/json-pointer.ts';
import { suggest } from '../words/nearest.ts';
import { quoteText } from '../words/show-json.ts';
import { formatNames } from './formats.ts';
import { type Dialect, dialects, foreignKeywords, keywords, typeNames, type ValueForm } from './keywords.ts';
import { defaultBase, resolveUri } from './schema-uri.ts';
import { showValue } from './show-value.ts';

/** Most schemas in a data schema. Compiling more would take seconds. */
export const maxSchemas = 10_000;

/** Reports a fault of a keyword. `pointer` begins at the root of the schema. */
export type ReportSchemaFault = (
  pointer: string,
  keyword: string,
  message: string,
  params?: Readonly<Record<string, unknown>>,
) => void;

/** A reference: its keyword and text, the pointer of its schema, and its base URI. */
export interface Reference {
  readonly keyword: string;
  readonly text: string;
  readonly from: string;
  readonly base: string;
}

/** The contents of a schema. Places are JSON Pointers from its root. */
export interface SchemaContents {
  /** The place of each schema object. */
  readonly pointers: Map<object, string>;
  /** The first place of each pattern. */
  readonly patterns: Map<string, string>;
  readonly formats: Set<string>;
  readonly references: Reference[];
  /** The places of the schema itself and of inner schemas with an `$id`, by their URI. */
  readonly ids: Map<string, string>;
  /** The places of the schemas that have an anchor, by their URI. */
  readonly anchors: Map<string, string>;
  /** URIs of the schemas with `$recursiveAnchor`. */
  readonly recursiveAnchors: Set<string>;
  /** The outer schema of each inner schema with an `$id`, both by their URI. */
  readonly outerIds: Map<string, string>;
  /** The schemas that apply to the same value, by the place of the outer schema. */
  readonly inPlace: Map<string, string[]>;
}

export interface WalkRules {
  readonly dialect: Dialect;
  /** Whether a text is a regular expression. */
  readonly compilesPattern: (source: string) => boolean;
  readonly fault: ReportSchemaFault;
}

interface Walk extends WalkRules {
  readonly found: SchemaContents;
}

/** A keyword of a schema with its value. */
interface KeywordEntry {
  readonly keyword: string;
  readonly value: unknown;
  readonly pointer: string;
  /** Pointer of the schema that has the keyword. */
  readonly schema: string;
  /** Base URI of the references in that schema. */
  readonly base: string;
}

export type Members = Readonly<Record<string, unknown>>;

export const emptyContents = (): SchemaContents => ({
  pointers: new Map(),
  patterns: new Map(),
  formats: new Set(),
  references: [],
  ids: new Map([[defaultBase, '']]),
  anchors: new Map(),
  recursiveAnchors: new Set(),
  outerIds: new Map(),
  inPlace: new Map(),
});

/** Walks a schema. Check its depth first. */
export function walkSchema(root: unknown, rules: WalkRules): SchemaContents {
  const walk: Walk = { ...rules, found: emptyContents() };
  visit(root, '', defaultBase, walk);
  return walk.found;
}

/** Notes that the schema at `to` applies to the same value as the schema at `from`. */
export function connect(from: string, to: string, { inPlace }: SchemaContents): void {
  const known = inPlace.get(from);
  if (known) known.push(to);
  else inPlace.set(from, [to]);
}

function visit(schema: unknown, pointer: string, base: string, walk: Walk): void {
  const { found, fault, dialect } = walk;
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) {
    fault(pointer, 'type', `must be a schema: an object, true or false, got ${showValue(schema)}`);
    return;
  }
  if (found.pointers.size >= maxSchemas) return;
  found.pointers.set(schema, pointer);
  const own = enterResource(schema, pointer, base, walk);
  const table = keywords[dialect];
  for (const [keyword, value] of Object.entries(schema)) {
    const place = pointer + pointerStep(keyword);
    const form = Object.hasOwn(table, keyword) ? table[keyword] : undefined;
    if (form !== undefined) forms[form]({ keyword, value, pointer: place, schema: pointer, base: own }, walk);
    else if (!keyword.startsWith('x-')) fault(place, 'unknown-keyword', explainUnknown(keyword, dialect), { keyword });
  }
}

/** Notes the URIs that a schema gives itself. Gives the base URI of its references. */
function enterResource(schema: Members, pointer: string, base: string, { found, fault }: Walk): string {
  let own = base;
  if (typeof schema.$id === 'string') {
    const id = resolveUri(schema.$id, base);
    if (id === undefined) fault(`${pointer}/$id`, '$id', `must be a URI reference, got ${quoteText(schema.$id)}`);
    else if (id.includes('#') && !id.endsWith('#')) found.anchors.set(id, pointer);
    else {
      own = id.replace(/#$/, '');
      if (pointer !== '' && found.ids.has(own)) fault(`${pointer}/$id`, '$id', `${quoteText(schema.$id)} is used twice`);
      found.ids.set(own, pointer);
      if (pointer !== '') found.outerIds.set(own, base);
    }
  }
  for (const name of ['$anchor', '$dynamicAnchor'])
    if (typeof schema[name] === 'string') found.anchors.set(`${own}#${schema[name]}`, pointer);
  if (schema.$recursiveAnchor === true) found.recursiveAnchors.add(own);
  return own;
}

function explainUnknown(keyword: string, dialect: Dialect): string {
  const head = `unknown keyword ${quoteText(keyword)}`;
  if (Object.hasOwn(foreignKeywords, keyword)) return `${head}; ${foreignKeywords[keyword]}`;
  const elsewhere = (Object.keys(dialects) as Dialect[]).filter((other) => Object.hasOwn(keywords[other], keyword));
  if (elsewhere.length > 0)
    return `${head} in ${dialect}; ${elsewhere.join(' and ')} ${elsewhere.length > 1 ? 'have' : 'has'} it`;
  return `${head}${suggest(keyword, Object.keys(keywords[dialect])) || '; annotations of your own begin with "x-"'}`;
}

type Visit = (entry: KeywordEntry, walk: Walk) => void;

/** Checks the value of a keyword by its form, and walks the schemas in it. */
const forms: Readonly<Record<ValueForm, Visit>> = {
  schema: visitSchema,
  schemaHere(entry, walk) {
    connect(entry.schema, entry.pointer, walk.found);
    visitSchema(entry, walk);
  },
  schemas: visitList(false),
  schemasHere: visitList(true),
  schemaMap: visitMap(false),
  schemaMapHere: visitMap(true),
  patternMap(entry, walk) {
    if (isObject(entry.value))
      for (const source of Object.keys(entry.value)) notePattern(source, entry.pointer + pointerStep(source), walk);
    visitMap(false)(entry, walk);
  },
  schemaOrSchemas(entry, walk) {
    if (Array.isArray(entry.value)) visitAll(entry.value.entries(), false, entry, walk);
    else visit(entry.value, entry.pointer, entry.base, walk);
  },
  dependencies(entry, walk) {
    if (!isObject(entry.value)) return mustBe('an object of schemas or arrays of names', entry, walk);
    for (const [key, value] of Object.entries(entry.value)) {
      if (Array.isArray(value)) checkNames(value, key, entry, walk);
      else visitAll([[key, value]], true, entry, walk);
    }
  },
  names: plain(isNames, 'an array of different names'),
  namesMap(entry, walk) {
    if (!isObject(entry.value)) return mustBe('an object of arrays of names', entry, walk);
    for (const [key, names] of Object.entries(entry.value)) checkNames(names, key, entry, walk);
  },
  ref(entry, walk) {
    if (typeof entry.value !== 'string') return mustBe('a string', entry, walk);
    walk.found.references.push({ keyword: entry.keyword, text: entry.value, from: entry.schema, base: entry.base });
  },
  recursiveRef(entry, walk) {
    // 2019-09 core, 8.2.4.2.1: other values are undefined.
    if (entry.value === '#') forms.ref(entry, walk);
    else mustBe('"#"', entry, walk);
  },
  pattern(entry, walk) {
    if (typeof entry.value !== 'string') return mustBe('a string', entry, walk);
    notePattern(entry.value, entry.pointer, walk);
  },
  format(entry, walk) {
    const { keyword, value, pointer } = entry;
    if (typeof value !== 'string') return mustBe('a string', entry, walk);
    if (formatNames.includes(value)) walk.found.formats.add(value);
    else {
      const known = suggest(value, formatNames) || `; known formats are ${formatNames.join(', ')}`;
      walk.fault(pointer, keyword, `unknown format ${quoteText(value)}${known}`);
    }
  },
  types(entry, walk) {
    const { keyword, value, pointer } = entry;
    const isList = Array.isArray(value);
    for (const [i, name] of (isList ? value : [value]).entries()) {
      if (typeNames.includes(name)) continue;
      const near = typeof name === 'string' ? suggest(name, typeNames) : '';
      const place = isList ? pointer + pointerStep(i) : pointer;
      walk.fault(place, keyword, `must be one of ${typeNames.join(', ')}, got ${showValue(name)}${near}`);
    }
    if (isList && (value.length === 0 || new Set(value).size < value.length)) mustBe('an array of different types', entry, walk);
  },
  string: plain((value) => typeof value === 'string', 'a string'),
  number: plain(isNumber, 'a number'),
  positive: plain((value) => isNumber(value) && value > 0, 'a number above 0'),
  count: plain((value) => isNumber(value) && Number.isInteger(value) && value >= 0, 'a whole number from 0'),
  boolean: plain((value) => typeof value === 'boolean', 'true or false'),
  values: plain((value) => Array.isArray(value) && value.length > 0, 'an array of one value or more'),
  list: plain(Array.isArray, 'an array'),
  object: plain(isObject, 'an object'),
  any: () => {},
};

function mustBe(words: string, { pointer, keyword, value }: KeywordEntry, { fault }: Walk): void {
  fault(pointer, keyword, `must be ${words}, got ${showValue(value)}`);
}

function plain(holds: (value: unknown) => boolean, words: string): Visit {
  return (entry, walk) => {
    if (!holds(entry.value)) mustBe(words, entry, walk);
  };
}

function visitSchema({ keyword, value, pointer, base }: KeywordEntry, walk: Walk): void {
  if (keyword === 'items' && Array.isArray(value)) {
    const message = 'must be one schema in 2020-12; write "prefixItems" for a list with a schema for each place';
    walk.fault(pointer, keyword, message);
  } else visit(value, pointer, base, walk);
}

function visitList(isInPlace: boolean): Visit {
  return (entry, walk) => {
    if (Array.isArray(entry.value) && entry.value.length > 0) visitAll(entry.value.entries(), isInPlace, entry, walk);
    else mustBe('an array of one schema or more', entry, walk);
  };
}

function visitMap(isInPlace: boolean): Visit {
  return (entry, walk) => {
    if (isObject(entry.value)) visitAll(Object.entries(entry.value), isInPlace, entry, walk);
    else mustBe('an object of schemas', entry, walk);
  };
}

/** `isInPlace`: the schemas apply to the same value as the outer schema. */
function visitAll(
  schemas: Iterable<readonly [string | number, unknown]>,
  isInPlace: boolean,
  { keyword, pointer, schema: from, base }: KeywordEntry,
  walk: Walk,
): void {
  for (const [key, schema] of schemas) {
    const place = pointer + pointerStep(key);
    if (key === '__proto__') walk.fault(pointer, keyword, 'must not name a member "__proto__"');
    if (isInPlace) connect(from, place, walk.found);
    visit(schema, place, base, walk);
  }
}

function checkNames(names: unknown, key: string, { pointer, keyword }: KeywordEntry, { fault }: Walk): void {
  if (!isNames(names)) fault(pointer + pointerStep(key), keyword, 'must be an array of different names');
}

function notePattern(source: string, pointer: string, { found, fault, compilesPattern }: Walk): void {
  if (!found.patterns.has(source)) found.patterns.set(source, pointer);
  if (!compilesPattern(source)) fault(pointer, 'pattern', `is not a regular expression: ${quoteText(source)}`);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
