// Limits of the local engine.
import type { Limits } from '../renderer/types.ts';

/** For a person's own machine: generous, but nothing hangs or fills the memory. */
export const localLimits: Limits = {
  maxPages: 20_000,
  maxBoxes: 20_000_000,
  maxImagePixels: 100_000_000,
  maxOutputBytes: 2 * 1024 ** 3,
  validationMs: 5_000,
  renderMs: 300_000,
};
