// What can be added to the pages, as buttons. A part is added behind the selected one, or at the end of what is in it.

import { componentNames } from '../../editing/words.ts';
import type { EditorModel } from '../editor-model.ts';
import { addPart } from '../part-actions.ts';
import { addPicture } from '../pictures/picture-actions.ts';
import { paletteGroups } from '../starters.ts';
import { palette, startPanel } from '../words/en.ts';

export function Palette({ model }: { readonly model: EditorModel }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div role="group" aria-label={startPanel.addName}>
      {paletteGroups.map(({ name, starters }) => (
        <section key={name} aria-labelledby={`add-${name}`}>
          <h2 id={`add-${name}`}>{palette.groups[name]}</h2>
          <div class="palette">
            {Object.entries(starters).map(([type, starter]) => (
              <button
                key={type}
                type="button"
                class="plain"
                aria-disabled={model.isLooking.value}
                onClick={() => addPart(model, starter)}
              >
                {componentNames[type]}
              </button>
            ))}
            {name === 'graphic' && (
              <button type="button" class="plain" aria-disabled={model.isLooking.value} onClick={() => void addPicture(model)}>
                {componentNames.image}
              </button>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
