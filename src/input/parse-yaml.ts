// Parses YAML text to records, one for each document.
import type { Alias, Document, Node, Pair, Scalar, YAMLMap } from 'yaml';
import { describeLoss, isExact } from '../json/exact-number.ts';
import type { Places, ValuePlace } from '../json/json-places.ts';
import { pointerKeys } from '../json/json-pointer.ts';
import { indexLines, type LineIndex } from '../json/line-index.ts';
import { InputError, NoDataError } from './input-error.ts';
import type { DataRecord, InputWarning, ReadResult } from './record.ts';
import { excerptAt } from './text-position.ts';

type Yaml = typeof import('yaml');

/** Parses YAML 1.2 (core schema: dates and `yes` stay strings) with the merge keys of YAML 1.1. Gives an InputError of kind `data` for each broken document. */
export async function parseYaml(
  text: string,
  { file, maxDepth }: { readonly file: string; readonly maxDepth: number },
): Promise<readonly ReadResult[]> {
  const yaml = await import('yaml');
  const lines = indexLines(text);
  const refuse = (message: string, offset: number, cause?: unknown, [start, , end] = [0, 0, text.length]) =>
    new InputError('data', message, {
      file,
      ...lines.at(offset),
      excerpt: excerptAt(text, offset),
      text: text.slice(start, end),
      cause,
    });
  const documents = parseDocuments(yaml, text, refuse);
  if (documents.length === 0) return [new NoDataError({ file, ...lines.at(0), excerpt: excerptAt(text, 0) })];
  const isOnly = documents.length === 1;
  return documents.map((document, i): ReadResult => {
    const fault = document.errors[0] ?? document.warnings[0];
    const { range } = document;
    if (fault) return refuse(explainYamlFault(fault), fault.pos[0], fault, range);
    const repeated = findRepeatedKey(yaml, document);
    if (repeated)
      return refuse(
        `the key ${JSON.stringify(repeated.value)} stands twice in its mapping`,
        repeated.range![0],
        undefined,
        range,
      );
    try {
      const record = toRecord(yaml, document, lines, isOnly ? undefined : i + 1);
      return nestsDeeper(record.value, maxDepth)
        ? refuse(`nested deeper than ${maxDepth} levels`, document.contents?.range?.[0] ?? 0, undefined, range)
        : record;
    } catch (cause) {
      const alias = findLostAlias(yaml, document);
      return alias
        ? refuse(
            `the alias *${alias.source} has no anchor &${alias.source} before it in its document`,
            alias.range?.[0] ?? 0,
            cause,
            range,
          )
        : refuse(explainYamlFault(cause), document.contents?.range?.[0] ?? 0, cause, range);
    }
  });
}

/** The second of two equal keys of a mapping. */
function findRepeatedKey(yaml: Yaml, document: Document.Parsed): Scalar | undefined {
  let repeated: Scalar | undefined;
  yaml.visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!yaml.isScalar(key)) continue;
        if (seen.has(key.value)) repeated = key;
        if (repeated) return yaml.visit.BREAK;
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}

/** An alias without an anchor before it in its document. */
function findLostAlias(yaml: Yaml, document: Document.Parsed): Alias | undefined {
  const anchors = new Set<string>();
  let aliasWithoutAnchor: Alias | undefined;
  yaml.visit(document, {
    Node(_key, node) {
      if (!yaml.isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
      } else if (!anchors.has(node.source)) {
        aliasWithoutAnchor = node;
        return yaml.visit.BREAK;
      }
      return undefined;
    },
  });
  return aliasWithoutAnchor;
}

/** The documents of a YAML file. A file may hold several, divided by `---`. */
function parseDocuments(
  yaml: Yaml,
  text: string,
  refuse: (message: string, offset: number, cause?: unknown) => InputError,
): readonly Document.Parsed[] {
  try {
    const parsed = yaml.parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      merge: true,
      prettyErrors: false,
      stringKeys: true,
      // The parser compares each key with all others: 60,000 keys took minutes.
      uniqueKeys: false,
      logLevel: 'silent',
    });
    return Array.isArray(parsed) ? parsed : [];
  } catch (cause) {
    throw refuse(explainYamlFault(cause), 0, cause);
  }
}

