// What can be added to the pages, as buttons. A press adds it behind the selected part, or at the end of what is in it; a drag puts it at any place.

import { componentNames, palette, startPanel } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { addPart, addPartAt } from '../part-actions.ts';
import { addPicture, addPictureAt } from '../pictures/picture-actions.ts';
import { paletteGroups, type Starter } from '../starters.ts';
import { openText } from '../text/open-text.ts';
import { startDrag } from './drag.tsx';
import { type Draggable, newComponent } from './draggable.ts';

export function Palette({ model }: { readonly model: EditorModel }) {
  const picture = newComponent(componentNames.image!, { image: '' }, (goal) => void addPictureAt(model, goal));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div role="group" aria-label={startPanel.addName}>
      {paletteGroups.map(({ name, starters }) => (
        <section key={name} aria-labelledby={`add-${name}`}>
          <h2 id={`add-${name}`}>{palette.groups[name]}</h2>
          <div class="palette">
            {Object.entries(starters).map(([key, starter]) => {
              const name = palette.names[key] ?? componentNames[key]!;
              const part = newComponent(name, starter, (goal) => addPartAt(model, goal, starter));
              return <NewPartButton key={key} model={model} part={part} add={() => add(model, starter, name)} />;
            })}
            {name === 'graphic' && <NewPartButton model={model} part={picture} add={() => void addPicture(model)} />}
          </div>
        </section>
      ))}
    </div>
  );
}

/** What is typed next goes into a new text. */
function add(model: EditorModel, starter: Starter, name: string): void {
  if (addPart(model, starter, name) && 'text' in starter) openText(model, model.part.value, undefined, true);
}

interface NewPartButtonProps {
  readonly model: EditorModel;
  readonly part: Draggable;
  readonly add: () => void;
}

const NewPartButton = ({ model, part, add }: NewPartButtonProps) => (
  <button
    type="button"
    class="plain"
    aria-disabled={model.isLooking.value}
    title={palette.hint}
    onClick={add}
    onPointerDown={(event) => startDrag(model, part, event)}
  >
    {part.name}
  </button>
);
