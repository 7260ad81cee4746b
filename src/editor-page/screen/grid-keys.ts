// Makes one tab stop of a grid of buttons (ARIA Authoring Practices, Grid): arrows, Home, End and letters go through it.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { rowByKey } from './list-keys.ts';

interface GridKeys {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
}

/** `perRow`: how many buttons stand in each row. The first one has the name of the row. */
export function useGridKeys(grid: RefObject<HTMLElement | null>, perRow: number): GridKeys {
  /** Index of the button that is the stop. */
  const at = useRef(0);
  const buttons = () => [...grid.current!.querySelectorAll('button')];
  const mark = () => {
    const all = buttons();
    const stop = at.current < all.length ? at.current : 0;
    all.forEach((button, i) => {
      button.tabIndex = i === stop ? 0 : -1;
    });
  };
  useLayoutEffect(mark);
  return {
    onKeyDown(event) {
      const { key, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey) return;
      const all = buttons();
      const names = all.filter((_, i) => i % perRow === 0).map(({ textContent }) => textContent ?? '');
      const column = at.current % perRow;
      const row = Math.floor(at.current / perRow);
      const sideways = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const nextRow = sideways === 0 ? rowByKey(row, key, names) : row;
      if (nextRow === undefined) return;
      event.preventDefault();
      all[nextRow * perRow + Math.min(perRow - 1, Math.max(0, column + sideways))]?.focus();
    },
    onFocusIn({ target }) {
      const found = buttons().indexOf(target as HTMLButtonElement);
      if (found < 0) return;
      at.current = found;
      mark();
    },
  };
}
