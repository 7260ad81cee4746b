// Follows a pressed pointer through the window until it is released. Other pointers change nothing meanwhile, and no key does anything but Escape.

/** Pixels by which the pointer moves before a press becomes a drag. */
export const dragStart = 4;

export interface PointerFollower {
  /** The pointer was dragged to a place of the window, in pixels. */
  drag(x: number, y: number): void;
  /** It was released after a drag. */
  drop?(): void;
  /** The press is over, or Escape has cancelled it. */
  end(): void;
}

/** Follows the pointer of an event from where it went down. */
export function followPointer({ pointerId, clientX, clientY }: PointerEvent, { drag, drop, end }: PointerFollower): void {
  const controller = new AbortController();
  const { signal } = controller;
  let state: 'pressed' | 'dragged' | 'cancelled' = 'pressed';
  const release = (isDropped: boolean) => {
    controller.abort();
    if (isDropped && state === 'dragged') drop?.();
    end();
    // The pointer may be back on the button.
    if (state !== 'pressed') ignoreClick();
  };
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', take: (event: PointerEvent) => void, capture = false) =>
    addEventListener(type, (event) => event.pointerId === pointerId && take(event), { signal, capture });
  const follow = ({ clientX: x, clientY: y, buttons }: PointerEvent) => {
    // It was released outside of the window.
    if (buttons === 0) return release(false);
    if (state === 'pressed' && Math.hypot(x - clientX, y - clientY) > dragStart) state = 'dragged';
    if (state === 'dragged') drag(x, y);
  };
  listen('pointermove', follow, true);
  // The sheet under the pointer takes it first.
  listen('pointerup', () => release(true));
  listen('pointercancel', () => release(false));
  const holdKey = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key !== 'Escape') return;
    state = 'cancelled';
    end();
  };
  addEventListener('keydown', holdKey, { signal, capture: true });
}

/** Ignores the click that the browser makes of the pointer going up. */
function ignoreClick(): void {
  const controller = new AbortController();
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('click', ignore, { signal: controller.signal, capture: true });
  setTimeout(() => controller.abort());
}
