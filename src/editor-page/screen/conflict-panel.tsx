// Lets a person choose between two versions: all of one, or part by part. The pages show what is chosen.
import { labelOf, partAt, readParts } from '../../editing/index.ts';
import { conflictWords } from '../../editor-words/index.ts';
import { pointerKeys } from '../../json/json-pointer.ts';
import type { EditorModel } from '../editor-model.ts';
import { nameOfProperty } from '../properties/property-names.ts';
import { type Conflict, sideOfPages } from '../versions.ts';

export function ConflictPanel({ model, conflict }: { readonly model: EditorModel; readonly conflict: Conflict }) {
  const { versions } = model;
  const chosen = versions.chosen.value;
  const nameOf = namer(model, conflict);
  return (
    <section class="end" aria-labelledby="conflict-title">
      <h2 id="conflict-title">{conflictWords.name}</h2>
      <p role="alert">{conflictWords[conflict.reason]}</p>
      <div class="actions">
        <button type="button" class="plain" onClick={() => model.endConflict(conflict.mine)}>
          {conflictWords.keepMine}
        </button>
        <button type="button" class="plain" onClick={() => model.endConflict(conflict.theirs)}>
          {conflictWords.takeTheirs}
        </button>
      </div>
      <p>{chosen === undefined ? conflictWords.unreadable : conflictWords.hint}</p>
      {versions.differences.value.map(({ mine, theirs }, i) => (
        <fieldset key={`${mine} ${theirs}`} class="difference">
          <legend>{nameOf(mine, theirs)}</legend>
          {([false, true] as const).map((isTheirs) => (
            <label key={String(isTheirs)}>
              <input
                type="radio"
                name={`difference-${i}`}
                checked={versions.taken.value.has(i) === isTheirs}
                onChange={() => versions.take(i, isTheirs)}
              />{' '}
              {isTheirs ? conflictWords.theirs : conflictWords.mine}
              {(isTheirs ? theirs : mine) === undefined && `: ${conflictWords.missing}`}
            </label>
          ))}
        </fieldset>
      ))}
      {chosen !== undefined && (
        <button type="button" onClick={() => model.endConflict(sideOfPages(chosen))}>
          {conflictWords.takeChoice}
        </button>
      )}
    </section>
  );
}

/** What a difference is called: the part, and the property of it that differs. */
function namer({ template }: EditorModel, { mine, theirs }: Conflict) {
  const trees = [mine, theirs].map(({ pages }) => readParts({ ...template.value?.document, pages }, template.value?.exampleData));
  return (...pointers: readonly (string | undefined)[]): string => {
    const at = pointers.findIndex((one) => one !== undefined);
    const part = partAt(trees[at]!, pointers[at]!);
    if (!part) return pointers[at]!;
    const path = pointerKeys(pointers[at]!.slice(part.pointer.length));
    return [labelOf(part), ...(path.length > 0 ? [nameOfProperty(part, path)] : [])].join(', ');
  };
}
