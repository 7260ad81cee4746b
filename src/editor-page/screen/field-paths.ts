// The fields that an expression of a part can name.
import { expressionOf, innermostElementAt } from '../../editing/fields.ts';
import type { Part, PartTree } from '../../editing/index.ts';
import type { ListedField } from '../../editing/list-fields.ts';
import { bindersAt } from '../../editing/names-in-use.ts';
import { startPanel, typeWords } from '../../editor-words/index.ts';
import type { FieldPath } from '../properties/environment.ts';

/** The fields of the elements around a part, nearest first, and those outside of lists. `fields`: all of the data. */
export function fieldPaths(tree: PartTree, part: Part, fields: readonly ListedField[], example: unknown): readonly FieldPath[] {
  const slot = tree.places.get(part.pointer)?.slot;
  const elements = bindersAt(tree, slot).map(({ names }) => names[0]);
  const found = fields.flatMap((field): readonly (FieldPath & { readonly rank: number })[] => {
    const element = innermostElementAt(tree, slot, field.lists);
    if (field.lists.length > 0 && element === undefined) return [];
    const value = valueIn(example, field);
    return [
      {
        path: expressionOf(field.path, element),
        type: typeOf(field),
        isList: field.types.includes('array'),
        example: typeof value === 'object' ? '' : String(value ?? ''),
        rank: element === undefined ? elements.length : elements.indexOf(element),
      },
    ];
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...path }) => path);
}

/** In words: `text or nothing`. */
export const typeOf = ({ types }: ListedField): string =>
  types.length > 0 ? types.map((type) => typeWords.names[type] ?? type).join(typeWords.or) : startPanel.anything;

/** The value of a field in the data; of a list, that of its first element. */
export function valueIn(data: unknown, { lists, path }: ListedField): unknown {
  const member = (value: unknown, name: string): unknown =>
    (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  let at = data;
  for (const list of lists) at = (list.reduce(member, at) as readonly unknown[] | undefined)?.[0];
  return path.reduce(member, at);
}
