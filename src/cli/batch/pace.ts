// Measures how fast documents are made, and estimates when the last is made.

export interface Pace {
  /** One more document is made. */
  made(atMs: number): void;
  /** The pace with `left` documents left; undefined: too few documents so far. */
  at(nowMs: number, left: number): { readonly perSecond: number; readonly secondsLeft: number } | undefined;
}

/** Measures the last seconds only: earlier documents were slower while the program warmed up, or were different. */
const windowMs = 10_000;
/** For slow documents, measures the last few documents instead. */
const fewest = 8;
/** A shorter time is no basis for an estimate. */
const leastMs = 2_000;
const leastMade = 3;
const markEveryMs = 100;
/** Holds the figure for a while: a figure that changes with every redraw cannot be read. */
const holdMs = 1_000;

/** Measures from the first document on; the time before is start-up. */
export function createPace(): Pace {
  const marks: { readonly ms: number; readonly made: number }[] = [];
  let made = 0;
  let held: { readonly ms: number; readonly pace: ReturnType<Pace['at']> } | undefined;

  const measure = (nowMs: number, left: number): ReturnType<Pace['at']> => {
    while (marks.length > 1 && marks[1]!.ms <= nowMs - windowMs && made - marks[1]!.made >= fewest) marks.shift();
    const [from] = marks;
    if (!from || nowMs - from.ms < leastMs || made - from.made < leastMade) return undefined;
    const perSecond = ((made - from.made) * 1000) / (nowMs - from.ms);
    return { perSecond, secondsLeft: toCalm(left / perSecond) };
  };

  return {
    made(atMs) {
      made++;
      if (marks.length === 0 || atMs - marks.at(-1)!.ms >= markEveryMs) marks.push({ ms: atMs, made });
    },
    at(nowMs, left) {
      if (!held?.pace || nowMs - held.ms >= holdMs) held = { ms: nowMs, pace: measure(nowMs, left) };
      return held.pace;
    },
  };
}

/** Rounds a duration to the precision of an estimate. */
function toCalm(seconds: number): number {
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 10 : 60;
  return Math.ceil(seconds / step) * step;
}
