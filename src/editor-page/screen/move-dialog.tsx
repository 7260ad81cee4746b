// All places to which the selected part can be moved, as a list. It does without a mouse what dragging does.
import { useEffect, useRef } from 'preact/hooks';
import { goalsOf, type Part } from '../../editing/index.ts';
import { actions } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { moveTo } from '../part-actions.ts';

interface MoveProps {
  readonly model: EditorModel;
  readonly part: Part;
  readonly close: () => void;
}

export function MoveDialog({ model, part, close }: MoveProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLSelectElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  const goals = goalsOf(model.tree.value, part);
  const areas = [...new Set(goals.map(({ area }) => area))];
  return (
    <dialog ref={dialog} aria-labelledby="move-title" onClose={close}>
      <form
        method="dialog"
        onSubmit={() => {
          const goal = goals[Number(list.current!.value)];
          if (goal) moveTo(model, part, goal);
        }}
      >
        <h2 id="move-title">{actions.moveTitle(part.name)}</h2>
        {goals.length === 0 && <p>{actions.noGoals}</p>}
        <label hidden={goals.length === 0}>
          {actions.goals}
          <select ref={list} size={12}>
            {areas.map((area) => (
              <optgroup key={area} label={area}>
                {goals.map(
                  (goal, i) =>
                    goal.area === area && (
                      <option key={i} value={i}>
                        {'\u2003'.repeat(goal.level)}
                        {goal.name}
                      </option>
                    ),
                )}
              </optgroup>
            ))}
          </select>
        </label>
        <p class="actions">
          {goals.length > 0 && <button type="submit">{actions.doMove}</button>}
          <button type="button" class="plain" onClick={() => dialog.current!.close()}>
            {actions.cancel}
          </button>
        </p>
      </form>
    </dialog>
  );
}
