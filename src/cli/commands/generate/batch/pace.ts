// How fast documents come, and when the last will.

export interface Pace {
  /** One more was made. */
  made(atMs: number): void;
  /** The pace at a time when so many are left; undefined: there is too little to go by. */
  at(nowMs: number, left: number): { readonly perSecond: number; readonly secondsLeft: number } | undefined;
}

/** The pace is that of the last seconds: what came before was slower, for the program was warming up, or of other documents. */
const windowMs = 10_000;
/** Where documents take longer than that, it is that of this many. */
const fewest = 8;
/** Less says nothing. */
const leastMs = 2_000;
const leastMade = 3;
const markEveryMs = 100;
/** A figure that changes with every redraw cannot be read. */
const holdMs = 1_000;

/** A pace that begins with the first document: the time until then is that of starting up. */
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

/** As exact as a guess is. */
function toCalm(seconds: number): number {
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 10 : 60;
  return Math.ceil(seconds / step) * step;
}
