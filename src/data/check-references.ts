// Checks the references of a data schema: each must lead to a schema inside it, and never in a circle for the same value.
import { pointerKeys, pointerOfFragment } from '../json/json-pointer.ts';
import { suggest } from '../words/nearest.ts';
import { quoteText } from '../words/show-json.ts';
import { dialects } from './keywords.ts';
import { findRecursiveTarget } from './recursive-target.ts';
import { resolveUri } from './schema-uri.ts';
import { connect, type Reference, type ReportSchemaFault, type SchemaContents } from './walk-schema.ts';

export interface FoundReferences {
  readonly refersToMetaSchema: boolean;
  /** The URI to which each schema with `$recursiveRef` refers. */
  readonly recursive: ReadonlyMap<object, string>;
  /** The place at the end of the longest chain of references. */
  readonly deepest: () => { readonly pointer: string; readonly length: number };
}

/** Checks all references of a schema. */
export function checkReferences(root: unknown, found: SchemaContents, fault: ReportSchemaFault): FoundReferences {
  let refersToMetaSchema = false;
  const recursive = new Map<string, string>();
  const targets: (readonly [from: string, to: string])[] = [];
  for (const reference of found.references) {
    const { keyword, from, text } = reference;
    const tell = (problem: string) => fault(`${from}/${keyword}`, keyword, `refers to ${quoteText(text)}, ${problem}`);
    const target = keyword === '$recursiveRef' ? findRecursiveTarget(reference.base, found) : undefined;
    if (target && 'several' in target) {
      tell(`which is ${target.several.map(quoteText).join(' or ')}, depending on the way to it; write "$ref" with one of them`);
      continue;
    }
    if (target) recursive.set(from, target.uri);
    const end = followReference(target ? { ...reference, text: target.uri } : reference, root, found);
    if (end.kind === 'meta-schema') refersToMetaSchema = true;
    else if (end.kind === 'nowhere') tell(end.problem);
    else
      for (const pointer of end.pointers) {
        connect(from, pointer, found);
        targets.push([from, pointer]);
      }
  }
  const loop = findLoop(found.inPlace);
  if (loop !== undefined) fault(loop, '$ref', 'refers to itself without going deeper into the data, so checking would never end');
  const schemas = [...found.pointers].flatMap(([schema, at]) =>
    recursive.has(at) ? [[schema, recursive.get(at)!] as const] : [],
  );
  return { refersToMetaSchema, recursive: new Map(schemas), deepest: () => findDeepest(targets) };
}

/** Follows the references level by level: each level holds the references inside of the targets of the level before. */
function findDeepest(targets: readonly (readonly [from: string, to: string])[]): {
  readonly pointer: string;
  readonly length: number;
} {
  let open = targets.filter(([from]) => !/^\/(?:\$defs|definitions)\//.test(from));
  const known = new Set(open);
  let length = 0;
  let pointer = '';
  while (open.length > 0) {
    length++;
    pointer = open[0]![0];
    const reached = open.map(([, to]) => to);
    open = targets.filter((one) => !known.has(one) && reached.some((to) => one[0] === to || one[0].startsWith(`${to}/`)));
    for (const one of open) known.add(one);
  }
  return { pointer, length };
}

/** The target of a reference. A dynamic reference may have several. */
type End =
  | { readonly kind: 'meta-schema' }
  | { readonly kind: 'nowhere'; readonly problem: string }
  | { readonly kind: 'schema'; readonly pointers: readonly string[] };

function followReference({ keyword, text, base }: Reference, root: unknown, { ids, anchors }: SchemaContents): End {
  const target = resolveUri(text, base);
  const [resource = '', fragment = ''] = (target ?? '').split('#');
  if (isMetaSchema(resource)) return { kind: 'meta-schema' };
  const start = ids.get(resource);
  if (target === undefined || start === undefined) {
    const problem = 'outside of this schema; copy the definition into "$defs" and refer to it with "#/$defs/NAME"';
    return { kind: 'nowhere', problem };
  }
  if (fragment !== '' && !fragment.startsWith('/')) {
    const anchor = anchors.get(target);
    if (anchor === undefined) return { kind: 'nowhere', problem: 'but no "$anchor" has this name' };
    const same = [...anchors].filter(([uri]) => uri === target || (keyword === '$dynamicRef' && uri.endsWith(`#${fragment}`)));
    return { kind: 'schema', pointers: same.map(([, pointer]) => pointer) };
  }
  const pointer = pointerOfFragment(fragment);
  const missing = pointer === undefined ? ': it is badly percent-encoded' : explainMissing(root, start + pointer);
  return missing === undefined
    ? { kind: 'schema', pointers: [start + pointer!] }
    : { kind: 'nowhere', problem: `which does not exist${missing}` };
}

function isMetaSchema(uri: string): boolean {
  return Object.values(dialects).some(([known]) => known === uri) || /^https?:\/\/json-schema\.org\/draft\//.test(uri);
}

/** The nearest name, for a pointer that leads nowhere. Undefined: the pointer is right. */
function explainMissing(root: unknown, pointer: string): string | undefined {
  let at: unknown = root;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null) return '';
    if (!Object.hasOwn(at, key)) return suggest(key, Object.keys(at));
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return undefined;
}

/** Finds a schema that leads back to itself through references and combinations while it checks the same value. */
function findLoop(references: ReadonlyMap<string, readonly string[]>): string | undefined {
  const state = new Map<string, 'open' | 'done'>();
  for (const start of references.keys()) {
    const stack: { schema: string; next: number }[] = state.has(start) ? [] : [{ schema: start, next: 0 }];
    state.set(start, state.get(start) ?? 'open');
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const referenced = references.get(top.schema)?.[top.next++];
      if (referenced === undefined) {
        state.set(top.schema, 'done');
        stack.pop();
      } else if (state.get(referenced) === 'open') return top.schema;
      else if (!state.has(referenced)) {
        state.set(referenced, 'open');
        stack.push({ schema: referenced, next: 0 });
      }
    }
  }
  return undefined;
}
