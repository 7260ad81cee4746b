// Checks the references of a data schema: each must lead to a schema inside it, and never in a circle for the same value.
import { isObject } from '../json/is-object.ts';
import { pointerKeys, pointerOfFragment } from '../json/json-pointer.ts';
import { suggest } from '../words/nearest.ts';
import { quoteText } from '../words/show-json.ts';
import { dialects } from './keywords.ts';
import { defaultBase, resolveUri } from './schema-uri.ts';
import { connect, type Reference, type ReportSchemaFault, type SchemaContents } from './walk-schema.ts';

/** Checks all references of a schema. Gives whether any of them leads to a meta-schema. */
export function checkReferences(root: unknown, found: SchemaContents, fault: ReportSchemaFault): boolean {
  let refersToMetaSchema = false;
  for (const reference of found.references) {
    const end = followReference(reference, root, found);
    if (end.kind === 'meta-schema') refersToMetaSchema = true;
    else if (end.kind === 'nowhere')
      fault(`${reference.from}/$ref`, '$ref', `refers to ${quoteText(reference.text)}, ${end.problem}`);
    else if (end.pointer !== undefined) connect(reference.from, end.pointer, found);
  }
  const loop = findLoop(found.inPlace);
  if (loop !== undefined) fault(loop, '$ref', 'refers to itself without going deeper into the data, so checking would never end');
  return refersToMetaSchema;
}

/** The target of a reference. A target named by an `$id` or an anchor has no pointer. */
type End =
  | { readonly kind: 'meta-schema' }
  | { readonly kind: 'nowhere'; readonly problem: string }
  | { readonly kind: 'schema'; readonly pointer: string | undefined };

function followReference({ text, base }: Reference, root: unknown, { ids, anchors }: SchemaContents): End {
  const target = resolveUri(text, base);
  const [resource = '', fragment = ''] = (target ?? '').split('#');
  if (isMetaSchema(resource)) return { kind: 'meta-schema' };
  if (target === undefined || !ids.has(resource)) {
    const problem = 'outside of this schema; copy the definition into "$defs" and refer to it with "#/$defs/NAME"';
    return { kind: 'nowhere', problem };
  }
  if (fragment !== '' && !fragment.startsWith('/')) {
    if (anchors.has(target)) return { kind: 'schema', pointer: undefined };
    return { kind: 'nowhere', problem: 'but no "$anchor" has this name' };
  }
  const isOnlySchema = ids.size <= 2 && (resource === defaultBase || isRootId(root, resource));
  if (!isOnlySchema) return { kind: 'schema', pointer: undefined };
  const pointer = pointerOfFragment(fragment);
  const missing = pointer === undefined ? ': it is badly percent-encoded' : explainMissing(root, pointer);
  return missing === undefined ? { kind: 'schema', pointer } : { kind: 'nowhere', problem: `which does not exist${missing}` };
}

function isMetaSchema(uri: string): boolean {
  return Object.values(dialects).some(([known]) => known === uri) || /^https?:\/\/json-schema\.org\/draft\//.test(uri);
}

function isRootId(root: unknown, resource: string): boolean {
  return isObject(root) && typeof root.$id === 'string' && resolveUri(root.$id, defaultBase)?.replace(/#$/, '') === resource;
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
