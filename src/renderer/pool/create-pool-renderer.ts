// The renderer that works in threads of a child process.

import { PdfgenError } from '../../contract/errors.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import { currentTrace } from '../../tracing/current-trace.ts';
import type { RenderCall, RenderCallName, RenderCalls, Renderer, RenderFunctions } from '../renderer.ts';
import { callNames, limitOfCall } from './call-table.ts';
import { type ThreadTimes, toTask } from './messages.ts';
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
  /** The same renderer for the calls of a team, because waiting teams take turns at the threads. */
  forTeam(team: string): Renderer;
  stats(): PoolStats;
}

/** Starts the threads. Calls may be made at once: they wait until the threads are ready. */
export function createPoolRenderer(options: PoolOptions = {}): PoolRenderer {
  const pool = new Pool({
    ...completeSettings(options),
    log: options.log ?? (() => {}),
    folder: options.folder ?? new URL('./', import.meta.url),
  });
  const toText = keepTexts();
  const observe = options.observe;
  async function run<Name extends RenderCallName>(
    name: Name,
    request: RenderCalls[Name]['takes'],
    call: RenderCall | undefined,
  ): Promise<unknown> {
    const work = (hear?: (times: ThreadTimes) => void) =>
      pool.run(toTask(name, request, toText), limitOfCall(name, request), call, hear);
    return name === 'render' && observe ? observed(observe, call, work) : work();
  }
  const functions = (team?: string) =>
    Object.fromEntries(
      callNames.map((name) => [
        name,
        (request: never, call?: RenderCall) => run(name, request, team === undefined ? call : { ...call, team }),
      ]),
    ) as unknown as RenderFunctions;
  const close = () => pool.close();
  return { ...functions(), forTeam: (team) => ({ ...functions(team), close }), stats: () => pool.stats(), close };
}

/** Tells of a document when it has ended. A call that was given up is left out. */
async function observed<T>(
  observe: NonNullable<PoolOptions['observe']>,
  call: RenderCall | undefined,
  work: (hear: (times: ThreadTimes) => void) => Promise<T>,
): Promise<T> {
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