/** Whether a record nests deeper than records of JSON may. The YAML parser has no such bound. */
function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}

/** The reason why the YAML parser gave up, for the message of the input. */
function explainYamlFault(cause: unknown): string {
  // The parser reports its own stack overflow as a fault of the document.
  if (cause instanceof RangeError || String(cause).includes('Maximum call stack')) return 'nested too deep';
  if (cause instanceof ReferenceError) return 'its aliases multiply too far';
  return cause instanceof Error ? cause.message : String(cause);
}

/** The record of one YAML document, with warnings about numbers that lose digits. */
function toRecord(yaml: Yaml, document: Document.Parsed, lines: LineIndex, number: number | undefined): DataRecord {
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const warnings: InputWarning[] = [];
  yaml.visit(document, {
    Scalar(_key, node: Scalar) {
      const digits = typeof node.value === 'number' && node.source ? node.source.replace(/^[-+]/, '') : '';
      if (!/^\d[\d.eE+-]{14,}$/.test(digits) || isExact(digits)) return;
      warnings.push({
        ...lines.at(node.range?.[0] ?? 0),
        message: `${describeLoss(node.source!, Number(node.value))}; write it in quotes to keep them`,
      });
    },
  });
  const pairs: PairsByKey = new Map();
  const places: Places = {
    of: (pointer) => findPlace(yaml, document, lines, pointer, pairs),
    all: (pointers) =>
      new Map(
        pointers.flatMap((pointer) => {
          const place = places.of(pointer);
          return place ? [[pointer, place] as const] : [];
        }),
      ),
  };
  return { value, number, places, warnings };
}

/** The pairs of each mapping in which one was looked for. */
type PairsByKey = Map<YAMLMap, ReadonlyMap<string, Pair>>;

/** The line and column of a JSON Pointer in a YAML document. */
function findPlace(
  yaml: Yaml,
  document: Document.Parsed,
  lines: LineIndex,
  pointer: string,
  pairs: PairsByKey,
): ValuePlace | undefined {
  const rangeOf = (node: Node | null | undefined) => (node?.range ? lines.range(node.range[0], node.range[1]) : undefined);
  let at: unknown = document.contents;
  let name: Node | undefined;
  for (const key of pointerKeys(pointer)) {
    if (yaml.isAlias(at)) at = at.resolve(document);
    name = undefined;
    if (yaml.isMap(at)) {
      const pair = findPair(yaml, document, at, key, pairs);
      if (!pair) return undefined;
      name = yaml.isNode(pair.key) ? pair.key : undefined;
      at = pair.value;
    } else if (yaml.isSeq(at)) at = at.items[Number(key)];
    else return undefined;
  }
  const place = yaml.isNode(at) ? rangeOf(at) : rangeOf(name);
  const key = rangeOf(name);
  return place && { ...place, ...(key && { key }) };
}

/** The pair of a key, which may stand in a mapping that is merged by `<<`. */
function findPair(yaml: Yaml, document: Document.Parsed, map: YAMLMap, key: string, pairs: PairsByKey): Pair | undefined {
  const keyOf = ({ key: node }: Pair): string => String(yaml.isScalar(node) ? node.value : node);
  const ownPairs = pairs.get(map) ?? new Map(map.items.map((item) => [keyOf(item), item]));
  pairs.set(map, ownPairs);
  const own = ownPairs.get(key);
  if (own) return own;
  const resolve = (node: unknown): unknown => (yaml.isAlias(node) ? node.resolve(document) : node);
  const source = resolve(ownPairs.get('<<')?.value);
  const merged = (yaml.isSeq(source) ? source.items.map(resolve) : [source]).filter(yaml.isMap);
  for (const source of merged) {
    const pair = findPair(yaml, document, source, key, pairs);
    if (pair) return pair;
  }
  return undefined;
}
