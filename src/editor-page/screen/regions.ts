// The regions of the screen, through which F6 goes: the bar, the panel at the start, the pages, the panel at the end, the status.
import { useEffect } from 'preact/hooks';
import { isDialogOpen } from './focus.ts';

const regions = 'body > header, .start, .middle, .end, .status';
const stops = 'button, select, input, textarea, summary, [contenteditable="true"], [tabindex]';

/** Where the focus was last in each region. */
type LastPlaces = WeakMap<Element, HTMLElement>;

/** F6 goes to the next region, Shift+F6 to the one before. Each gets the focus where it had it last. */
export function useRegions(): void {
  useEffect(() => {
    const last: LastPlaces = new WeakMap();
    const onFocus = ({ target }: FocusEvent) => {
      const region = target instanceof HTMLElement && target.closest(regions);
      if (region) last.set(region, target);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || isDialogOpen()) return;
      event.preventDefault();
      goOn(event.shiftKey ? -1 : 1, last);
    };
    addEventListener('focusin', onFocus);
    // Also from an open text, which keeps its other keys for itself.
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('focusin', onFocus);
      removeEventListener('keydown', onKey, true);
    };
  }, []);
}

function goOn(step: 1 | -1, last: LastPlaces): void {
  const all = [...document.querySelectorAll<HTMLElement>(regions)];
  const at = all.findIndex((region) => region.contains(document.activeElement));
  const next = all[at < 0 && step < 0 ? all.length - 1 : (at + step + all.length) % all.length]!;
  const stop = stopNear(last.get(next), next) ?? next;
  // A region without anything to press has the focus itself.
  if (stop === next) next.tabIndex = -1;
  stop.focus();
}

/** The element itself if the Tab key reaches it, else the first one that it reaches beside it. */
function stopNear(element: HTMLElement | undefined, region: HTMLElement): HTMLElement | undefined {
  const start = element && region.contains(element) ? element : region;
  if (isStop(start)) return start;
  for (let around: HTMLElement = start; ; around = around.parentElement!) {
    const found = [...around.querySelectorAll<HTMLElement>(stops)].find(isStop);
    if (found || around === region) return found;
  }
}

const isStop = (element: HTMLElement): boolean => element.tabIndex >= 0 && element.matches(stops) && element.checkVisibility();
