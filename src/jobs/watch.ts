// Looks after jobs and batches for everybody who waits for them. One look at the store serves all callers of this process, of all teams.
import { setMaxListeners } from 'node:events';
import type { BatchState, JobState } from '../contract/job-states.ts';
import type { BatchRecord, JobOrBatch, StateLookUp } from '../store/state-store.ts';

/** Gets what a look has found. Undefined: the job or batch is gone. */
export type See<T> = (found: T | undefined) => void;

export interface Watch {
  /** Calls `see` with the state after each look, until the returned function is called. */
  states(name: JobOrBatch, see: See<JobState | BatchState>): () => void;
  /** Likewise with the whole batch, about once a second. */
  progress(name: JobOrBatch, see: See<BatchRecord>): () => void;
  /** Looks at these at once, because their states have just changed. */
  hurry(names: readonly JobOrBatch[]): void;
  /** Comes when the watching ends. Callers that wait must then end too. */
  readonly closing: AbortSignal;
  close(): void;
}

/** The watch of one team. */
export interface TeamWatch {
  states(kind: JobOrBatch['kind'], uuid: string, see: See<JobState | BatchState>): () => void;
  progress(batchUuid: string, see: See<BatchRecord>): () => void;
  readonly closing: AbortSignal;
}

export function watchOf(watch: Watch, teamId: string): TeamWatch {
  return {
    states: (kind, uuid, see) => watch.states({ teamId, kind, uuid }, see),
    progress: (uuid, see) => watch.progress({ teamId, kind: 'batch', uuid }, see),
    closing: watch.closing,
  };
}

interface Pace {
  /** Pause after a look that found changes. */
  readonly firstMs: number;
  /** Longest pause while nothing changes. */
  readonly longestMs: number;
}

const pacesOf = { states: { firstMs: 100, longestMs: 500 }, progress: { firstMs: 1_000, longestMs: 1_000 } } as const;
/** Jobs and batches of one look. */
const mostAtOnce = 1_000;
/** Changes of this time are looked at together. */
const hurryMs = 20;
/** Pause while the store fails. */
const awayMs = 1_000;
/** A look is followed by a pause of at least so many times its own length, so that looks keep no store busy. */
const shareOfPause = 9;
const longestRestMs = 2_000;

/** `openLookUp`: opens the store at the first look. */
export function createWatch(openLookUp: () => Promise<StateLookUp>): Watch {
  const states = new Looks(async (names) => (await openLookUp()).states(names), pacesOf.states);
  const progress = new Looks(async (names) => (await openLookUp()).batches(names), pacesOf.progress);
  const closing = new AbortController();
  // Each caller that waits listens to this signal.
  setMaxListeners(0, closing.signal);
  return {
    states: (name, see) => states.add(name, see),
    progress: (name, see) => progress.add(name, see),
    hurry: (names) => states.hurry(names),
    closing: closing.signal,
    close() {
      closing.abort();
      states.close();
      progress.close();
    },
  };
}

interface Entry<T> {
  readonly name: JobOrBatch;
  readonly watchers: Set<See<T>>;
  last: unknown;
}

type Ask<T> = (names: readonly JobOrBatch[]) => Promise<readonly (T | undefined)[]>;

class Looks<T> {
  readonly #ask: Ask<T>;
  readonly #pace: Pace;
  /** The entries of each team. Those whose last look is longest ago come first. */
  readonly #teams = new Map<string, Map<string, Entry<T>>>();
  readonly #hurried = new Set<Entry<T>>();
  #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  /** No look begins before this time. */
  #restUntilMs = 0;
  #isLooking = false;
  #isClosed = false;

  constructor(ask: Ask<T>, pace: Pace) {
    this.#ask = ask;
    this.#pace = pace;
    this.#pauseMs = pace.firstMs;
  }

