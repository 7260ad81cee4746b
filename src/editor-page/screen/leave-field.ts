import { isTyping } from './is-typing.ts';

/** Ends the field that has the focus, so that what was written in it is taken while its part is selected. The browser does it only after `pointerdown`. */
export function leaveField(): void {
  const focused = document.activeElement;
  if (isTyping(focused)) focused.blur();
}
