// Edits of small templates, for tests.
import { applyOperations } from '../../src/editing/operations.ts';
import type { Part } from '../../src/editing/part.ts';
import { type PartTree, readParts } from '../../src/editing/part-tree.ts';
import type { ComposedEdit } from '../../src/editing/plan.ts';

export type Json = Record<string, unknown>;

/** A template of one page layout. */
export const templateOf = (body: unknown, page: Json = {}, more: Json = {}): Json => ({ ...more, pages: [{ body, ...page }] });

export interface Edited {
  /** The body of the first page layout. */
  readonly body: unknown;
  readonly pages: unknown;
  readonly selection: string | null | undefined;
  readonly notes: readonly string[];
}

/** Carries an edit out. Fails if its inverses do not give the bytes back. */
export function editTemplate(template: Json, make: (tree: PartTree, part: (pointer: string) => Part) => ComposedEdit): Edited {
  const tree = readParts(template);
  const part = (pointer: string) => {
    const found = tree.places.get(pointer);
    if (!found) throw new Error(`There is no part ${pointer} but ${[...tree.places.keys()].join(' ')}`);
    return found.part;
  };
  const { operations, selection, notes } = make(tree, part);
  const { value, inverses } = applyOperations({ pages: template.pages }, operations);
  const { pages } = value as { readonly pages: readonly Json[] };
  const back = applyOperations(value, inverses).value;
  if (JSON.stringify(back) !== JSON.stringify({ pages: template.pages }))
    throw new Error('The inverses do not give the bytes back.');
  return { body: pages[0]!.body, pages, selection, notes };
}

/** As `editTemplate`, for a body. */
export const editBody = (body: unknown, make: Parameters<typeof editTemplate>[1]): Edited => editTemplate(templateOf(body), make);
