// The panel at the end: what the selected part is, what can be done with it, and its properties.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isPlaced, type Part, parentOf } from '../../editing/index.ts';
import { listFields } from '../../editing/list-fields.ts';
import { textOfPart } from '../../editing/part-text.ts';
import { actions, pictureWords, textWords } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { duplicate, freely, moveTowards, remove, selectParent, setMember } from '../part-actions.ts';
import { choosePicture } from '../pictures/choose-picture.ts';
import { changePicture, isPicture } from '../pictures/picture-actions.ts';
import { nameThePictures } from '../pictures/picture-names.ts';
import { Properties } from '../properties/properties.tsx';
import { ColumnsGroup } from '../table/columns-group.tsx';
import { tableAround } from '../table/selected-table.ts';
import { dataSchemaOf, openText } from '../text/open-text.ts';
import { TextInPlace } from '../text/text-in-place.tsx';
import { copyByButton, cutByButton, pasteByButton } from './clipboard-buttons.ts';
import { DefinitionParts } from './definition-parts.tsx';
import { fieldPaths } from './field-paths.ts';
import { MoveDialog } from './move-dialog.tsx';

export function EndPanel({ model }: { readonly model: EditorModel }) {
  const part = model.part.value;
  const isMoving = useSignal(false);
  const times = useTimes(model);
  if (!part)
    return (
      <section class="end" aria-label={actions.group}>
        <p>{actions.none}</p>
        <div class="actions">
          <button type="button" class="plain" onClick={() => void pasteByButton(model)}>
            {actions.paste}
          </button>
        </div>
      </section>
    );
  // `ColumnsGroup` shows the actions for a column.
  const isColumn = part.kind === 'column' && tableAround(model.tree.value, part) !== undefined;
  const buttons: readonly (readonly [name: string, act: () => unknown])[] =
    part.isReadOnly || isColumn
      ? [[actions.parent, () => selectParent(model, part)]]
      : [
          ...(isPicture(part) ? [[pictureWords.change, () => void changePicture(model, part)] as const] : []),
          [actions.parent, () => selectParent(model, part)],
          ...(textOfPart(part) === undefined ? [] : ([[textWords.open, () => openText(model, part)]] as const)),
          [actions.up, () => moveTowards(model, part, 'before')],
          [actions.down, () => moveTowards(model, part, 'after')],
          [
            actions.move,
            () => {
              isMoving.value = true;
            },
          ],
          [actions.duplicate, () => duplicate(model, part)],
          ...(part.kind === 'component'
            ? ([
                [actions.copy, () => void copyByButton(model, part)],
                [actions.cut, () => void cutByButton(model, part)],
              ] as const)
            : []),
          [actions.paste, () => void pasteByButton(model)],
          // A placed part is in a frame already.
          ...(part.kind !== 'component' || isPlaced(model.tree.value, part)
            ? []
            : ([[actions.placeFreely, () => void freely(model, part)]] as const)),
          [actions.remove, () => remove(model, part)],
        ];
  return (
    <section class="end" aria-label={actions.group}>
      <PartProperties model={model} part={part}>
        {times !== undefined && times !== 1 && <p class="detail">{times === 0 ? actions.notShown : actions.shownTimes(times)}</p>}
        <section aria-labelledby="actions-title">
          <h3 id="actions-title">{actions.ofPart}</h3>
          <div class="actions">
            {buttons.map(([name, act]) => (
              <button key={name} type="button" class="plain" onClick={act}>
                {name}
              </button>
            ))}
          </div>
        </section>
        <ColumnsGroup model={model} />
        <DefinitionParts key={part.pointer} tree={model.tree.value} part={part} />
        {model.textPart.value && model.textState.value.sheet === undefined && (
          <TextInPlace key={model.textState.value.serial} model={model} part={part} />
        )}
      </PartProperties>
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

/** How many times the selected part is shown. Undefined: the answer has not come, or the part is nothing on the pages, such as a group of rows. */
function useTimes({ tree, part, pages }: EditorModel): number | undefined {
  const [times, setTimes] = useState<number>();
  const selected = part.value;
  // A column counts as often as its table, not once for each cell.
  const counted = selected?.kind === 'column' ? parentOf(tree.value, selected) : selected;
  const pointer = counted && isPainted(counted) ? counted.pointer : undefined;
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

interface PartProps {
  readonly model: EditorModel;
  readonly part: Part;
  readonly children: ComponentChildren;
}

function PartProperties({ model, part, children }: PartProps) {
  const template = model.template.value!;
  const names = Object.keys(template.files.assets);
  const schema = dataSchemaOf(model);
  const fields = useMemo(() => listFields(schema, schema), [schema]);
  return (
    <Properties
      tree={model.tree.value}
      part={part}
      visit={String(model.visit.value)}
      faults={model.pages.faults.value}
      pictures={names.filter((name) => !name.endsWith('.pdf'))}
      pictureNames={nameThePictures(names, model.uploads, model.tree.value)}
      files={names}
      fields={fieldPaths(model.tree.value, part, fields, template.exampleData)}
      onSet={(member, value, gesture) => setMember(model, part, member, value, gesture)}
      choosePicture={(used) => choosePicture(model, used)}
      openCode={(pointer) => model.openCode(pointer)}
    >
      {children}
    </Properties>
  );
}

const isPainted = ({ kind }: Part): boolean => kind !== 'group' && kind !== 'part';
