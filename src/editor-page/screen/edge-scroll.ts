// Scrolls the sheets while something is dragged near their upper or lower edge.

/** Height of the strip at an edge in which a drag scrolls, in pixels. */
const stripPx = 48;
/** Most pixels in one frame, at the edge itself. */
const mostPx = 18;

/** Begins with a drag of the pointer `pointerId`. `findPointer`: where the pointer is in the window. Returns what ends it. */
export function scrollAtEdges(
  pointerId: number,
  findPointer: () => { readonly x: number; readonly y: number } | undefined,
): () => void {
  const sheets = document.querySelector('.sheets')!;
  const step = () => {
    frame = requestAnimationFrame(step);
    const pointer = findPointer();
    if (!pointer) return;
    const { x, y } = pointer;
    const { left, right, top, bottom } = sheets.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return;
    const before = sheets.scrollTop;
    sheets.scrollTop += speedAt(y - top, bottom - y);
    // The pointer has not moved, so the browser sends no event for the new place under it.
    if (sheets.scrollTop !== before)
      document
        .elementFromPoint(x, y)
        ?.dispatchEvent(new PointerEvent('pointermove', { pointerId, clientX: x, clientY: y, buttons: 1, bubbles: true }));
  };
  let frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/** Pixels to scroll in one frame, by the distances from both edges in pixels. */
function speedAt(fromTop: number, fromBottom: number): number {
  const speed = (distance: number) => Math.ceil(Math.max(0, 1 - distance / stripPx) * mostPx);
  return speed(fromBottom) - speed(fromTop);
}