  add(name: JobOrBatch, see: See<T>): () => void {
    const own = this.#teams.get(name.teamId) ?? new Map<string, Entry<T>>();
    this.#teams.set(name.teamId, own);
    const entry = own.get(keyOf(name)) ?? { name, watchers: new Set(), last: undefined };
    own.set(keyOf(name), entry);
    // Its own function, so that two callers may watch with the same.
    const watcher: See<T> = (found) => see(found);
    entry.watchers.add(watcher);
    this.#pauseMs = this.#pace.firstMs;
    this.#scheduleIn(this.#pauseMs);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size === 0) this.#remove(entry);
    };
  }

  hurry(names: readonly JobOrBatch[]): void {
    for (const name of names) {
      const entry = this.#teams.get(name.teamId)?.get(keyOf(name));
      if (entry) this.#hurried.add(entry);
    }
    if (this.#hurried.size > 0) this.#scheduleIn(hurryMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#teams.clear();
  }

  #remove(entry: Entry<T>): void {
    const own = this.#teams.get(entry.name.teamId);
    own?.delete(keyOf(entry.name));
    if (own?.size === 0) this.#teams.delete(entry.name.teamId);
    this.#hurried.delete(entry);
    if (this.#teams.size > 0) return;
    clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  #scheduleIn(ms: number): void {
    if (this.#isLooking || this.#isClosed) return;
    const nowMs = performance.now();
    const dueMs = Math.max(nowMs + ms, this.#restUntilMs);
    if (dueMs >= this.#dueMs) return;
    this.#dueMs = dueMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), dueMs - nowMs);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#dueMs = Number.POSITIVE_INFINITY;
    const startMs = performance.now();
    let pauseMs: number;
    try {
      pauseMs = (await this.#lookOnce()) ? this.#pace.firstMs : Math.min(this.#pauseMs * 1.5, this.#pace.longestMs);
      const nowMs = performance.now();
      this.#restUntilMs = nowMs + Math.min((nowMs - startMs) * shareOfPause, longestRestMs);
    } catch {
      // The callers go on waiting. When their time is up, they read the store themselves and get its fault.
      pauseMs = awayMs;
    }
    this.#isLooking = false;
    this.#pauseMs = pauseMs;
    if (this.#teams.size > 0) this.#scheduleIn(this.#hurried.size > 0 ? hurryMs : pauseMs);
  }

  /** Whether anything has changed. */
  async #lookOnce(): Promise<boolean> {
    // A caller that comes while the store answers waits for the next look: this answer may be older than what the caller has read.
    const asked = this.#pick().map((entry) => ({ entry, watchers: [...entry.watchers] }));
    const answers = await this.#ask(asked.map(({ entry }) => entry.name));
    let hasChanged = false;
    for (const [place, { entry, watchers }] of asked.entries()) {
      const found = answers[place];
      const shown = JSON.stringify(found) ?? '';
      hasChanged ||= shown !== entry.last;
      entry.last = shown;
      for (const watcher of watchers) if (entry.watchers.has(watcher)) watcher(found);
    }
    return hasChanged;
  }

  /** The next entries to look at: those in a hurry, then one of each team in turn, so that no team's many calls delay those of another. */
  #pick(): readonly Entry<T>[] {
    const picked = new Set([...this.#hurried].slice(0, mostAtOnce / 2));
    for (const entry of picked) this.#hurried.delete(entry);
    let turns = [...this.#teams.values()].map((own) => own.values());
    while (turns.length > 0 && picked.size < mostAtOnce) {
      const going: typeof turns = [];
      for (const turn of turns) {
        const next = turn.next();
        if (next.done) continue;
        going.push(turn);
        if (picked.size < mostAtOnce) picked.add(next.value);
      }
      turns = going;
    }
    // To the end of its team's entries, and the team to the end of the teams.
    for (const entry of picked) {
      const { teamId } = entry.name;
      const own = this.#teams.get(teamId);
      if (!own?.delete(keyOf(entry.name))) continue;
      own.set(keyOf(entry.name), entry);
      this.#teams.delete(teamId);
      this.#teams.set(teamId, own);
    }
    return [...picked];
  }
}

const keyOf = ({ kind, uuid }: JobOrBatch): string => `${kind} ${uuid}`;
