// Threads that parse large bodies, to keep the server's own thread free. Teams take turns: no team has two threads at once.
import type { Piscina } from 'piscina';
import { threadFlags } from '../async/thread-flags.ts';
import { createTurns } from '../async/turns.ts';
import { type Breach, type ErrorCode, PdfgenError } from '../contract/errors.ts';
import type { BodyParts, BodyPlan } from './parse-body.ts';
import type { LineParts, LinesTask } from './parse-lines.ts';

export interface WholeTask {
  readonly bytes: Uint8Array;
  readonly plan: BodyPlan;
}

export type BodyTask = WholeTask | LinesTask;

export type BodyOutcome =
  | { readonly parts: BodyParts | readonly LineParts[] }
  | { readonly error: { readonly code: ErrorCode; readonly message: string; readonly errors: readonly Breach[] | undefined } };

export interface BodyThreads {
  /** Parses a body in its team's turn. The bytes move to the thread. Raises the errors of `parseBody`, and the signal's reason. */
  parse(team: string, task: WholeTask, signal: AbortSignal): Promise<BodyParts>;
  /** Parses lines in the same way. */
  parseLines(team: string, task: LinesTask, signal: AbortSignal): Promise<readonly LineParts[]>;
  close(): Promise<void>;
}

const threads = 2;
/** An idle thread ends after this time, to free its memory. */
const idleMs = 10_000;
/** Measured with the worst bodies: objects with one member, each with a different name. */
const mostBytesOfValue = 200;

/** Opens threads, which start when they are needed. `folder`: the folder of the built module. */
export function openBodyThreads(maxValues: number, folder: URL): BodyThreads {
  let pool: Promise<Piscina> | undefined;
  const open = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: new URL('body-thread.js', folder).href,
      execArgv: threadFlags,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A thread that exceeds its heap ends the process. The bound on values keeps parsing far below the heap.
      resourceLimits: { maxOldGenerationSizeMb: 1024 + Math.ceil((2 * maxValues * mostBytesOfValue) / 1024 ** 2) },
    });
  };
  const turns = createTurns(threads);
  const run = <Parts>(team: string, task: BodyTask, bytes: Uint8Array, signal: AbortSignal): Promise<Parts> =>
    turns.take(
      team,
      async () => {
        pool ??= open();
        const outcome = (await (await pool).run(task, { transferList: [bytes.buffer as ArrayBuffer] })) as BodyOutcome;
        if ('parts' in outcome) return outcome.parts as Parts;
        const { code, message, errors } = outcome.error;
        throw new PdfgenError(code, message, { errors });
      },
      signal,
    );
  return {
    parse: (team, task, signal) => run(team, task, task.bytes, signal),
    parseLines: (team, task, signal) => run(team, task, task.lines, signal),
    async close() {
      await (await pool)?.destroy();
    },
  };
}
