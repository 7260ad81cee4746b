// The keyboard shortcuts of the editor. In a text field, keys edit the text instead.
import { useEffect } from 'preact/hooks';
import type { Part } from '../../editing/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { duplicate, moveTowards, remove, selectParent } from '../part-actions.ts';
import { isDialogOpen, isTyping } from './focus.ts';
import { openPart } from './open-part.ts';
import { nudge } from './placed-parts.ts';

const showKeys = ({ isKeysOpen }: EditorModel): void => {
  isKeysOpen.value = true;
};

/** What is done with the selected part. */
const withPart = (act: (model: EditorModel, part: Part) => unknown) => (model: EditorModel) => {
  const part = model.part.value;
  if (part) act(model, part);
};

/** `Mod` is the Ctrl key, or the Command key of a Mac. A part in a frame moves by the grid, others go from place to place. */
export const shortcuts: Readonly<Record<string, (model: EditorModel) => unknown>> = {
  'Mod+z': (model) => model.undo(),
  'Mod+Shift+z': (model) => model.redo(),
  'Mod+y': (model) => model.redo(),
  'Mod+s': (model) => void model.save(),
  'Mod+d': withPart(duplicate),
  Delete: withPart(remove),
  Backspace: withPart(remove),
  Escape: (model) => (model.versions.list.value ? model.closeVersions() : withPart(selectParent)(model)),
  F1: showKeys,
  '?': showKeys,
  F2: (model) => openPart(model, model.part.value),
  Enter: (model) => openPart(model, model.part.value),
  'Alt+ArrowUp': withPart((model, part) => nudge(model, part, 0, -1) || moveTowards(model, part, 'before')),
  'Alt+ArrowDown': withPart((model, part) => nudge(model, part, 0, 1) || moveTowards(model, part, 'after')),
  'Alt+ArrowLeft': withPart((model, part) => nudge(model, part, -1, 0) || moveTowards(model, part, 'out')),
  'Alt+ArrowRight': withPart((model, part) => nudge(model, part, 1, 0) || moveTowards(model, part, 'in')),
};

export function useShortcuts(model: EditorModel): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const act = shortcuts[name];
      if (!act || event.defaultPrevented || isDialogOpen()) return;
      // The shortcut for saving works everywhere.
      if (isTyping(event.target) && name !== 'Mod+s') return;
      // Elsewhere it presses a button.
      if (name === 'Enter' && !isOfParts(event.target)) return;
      event.preventDefault();
      act(model);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [model]);
}

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const keys = [
    ctrlKey || metaKey ? 'Mod' : '',
    altKey ? 'Alt' : '',
    // Another sign needs Shift or not by the layout of the keyboard.
    shiftKey && (key.length > 1 || /\p{L}/u.test(key)) ? 'Shift' : '',
    key.length === 1 ? key.toLowerCase() : key,
  ];
  return keys.filter((one) => one !== '').join('+');
}

/** The page itself, the sheets, or a part in the tree. */
const isOfParts = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('body, .sheets, [role="treeitem"]');
