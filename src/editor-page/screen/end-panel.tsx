// The panel at the end: what the selected part is, what can be done with it, and its properties.
import { useSignal } from '@preact/signals';
import { textOfPart } from '../../editing/part-text.ts';
import type { EditorModel } from '../editor-model.ts';
import { duplicate, freely, moveTowards, remove, selectParent } from '../part-actions.ts';
import { openText } from '../text/open-text.ts';
import { TextField } from '../text/text-field.tsx';
import { actions, textWords } from '../words/en.ts';
import { MoveDialog } from './move-dialog.tsx';

export function EndPanel({ model }: { readonly model: EditorModel }) {
  const part = model.part.value;
  const isMoving = useSignal(false);
  if (!part)
    return (
      <section class="end" aria-label={actions.group}>
        <p>{actions.none}</p>
      </section>
    );
  const buttons: readonly (readonly [name: string, act: () => void])[] = part.isReadOnly
    ? [[actions.parent, () => selectParent(model)]]
    : [
        [actions.parent, () => selectParent(model)],
        ...(textOfPart(part) === undefined ? [] : ([[textWords.open, () => openText(model, part)]] as const)),
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
      {part.isReadOnly && <p>{actions.readOnly}</p>}
      <div class="actions">
        {buttons.map(([name, act]) => (
          <button key={name} type="button" class="plain" onClick={act}>
            {name}
          </button>
        ))}
      </div>
      {model.textPart.value && model.textState.value.sheet === undefined && (
        <TextField key={model.textState.value.serial} model={model} part={part} />
      )}
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
