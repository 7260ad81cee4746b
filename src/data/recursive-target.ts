// Finds the target of `$recursiveRef` (JSON Schema 2019-09 core, 8.2.4.2). Ajv takes the root of what it compiles instead.
import { pointerOfFragment } from '../json/json-pointer.ts';
import { resolveUri } from './schema-uri.ts';
import type { SchemaContents } from './walk-schema.ts';

/** `several`: the target depends on the references through which a value is checked. */
type RecursiveTarget = { readonly uri: string } | { readonly several: readonly string[] };

/** The URI of the schema to which `$recursiveRef` refers inside the schema with the URI `base`. */
export function findRecursiveTarget(base: string, found: SchemaContents): RecursiveTarget {
  const { recursiveAnchors, ids } = found;
  if (!recursiveAnchors.has(base)) return { uri: base };
  const root = [...ids].findLast(([, pointer]) => pointer === '')![0];
  const isAnchored = (uri: string) => recursiveAnchors.has(uri);
  // The first schema with an anchor on each way from the root.
  const entries = reach(root, found, isAnchored).filter(isAnchored);
  const [first = base, ...more] = entries.filter((uri) => reach(uri, found).includes(base));
  return more.length === 0 ? { uri: first } : { several: [first, ...more] };
}

/** The schemas with an `$id` that a schema leads to, itself first. `isEnd`: whether a way ends at a schema. */
function reach(from: string, found: SchemaContents, isEnd: (uri: string) => boolean = () => false): readonly string[] {
  const reached = new Set([from]);
  for (const uri of reached) if (!isEnd(uri)) for (const next of nextOf(uri, found)) reached.add(next);
  return [...reached];
}

/** The schemas with an `$id` that a schema holds in its place, or to which it refers. */
function nextOf(uri: string, found: SchemaContents): readonly string[] {
  const { ids, outerIds, references } = found;
  const inner = [...outerIds].filter(([id, outer]) => outer === uri && !/\/(?:\$defs|definitions)\/[^/]+$/.test(ids.get(id)!));
  const referred = references.filter(({ base, keyword }) => base === uri && keyword !== '$recursiveRef');
  return [...inner.map(([id]) => id), ...referred.flatMap(({ text }) => holderOf(resolveUri(text, uri) ?? '', found) ?? [])];
}

/** The schema with an `$id` in which the target of a reference stands. Undefined: it stands outside. */
function holderOf(target: string, { ids, anchors }: SchemaContents): string | undefined {
  const [resource = '', fragment = ''] = target.split('#');
  const start = ids.get(resource);
  const place = anchors.get(target) ?? (start === undefined ? undefined : start + (pointerOfFragment(fragment) ?? ''));
  if (place === undefined) return undefined;
  const holders = [...ids].filter(([, pointer]) => place === pointer || place.startsWith(`${pointer}/`));
  return holders.reduce((one, other) => (other[1].length >= one[1].length ? other : one))[0];
}
