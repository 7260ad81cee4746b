// Deletes expired results, data and records, and unused files. Each work is a round, which one process at a time does for all.
import { lifeTimes } from '../contract/life-times.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { StateStore, TeamBlob } from '../store/state-store.ts';
import type { TemplateStore } from '../store/template-store.ts';

export interface SweepDeps {
  readonly state: StateStore;
  readonly results: BlobStore;
  readonly templates: TemplateStore;
  /** The teams whose uploaded files are checked. */
  teamIds(): Promise<readonly string[]>;
  now(): number;
}

interface SweepWork {
  readonly name: string;
  /** Time between two rounds. */
  readonly pauseMs: number;
  /** Gives each place before it does what comes behind the place. `from`: a place that an earlier round gave. */
  readonly steps: (from: string | undefined) => AsyncIterable<string | undefined>;
}

/** Rows in each step, so that other calls have their turns in between. */
const chunk = 500;
/** Objects that are deleted at the same time: each delete waits for the network. */
const deletesAtOnce = 16;
/** A result without a row is kept this long, because its row may still be written. */
const lostMs = 3_600_000;

/** Below the pause of a worker's sweeps, so that a single worker has a round in each of its sweeps. */
const minuteMs = 50_000;
const hourMs = 3_600_000;
/** A process that has not renewed its lease for this long has lost the round. */
const leaseMs = 60_000;
/** After this time the rest of a round waits for the next sweep, so that a long list does not hold up the other works. */
const sliceMs = 30_000;

/**
 * Creates the sweep. Each call does the rounds that are due and that no other process is at. It ends early with its signal. A row is deleted
 * before its file, so that no row names a missing file.
 */
export function createSweep(deps: SweepDeps): (signal: AbortSignal) => Promise<void> {
  const works: readonly SweepWork[] = [
    { name: 'expired', pauseMs: minuteMs, steps: () => removeExpired(deps) },
    { name: 'lost-results', pauseMs: hourMs, steps: (from) => removeLostResults(deps, from) },
    {
      name: 'lost-assets',
      pauseMs: hourMs,
      steps: (from) => deps.templates.removeLostAssets?.(from, lifeTimes.upload) ?? none(),
    },
    { name: 'unused-assets', pauseMs: hourMs, steps: (from) => removeUnusedAssets(deps, from) },
  ];
  return async (signal) => {
    for (const work of works) if (!signal.aborted) await doRound(deps, work, signal);
  };
}

async function doRound({ state, now }: SweepDeps, { name, pauseMs, steps }: SweepWork, signal: AbortSignal): Promise<void> {
  const { rounds } = state;
  const round = await rounds.begin(name, leaseMs);
  if (!round) return;
  const endMs = now() + sliceMs;
  for await (const place of steps(round.place ?? undefined)) {
    // The process was frozen for so long that another has taken over.
    if (!(await rounds.keep(round, place ?? null, leaseMs))) return;
    if (signal.aborted || now() >= endMs) return rounds.leave(round);
  }
  await rounds.end(round, pauseMs);
}

async function* none(): AsyncGenerator<undefined> {}

async function* removeExpired({ state, results }: SweepDeps): AsyncGenerator<undefined> {
  for (let more = true; more; ) {
    yield;
    const swept = await state.queue.sweep(chunk);
    await deleteBlobs(results, swept.blobs);
    more = swept.more;
  }
}

/** Removes results that no job names: a process ended before it wrote the row, or after it removed the row. */
async function* removeLostResults({ state, results }: SweepDeps, from: string | undefined): AsyncGenerator<string | undefined> {
  let place = from;
  for await (const page of results.list(from)) {
    yield place;
    const old = page.filter(({ ageMs }) => ageMs > lostMs).map(({ teamId, key }) => ({ teamId, blob: key }));
    if (old.length > 0) await deleteBlobs(results, await state.queue.findLostBlobs(old));
    const last = page.at(-1);
    if (last) place = `${last.teamId}/${last.key}`;
  }
}

async function* removeUnusedAssets(deps: SweepDeps, from = ''): AsyncGenerator<string> {
  let place = from;
  for (const id of [...(await deps.teamIds())].sort()) {
    if (id <= from) continue;
    yield place;
    const used = await deps.state.team(id).embedded.assetsInUse();
    await deps.templates.team(id).templates.removeUnusedAssets(used, lifeTimes.upload);
    place = id;
  }
}

async function deleteBlobs(results: BlobStore, blobs: readonly TeamBlob[]): Promise<void> {
  for (let i = 0; i < blobs.length; i += deletesAtOnce)
    await Promise.all(blobs.slice(i, i + deletesAtOnce).map(({ teamId, blob }) => results.team(teamId).delete(blob)));
}
