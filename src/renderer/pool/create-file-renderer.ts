// Renders documents to files in threads of this process. It serves one command: a thread that fails harms nobody else.
import { setMaxListeners } from 'node:events';
import type { PdfgenError } from '../../contract/errors.ts';
import { completeSettings } from '../../settings/server-settings.ts';
import type { FileOutcome, FileRenderer, FilesResult } from '../renderer.ts';
import { callTable, limitOfCall } from './call-table.ts';
import {
  controlSteps,
  controlStop,
  type ErrorData,
  type FileTask,
  fromErrorData,
  fromSystemErrorData,
  type SystemErrorData,
  settle,
  type Task,
  toTask,
} from './messages.ts';
import { graceMs, tookTooLong } from './pool-errors.ts';
import { keepTexts } from './template-texts.ts';
import { openThreads } from './threads.ts';

export interface FileRendererOptions {
  /** Most threads. The first starts at once. */
  readonly threads: number;
  /** Largest heap of a thread. */
  readonly threadMemoryMb?: number;
  /** Folder of the built pool, when this module runs from its source. */
  readonly folder?: URL | undefined;
}

type MadeFiles = { readonly outcomes: readonly FileOutcome<ErrorData>[]; readonly fault?: SystemErrorData; readonly ms: number };

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts the first thread. */
export function createFileRenderer({
  threads,
  threadMemoryMb = completeSettings().threadMemoryMb,
  folder = new URL('./', import.meta.url),
}: FileRendererOptions): FileRenderer {
  const pending = new Map<number, PendingCall>();
  const toText = keepTexts();
  let nextId = 1;
  const opened = openThreads(
    { threads, startAtOnce: 1, limit: 1, threadMemoryMb, file: new URL('thread.js', folder) },
    (message) => {
      const of = pending.get(message.id);
      pending.delete(message.id);
      if (of) settle(of, message);
    },
  );
  const run = (id: number, task: Task | FileTask): Promise<unknown> =>
    new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      opened.run(id, task);
    });

  return {
    prepare(template) {
      run(nextId++, toTask('lint', { template }, toText)).catch(() => {}); // rendering a document reports the fault
    },
    useThreads: opened.raiseLimit,
    async renderFiles({ template, limits, ...request }, signal) {
      const control = new Int32Array(new SharedArrayBuffer(8));
      const id = nextId++;
      const limitMs = limitOfCall('render', { limits }) + graceMs;
      let tooLong: PdfgenError | undefined;
      let timer: NodeJS.Timeout | undefined;
      /** A thread keeps its own time limits. A thread that ends no document for longer is stopped. */
      const watch = (): void => {
        const before = Atomics.load(control, controlSteps);
        timer = setTimeout(() => {
          const now = Atomics.load(control, controlSteps);
          if (now === 0 || now > before) return watch();
          tooLong = tookTooLong(callTable.render.tooLong);
          opened.stop(id);
        }, limitMs);
      };
      const stop = (): void => {
        Atomics.store(control, controlStop, 1);
        clearTimeout(timer);
        timer = setTimeout(() => opened.stop(id), graceMs);
      };
      // All current calls share one signal, and Node warns of more than ten listeners.
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener('abort', stop, { once: true });
      watch();
      try {
        signal?.throwIfAborted();
        return toResult(
          (await run(id, { kind: 'renderFiles', ...request, template: toText(template), limits, control })) as MadeFiles,
        );
      } catch (error) {
        // A task that does not notice the signal is ended with its thread.
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
