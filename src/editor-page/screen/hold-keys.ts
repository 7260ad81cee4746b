// The keyboard while something is dragged.

/** Until the returned function is called, Escape calls `cancel`, and no key does anything else. */
export function holdKeys(cancel: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') cancel();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}
