// The renderer that works in threads of a child process.

import { PdfgenError } from '../../contract/errors.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import type { RenderCall, Renderer, RenderResult } from '../renderer.ts';
import { type Task, type ThreadTimes, toSentData } from './messages.ts';
import { Pool, type PoolStats } from './pool.ts';
import { keepTexts } from './template-texts.ts';

/** The pool reads from the settings: threads, memory and waiting calls. */
export interface PoolOptions extends Partial<ServerSettings> {
  /** Takes the lines that the child prints, and why it ended. */
  readonly log?: ((line: string) => void) | undefined;
  /** Hears of each document that was rendered, or that failed with an error of the service. */
  readonly observe?: ((rendering: Rendering) => void) | undefined;
  /** Folder of the built pool, when this module runs from its source. */
  readonly folder?: URL | undefined;
}

/** A document that was rendered or failed. */
export interface Rendering {
  /** `now`: a caller waited for it. `later`: it is a job. */
  readonly urgency: 'now' | 'later';
  /** Undefined: it was rendered. */
  readonly error: PdfgenError | undefined;
  /** The `traceparent` of its caller. Undefined: nothing is traced. */
  readonly trace: string | undefined;
  /** Undefined: no thread ended it. */
  readonly times: (ThreadTimes & { readonly waitedMs: number }) | undefined;
}

export interface PoolRenderer extends Renderer {
  stats(): PoolStats;
}

const compileMs = 30_000;
/** Time limit of checking all items of a batch. */
const batchCheckMs = 120_000;

/** Starts the threads. Calls may be made at once: they wait until the threads are ready. */
export function createPoolRenderer(options: PoolOptions = {}): PoolRenderer {
  const pool = new Pool({
    ...completeSettings(options),
    log: options.log ?? (() => {}),
    folder: options.folder ?? new URL('./', import.meta.url),
  });
  const toText = keepTexts();
  const run = <T>(task: Task, limitMs: number, call: RenderCall | undefined) => pool.run(task, limitMs, call) as Promise<T>;
  return {
    lint: (template, call) => run({ kind: 'lint', template: toText(template) }, compileMs, call),
    fontFamilies: (template, call) => run({ kind: 'fontFamilies', template: toText(template) }, compileMs, call),
    validate: ({ template, data, options: how, limits }, call) =>
      run(
        { kind: 'validate', template: toText(template), data: toSentData(data), options: how, limits },
        compileMs + limits.validationMs,
        call,
      ),
    validateItems: ({ template, items, options: how, limits }, call) =>
      run(
        { kind: 'validateItems', template: toText(template), items: items.map(toSentData), options: how, limits },
        compileMs + batchCheckMs,
        call,
      ),
    inspectAsset: (bytes, limits, call) => run({ kind: 'inspectAsset', bytes, limits }, compileMs, call),
    writeInvoice: ({ template, data, options: how, limits }, call) =>
      run(
        { kind: 'writeInvoice', template: toText(template), data: toSentData(data), options: how, limits },
        compileMs + limits.validationMs + limits.renderMs,
        call,
      ),
    render: ({ template, data, dataWarnings, options: how, limits }, call) =>
      observed(options.observe, call, (hear) =>
        pool.run(
          { kind: 'render', template: toText(template), data: toSentData(data), dataWarnings, options: how, limits },
          limits.validationMs + limits.renderMs,
          call,
          hear,
        ),
      ) as Promise<RenderResult>,
    stats: () => pool.stats(),
    close: () => pool.close(),
  };
}

/** Tells of a document when it has ended. A call that was given up is left out. */
async function observed<T>(
  observe: PoolOptions['observe'],
  call: RenderCall | undefined,
  work: (hear: (times: ThreadTimes) => void) => Promise<T>,
): Promise<T> {
  if (observe === undefined) return work(() => {});
  const [calledMs, trace] = [Date.now(), currentTrace()];
  let times: Rendering['times'];
  const end = (error: PdfgenError | undefined) => observe({ urgency: call?.urgency ?? 'now', error, trace, times });
  try {
    const result = await work((heard) => {
      times = { ...heard, waitedMs: Math.max(0, heard.beganMs - calledMs) };
    });
    end(undefined);
    return result;
  } catch (error) {
    if (error instanceof PdfgenError) end(error);
    throw error;
  }
}
