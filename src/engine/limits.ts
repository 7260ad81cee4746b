// Limits of the engine, for a person's own machine and for a server.
import type { Limits } from '../renderer/renderer.ts';
import { type LimitsOf, localSettings, pickLimits, type ServerSettings } from '../settings/server-settings.ts';

export interface EngineLimits extends LimitsOf<'engine'> {
  /** Limits of a call that somebody waits for. */
  readonly now: Limits;
  /** Limits of a job. */
  readonly later: Limits;
}

/** The limits that follow from settings. */
export function engineLimits(settings: ServerSettings): EngineLimits {
  const { validationSeconds, renderSeconds, jobSeconds } = settings;
  const ofDocument = { ...pickLimits('document', settings), validationMs: validationSeconds * 1000 };
  return {
    ...pickLimits('engine', settings),
    now: { ...ofDocument, renderMs: renderSeconds * 1000 },
    later: { ...ofDocument, renderMs: jobSeconds * 1000 },
  };
}

/** Limits on a person's own machine: generous, but no call hangs or fills the memory. */
export const localLimits: Limits = engineLimits(localSettings()).now;

/** Limits of a workspace's engine. `more` replaces defaults of rendering. */
export function localEngineLimits(more: Partial<Limits> = {}): EngineLimits {
  const limits = engineLimits(localSettings());
  return { ...limits, now: { ...limits.now, ...more }, later: { ...limits.later, ...more } };
}
