// The calls of the renderer in threads: which threads take each call, how long it may take, and the error of a call that takes longer.
import type { Limits, RenderCallName } from '../renderer.ts';

interface CallRow {
  /** `render`: the threads that make documents. `check`: the threads for all other work. */
  readonly threads: 'render' | 'check';
  /** The time limit: this time, and the limits of the request with these names. */
  readonly ms: number;
  readonly limits: readonly ('validationMs' | 'renderMs')[];
  readonly tooLong: 'RENDER_TIMEOUT' | 'VALIDATION_TIMEOUT';
}

const compileMs = 30_000;
/** Time limit of checking all items of a batch. */
const batchCheckMs = 120_000;

const compiling: CallRow = { threads: 'check', ms: compileMs, limits: [], tooLong: 'RENDER_TIMEOUT' };

export const callTable: Readonly<Record<RenderCallName, CallRow>> = {
  lint: compiling,
  fontFamilies: compiling,
  inspectAsset: compiling,
  validate: { threads: 'check', ms: compileMs, limits: ['validationMs'], tooLong: 'VALIDATION_TIMEOUT' },
  validateItems: { threads: 'check', ms: compileMs + batchCheckMs, limits: [], tooLong: 'VALIDATION_TIMEOUT' },
  writeInvoice: { threads: 'check', ms: compileMs, limits: ['validationMs', 'renderMs'], tooLong: 'RENDER_TIMEOUT' },
  render: { threads: 'render', ms: 0, limits: ['validationMs', 'renderMs'], tooLong: 'RENDER_TIMEOUT' },
};

export const callNames = Object.keys(callTable) as readonly RenderCallName[];

/** The time that a call may take, in milliseconds. */
export function limitOfCall(name: RenderCallName, request: object): number {
  const { ms, limits } = callTable[name];
  const { limits: given } = request as { readonly limits?: Limits };
  return limits.reduce((sum, limit) => sum + (given?.[limit] ?? 0), ms);
}
