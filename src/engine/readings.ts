// What a server measures of itself, for metrics.
import type { Rendering } from '../renderer/pool/create-pool-renderer.ts';
import type { PoolStats } from '../renderer/pool/pool.ts';
import type { Figures } from '../store/state-store.ts';
import type { StoreCall } from '../store/timed-stores.ts';

export type { Rendering, StoreCall };

/** What there is at one moment. */
export interface Readings {
  /** Undefined: the store cannot be read. */
  readonly figures: Figures | undefined;
  /** Infinity: the store names no bound. Undefined: the store cannot be read. */
  readonly freeBytes: number | undefined;
  readonly renderer: PoolStats;
}

/** Hears of everything that takes time. */
export interface ServerObserver {
  heardStore(call: StoreCall): void;
  heardRendering(rendering: Rendering): void;
}
