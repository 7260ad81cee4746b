// Shrinks or cuts text that does not fit its place.
import type { ResolvedText } from '../../template/styles.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import { type InlineSpan, plainSpan } from './inline-marks.ts';
import { countFitting, isTooWide } from './lines.ts';

const ellipsis = '…';

/** The room for a text, and the action if the text needs more. */
export interface Cut {
  readonly overflow: 'shrink' | 'ellipsis' | 'clip' | 'error';
  readonly maxLines: number;
  readonly height: number;
  readonly minSize: number;
}

/** Lays out the same text in other words or another size. */
export interface Trials {
  layOut(spans: readonly InlineSpan[] | string, text: ResolvedText): readonly TextLine[];
  resize(text: ResolvedText, size: number): ResolvedText;
  /** Raises RENDER_TIMEOUT. */
  checkTime(): void;
}

/** Text must fit its width as well as its height, unless it is clipped. */
export function fits(lines: readonly TextLine[], cut: Cut): boolean {
  return countKept(lines, cut) === lines.length && (cut.overflow === 'clip' || !lines.some(isTooWide));
}

/** The visible lines of text that does not fit. `isCut`: some of the text is not visible. */
export function shorten(
  spans: readonly InlineSpan[] | string,
  whole: { readonly text: ResolvedText; readonly lines: readonly TextLine[] },
  cut: Cut,
  trials: Trials,
): { readonly lines: readonly TextLine[]; readonly isCut: boolean } {
  let best = whole;
  if (cut.overflow === 'shrink') {
    best = shrink(spans, whole.text, cut, trials);
    // Text that is still too wide stays whole, with a warning. Text that is still too high is cut.
    if (countKept(best.lines, cut) === best.lines.length) return { lines: best.lines, isCut: false };
  }
  const kept = best.lines.slice(0, countKept(best.lines, cut));
  const ended = cut.overflow === 'clip' ? undefined : findLongest(spans, best.text, cut, trials);
  return { lines: ended ?? kept, isCut: ended !== undefined || kept.length < best.lines.length };
}

function countKept(lines: readonly TextLine[], { height, maxLines }: Cut): number {
  return Math.min(countFitting(lines, height), maxLines);
}

/** The largest size that fits, in steps of half a point; if none fits, the smallest. Each try lays out the whole text. */
function shrink(
  spans: readonly InlineSpan[] | string,
  text: ResolvedText,
  cut: Cut,
  { layOut, resize, checkTime }: Trials,
): { readonly text: ResolvedText; readonly lines: readonly TextLine[] } {
  const at = (step: number) => {
    checkTime();
    const tried = step === 0 ? text : resize(text, text.properties.size - step / 2);
    return { text: tried, lines: layOut(spans, tried) };
  };
  let fitting = Math.max(0, Math.floor((text.properties.size - cut.minSize) * 2 + 1e-9));
  let best = at(fitting);
  if (!fits(best.lines, cut)) return best;
  for (let tooLarge = 0; fitting - tooLarge > 1; ) {
    const middle = (tooLarge + fitting) >> 1;
    const tried = at(middle);
    if (fits(tried.lines, cut)) {
      fitting = middle;
      best = tried;
    } else tooLarge = middle;
  }
  return best;
}

/** The longest beginning of the text that fits with an ellipsis after it. Undefined: not even one character fits. */
function findLongest(
  spans: readonly InlineSpan[] | string,
  text: ResolvedText,
  cut: Cut,
  { layOut, checkTime }: Trials,
): readonly TextLine[] | undefined {
  const all = typeof spans === 'string' ? [{ ...plainSpan, text: spans }] : spans;
  let kept = 0;
  let beyond = all.reduce((sum, span) => sum + span.text.length, 0);
  let best: readonly TextLine[] | undefined;
  while (kept + 1 < beyond) {
    checkTime();
    const length = (kept + beyond) >> 1;
    const tried = layOut(truncate(all, length), text);
    if (fits(tried, cut)) {
      kept = length;
      best = tried;
    } else beyond = length;
  }
  return best;
}

/** A text cut to its first `length` UTF-16 units, never half a character, with an ellipsis at its end. */
function truncate(spans: readonly InlineSpan[], length: number): readonly InlineSpan[] {
  const result: InlineSpan[] = [];
  let left = length;
  for (const span of spans) {
    const kept = span.text.slice(0, left).replace(/[\uD800-\uDBFF]$/u, '');
    left -= span.text.length;
    if (left > 0) result.push(span);
    else {
      result.push({ ...span, text: `${kept.trimEnd()}${ellipsis}` });
      break;
    }
  }
  return result;
}
