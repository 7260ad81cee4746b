// What the focus and dialogs do with keys and the clipboard.

/** In a field of text, keys and the clipboard do what they do there. */
export const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Ends the field that has the focus, so that what was written in it is taken while its part is selected. The browser does it only after `pointerdown`. */
export function leaveField(): void {
  const focused = document.activeElement;
  if (isTyping(focused)) focused.blur();
}

/** Whether a dialog is open: keys and the clipboard belong to it, and nothing behind it changes. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** Whether a key saves. In a field, it first takes what is written there. */
export const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key === 's';
