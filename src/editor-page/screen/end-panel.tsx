// The panel at the end: what the selected part is, what can be done with it, and its properties.
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { EditorModel } from '../editor-model.ts';
import { duplicate, freely, moveTowards, remove, selectParent } from '../part-actions.ts';
import { changePicture, isPicture } from '../pictures/picture-actions.ts';
import { actions, pictureWords } from '../words/en.ts';
import { MoveDialog } from './move-dialog.tsx';

export function EndPanel({ model }: { readonly model: EditorModel }) {
  const part = model.part.value;
  const isMoving = useSignal(false);
  const times = useTimes(model);
  if (!part)
    return (
      <section class="end" aria-label={actions.group}>
        <p>{actions.none}</p>
      </section>
    );
  const buttons: readonly (readonly [name: string, act: () => void])[] = part.isReadOnly
    ? [[actions.parent, () => selectParent(model)]]
    : [
        ...(isPicture(part) ? [[pictureWords.change, () => void changePicture(model, part)] as const] : []),
        [actions.parent, () => selectParent(model)],
        [actions.up, () => moveTowards(model, 'before')],
        [actions.down, () => moveTowards(model, 'after')],
        [
          actions.move,
          () => {
            isMoving.value = true;
          },
        ],
        [actions.duplicate, () => duplicate(model)],
        [actions.placeFreely, () => freely(model)],
        [actions.remove, () => remove(model)],
      ];
  return (
    <section class="end" aria-label={actions.group}>
      <h2>
        {part.name} <span class="detail">{part.detail}</span>
      </h2>
      {times !== undefined && times !== 1 && <p class="detail">{times === 0 ? actions.notShown : actions.shownTimes(times)}</p>}
      {(model.faults.value.get(part.pointer) ?? []).map(({ severity, message }) => (
        <p key={message} class={severity}>
          {message}
        </p>
      ))}
      {part.isReadOnly && <p>{actions.readOnly}</p>}
      <div class="actions">
        {buttons.map(([name, act]) => (
          <button key={name} type="button" class="plain" onClick={act}>
            {name}
          </button>
        ))}
      </div>
      {isMoving.value && (
        <MoveDialog
          model={model}
          part={part}
          close={() => {
            isMoving.value = false;
          }}
        />
      )}
    </section>
  );
}

/** How many times the selected component is shown. Undefined: it is none, or nothing is known yet. */
function useTimes({ part, pages }: EditorModel): number | undefined {
  const [times, setTimes] = useState<number>();
  const pointer = part.value?.kind === 'component' ? part.value.pointer : undefined;
  const edition = pages.edition.value;
  useEffect(() => {
    let isOver = false;
    setTimes(undefined);
    if (pointer !== undefined)
      void pages.countParts(pointer).then((found) => {
        if (!isOver) setTimes(found);
      });
    return () => {
      isOver = true;
    };
  }, [pages, pointer, edition]);
  return times;
}
