// Documents to files in threads of this process: for one command, on which nobody else depends.
import { setMaxListeners } from 'node:events';
import type { PdfgenError } from '../../contract/errors.ts';
import type { FileOutcome, FileRenderer, FilesResult } from '../types.ts';
import {
  controlSteps,
  controlStop,
  type ErrorData,
  type FileTask,
  fromErrorData,
  fromSystemErrorData,
  type SystemErrorData,
  type Task,
} from './messages.ts';
import { graceMs, lost, tookTooLong } from './pool-errors.ts';
import { defaultPoolLimits } from './pool-limits.ts';
import { keepTexts } from './template-texts.ts';
import { openThreads } from './threads.ts';

export interface FileRendererOptions {
  /** Most threads; one is started at once. */
  readonly threads: number;
  /** Largest heap of a thread. */
  readonly threadHeapMb?: number;
  /** Of the built pool, where this module itself is not built. */
  readonly folder?: URL | undefined;
}

type MadeFiles = { readonly outcomes: readonly FileOutcome<ErrorData>[]; readonly fault?: SystemErrorData; readonly ms: number };

interface Pending {
  resolve(value: unknown): void;
  reject(error: PdfgenError): void;
}

/** Starts the first thread. */
export function createFileRenderer({
  threads,
  threadHeapMb = defaultPoolLimits(threads).threadHeapMb,
  folder = new URL('./', import.meta.url),
}: FileRendererOptions): FileRenderer {
  const pending = new Map<number, Pending>();
  const toText = keepTexts();
  let nextId = 1;
  const opened = openThreads({ threads, startAtOnce: 1, threadHeapMb, file: new URL('thread.js', folder) }, (message) => {
    const of = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'died') of?.reject(lost('thread-died', message.reason));
    else if ('value' in message.outcome) of?.resolve(message.outcome.value);
    else of?.reject(fromErrorData(message.outcome.error));
  });
  const run = (id: number, task: Task | FileTask): Promise<unknown> =>
    new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      opened.run(id, task);
    });

  return {
    prepare(template) {
      run(nextId++, { kind: 'lint', template: toText(template) }).catch(() => {}); // documents tell what is wrong with it
    },
    async renderFiles({ template, limits, ...request }, signal) {
      const control = new Int32Array(new SharedArrayBuffer(8));
      const id = nextId++;
      const limitMs = limits.validationMs + limits.renderMs + graceMs;
      let tooLong: PdfgenError | undefined;
      let timer: NodeJS.Timeout | undefined;
      /** A thread keeps its own time limits; one that ends no document for longer is ended. */
      const watch = (): void => {
        const before = Atomics.load(control, controlSteps);
        timer = setTimeout(() => {
          const now = Atomics.load(control, controlSteps);
          if (now === 0 || now > before) return watch();
          tooLong = tookTooLong('render');
          opened.stop(id);
        }, limitMs);
      };
      const stop = (): void => {
        Atomics.store(control, controlStop, 1);
        clearTimeout(timer);
        timer = setTimeout(() => opened.stop(id), graceMs);
      };
      // One signal is of all calls at a time, and Node warns of more than ten listeners.
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', stop, { once: true });
      watch();
      try {
        signal?.throwIfAborted();
        return toResult(
          (await run(id, { kind: 'renderFiles', ...request, template: toText(template), limits, control })) as MadeFiles,
        );
      } catch (error) {
        // One that hears nothing of the signal is ended with its thread.
        throw tooLong ?? (signal?.aborted ? signal.reason : error);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      await opened.close();
    },
  };
}

function toResult({ outcomes, fault, ms }: MadeFiles): FilesResult {
  return {
    outcomes: outcomes.map((one) => ('error' in one ? { error: fromErrorData(one.error) } : one)),
    fault: fault && fromSystemErrorData(fault),
    ms,
  };
}
