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

interface LookPace {
  /** Pause after a look that found changes. */
  readonly firstMs: number;
  /** Longest pause while nothing changes. */
  readonly longestMs: number;
}

const pacesOf = { states: { firstMs: 100, longestMs: 500 }, progress: { firstMs: 1_000, longestMs: 1_000 } } as const;
/** Jobs and batches of one look. */
const mostPerLook = 1_000;
/** Changes of this time are looked at together. */
const hurryMs = 20;
/** Pause while the store fails. */
const awayMs = 1_000;
/** The pause after a look is at least this many times as long as the look, so that looks do not keep a store busy. */
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

/** A job or batch that callers wait for. */
interface Watched<T> {
  readonly name: JobOrBatch;
  readonly watchers: Set<See<T>>;
  last: unknown;
}

type Ask<T> = (names: readonly JobOrBatch[]) => Promise<readonly (T | undefined)[]>;

class Looks<T> {
  readonly #ask: Ask<T>;
  readonly #pace: LookPace;
  /** What callers of each team wait for. The jobs and batches whose last look is longest ago come first. */
  readonly #teams = new Map<string, Map<string, Watched<T>>>();
  readonly #hurried = new Set<Watched<T>>();
  #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  /** No look begins before this time. */
  #restUntilMs = 0;
  #isLooking = false;
  #isClosed = false;

  constructor(ask: Ask<T>, pace: LookPace) {
    this.#ask = ask;
    this.#pace = pace;
    this.#pauseMs = pace.firstMs;
  }

  add(name: JobOrBatch, see: See<T>): () => void {
    const ofTeam = this.#teams.get(name.teamId) ?? new Map<string, Watched<T>>();
    this.#teams.set(name.teamId, ofTeam);
    const watched = ofTeam.get(keyOf(name)) ?? { name, watchers: new Set(), last: undefined };
    ofTeam.set(keyOf(name), watched);
    // Its own function, so that two callers may watch with the same.
    const watcher: See<T> = (found) => see(found);
    watched.watchers.add(watcher);
    this.#pauseMs = this.#pace.firstMs;
    this.#scheduleIn(this.#pauseMs);
    return () => {
      watched.watchers.delete(watcher);
      if (watched.watchers.size === 0) this.#remove(watched);
    };
  }

  hurry(names: readonly JobOrBatch[]): void {
    for (const name of names) {
      const watched = this.#teams.get(name.teamId)?.get(keyOf(name));
      if (watched) this.#hurried.add(watched);
    }
    if (this.#hurried.size > 0) this.#scheduleIn(hurryMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#teams.clear();
  }

  #remove(watched: Watched<T>): void {
    const ofTeam = this.#teams.get(watched.name.teamId);
    ofTeam?.delete(keyOf(watched.name));
    if (ofTeam?.size === 0) this.#teams.delete(watched.name.teamId);
    this.#hurried.delete(watched);
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
    const asked = this.#pickForLook().map((watched) => ({ watched, watchers: [...watched.watchers] }));
    const answers = await this.#ask(asked.map(({ watched }) => watched.name));
    let hasChanged = false;
    for (const [place, { watched, watchers }] of asked.entries()) {
      const found = answers[place];
      const shown = JSON.stringify(found) ?? '';
      hasChanged ||= shown !== watched.last;
      watched.last = shown;
      for (const watcher of watchers) if (watched.watchers.has(watcher)) watcher(found);
    }
    return hasChanged;
  }

  /** The jobs and batches of the next look: those in a hurry, then one of each team in turn, so that no team's many calls delay those of another. */
  #pickForLook(): readonly Watched<T>[] {
    const picked = new Set([...this.#hurried].slice(0, mostPerLook / 2));
    for (const watched of picked) this.#hurried.delete(watched);
    let watchedOfTeams = [...this.#teams.values()].map((ofTeam) => ofTeam.values());
    while (watchedOfTeams.length > 0 && picked.size < mostPerLook) {
      const unfinished: typeof watchedOfTeams = [];
      for (const watchedOfTeam of watchedOfTeams) {
        const next = watchedOfTeam.next();
        if (next.done) continue;
        unfinished.push(watchedOfTeam);
        if (picked.size < mostPerLook) picked.add(next.value);
      }
      watchedOfTeams = unfinished;
    }
    // Each goes to the end of its team, and the team to the end of the teams.
    for (const watched of picked) {
      const { teamId } = watched.name;
      const ofTeam = this.#teams.get(teamId);
      if (!ofTeam?.delete(keyOf(watched.name))) continue;
      ofTeam.set(keyOf(watched.name), watched);
      this.#teams.delete(teamId);
      this.#teams.set(teamId, ofTeam);
    }
    return [...picked];
  }
}

const keyOf = ({ kind, uuid }: JobOrBatch): string => `${kind} ${uuid}`;
