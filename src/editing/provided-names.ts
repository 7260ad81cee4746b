// Names that parts give to the whole template: marks, anchors and counters. What uses them keeps their part from being deleted.

import { refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { objectsIn } from './component-traits.ts';
import { applyOperations } from './operations.ts';
import type { PartTree } from './part-tree.ts';
import { type ComposedEdit, EditError } from './plan.ts';

/** Raises EditError if an edit takes away a mark, anchor or counter that the rest of the template uses. */
export function keepProvided(tree: PartTree, edit: ComposedEdit): ComposedEdit {
  const before = providedIn([tree.written.pages, tree.written.define]);
  if (before.size === 0) return edit;
  const { pages } = applyOperations({ pages: tree.written.pages }, edit.operations).value as { readonly pages: unknown };
  const after = providedIn([pages, tree.written.define]);
  const rest = JSON.stringify([pages, tree.written.define ?? null]);
  for (const name of before) {
    if (after.has(name) || !isUsed(name, rest)) continue;
    throw new EditError(refusals.isUsed(name));
  }
  return edit;
}

function providedIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { mark, count, bookmark } of objectsIn(value)) {
    if (isObject(mark)) for (const name of Object.keys(mark)) names.add(name);
    if (typeof count === 'string') names.add(count);
    if (isObject(bookmark) && typeof bookmark.anchor === 'string') names.add(bookmark.anchor);
  }
  return names;
}

/** As the argument of a filter, as the goal of a link or as the counter of a table of contents. */
const isUsed = (name: string, json: string): boolean =>
  ["'", '\\"'].some((quote) => json.includes(`${quote}${name}${quote} |`) || json.includes(`${quote}${name}${quote}|`)) ||
  json.includes(`"#${name}"`) ||
  json.includes(`"toc":"${name}"`);
