// Limits of the engine, for a person's own machine and for a server.
import type { PoolLimits } from '../renderer/pool/pool-limits.ts';
import type { Limits } from '../renderer/types.ts';

export type { PoolLimits };

export interface EngineLimits {
  /** Of a call that somebody waits for. */
  readonly now: Limits;
  /** Of a job. */
  readonly later: Limits;
  readonly maxBatchItems: number;
  /** Jobs of a team that have not ended. */
  readonly maxUnfinishedJobs: number;
  /** Stored results of a team, in bytes. */
  readonly maxResultBytes: number;
  /** Of a file of a template, in bytes. */
  readonly maxAssetBytes: number;
  /** With less free space nothing new is taken on. */
  readonly minFreeBytes: number;
}

const maxAssetBytes = 32 * 1024 ** 2;

/** For a person's own machine: generous, but nothing hangs or fills the memory. */
export const localLimits: Limits = {
  maxPages: 20_000,
  maxBoxes: 20_000_000,
  maxImagePixels: 100_000_000,
  maxOutputBytes: 2 * 1024 ** 3,
  validationMs: 5_000,
  renderMs: 300_000,
};

/** The limits of the engine of a workspace, `more` in place of the defaults of a render. */
export function localEngineLimits(more: Partial<Limits> = {}): EngineLimits {
  const limits = { ...localLimits, ...more };
  return {
    now: limits,
    later: limits,
    maxBatchItems: 100_000,
    maxUnfinishedJobs: 1_000_000,
    maxResultBytes: Number.POSITIVE_INFINITY,
    maxAssetBytes,
    minFreeBytes: 0,
  };
}

const serverRender: Limits = {
  maxPages: 2_000,
  maxBoxes: 2_000_000,
  maxImagePixels: 100_000_000,
  maxOutputBytes: 256 * 1024 ** 2,
  validationMs: 5_000,
  renderMs: 30_000,
};

/** The defaults of a server; each is a setting. */
export const serverLimits: EngineLimits = {
  now: serverRender,
  later: { ...serverRender, renderMs: 300_000 },
  maxBatchItems: 1_000,
  maxUnfinishedJobs: 100_000,
  maxResultBytes: 2 * 1024 ** 3,
  maxAssetBytes,
  minFreeBytes: 1024 ** 3,
};

/** The defaults of a server's render process; each is a setting. */
export async function loadPoolLimits(): Promise<(threads: number) => PoolLimits> {
  return (await import('../renderer/pool/pool-limits.ts')).defaultPoolLimits;
}
