// What stands inside of a block: the parts of its definition, which many places use, so that it is looked at here and not changed.
import { childrenOf, labelOf, type Part, type PartTree } from '../../editing/index.ts';
import { actions } from '../../editor-words/index.ts';
import { isObject } from '../../json/is-object.ts';

export function DefinitionParts({ tree, part: { kind, value } }: { readonly tree: PartTree; readonly part: Part }) {
  if (!isObject(value) || typeof value.use !== 'string') return null;
  const parts = tree
    .slotsOfDefinition(value.use, kind === 'page' || kind === 'column' ? kind : 'body')
    .flatMap((slot) => slot.parts);
  if (parts.length === 0) return null;
  return (
    <details class="inside">
      <summary>{actions.inside}</summary>
      <p class="detail">{actions.insideStays}</p>
      <Names parts={parts} />
    </details>
  );
}

function Names({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <ul>
      {parts.map((part) => (
        <li key={part.pointer}>
          {labelOf(part)}
          {childrenOf(part).length > 0 && <Names parts={childrenOf(part)} />}
        </li>
      ))}
    </ul>
  );
}
