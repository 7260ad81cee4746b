// What the use-cases work with.
import type { Limits, Renderer } from '../renderer/types.ts';
import type { Templates } from '../store/template-store.ts';

export interface Deps {
  readonly templates: Templates;
  /** The renderer, loaded when it is first asked for. */
  openRenderer(): Promise<Renderer>;
  readonly limits: Limits;
}

/** What a caller may add to a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}
