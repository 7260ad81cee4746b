// `runBatch` of the source, with documents that are rendered in the thread of the test.
import { onTestFinished } from 'vitest';
import type { BatchEvent } from '../../src/batch/batch-event.ts';
import type { BatchOptions } from '../../src/batch/batch-options.ts';
import type { BatchResult } from '../../src/batch/batch-result.ts';
import { runBatch } from '../../src/batch/run-batch.ts';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { createInlineRenderer } from '../../src/renderer/create-inline-renderer.ts';
import { renderFiles } from '../../src/renderer/render-files.ts';
import type { FileRenderer } from '../../src/renderer/renderer.ts';

export interface RunOptions extends Partial<BatchOptions> {
  readonly resume?: string;
  /** Default: the folder of the workspace. */
  readonly cwd?: string;
  readonly onEvent?: (event: BatchEvent) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** Opens the workspace `cwd`; gives a function that runs a batch of its template `note`. */
export async function openBatches(cwd: string): Promise<(options: RunOptions) => Promise<BatchResult>> {
  const renderer = createInlineRenderer();
  const inThread: FileRenderer = {
    prepare() {},
    useThreads() {},
    async renderFiles(request, signal) {
      const files = { ...request, isStopped: () => signal?.aborted === true, onDone() {} };
      return (await renderFiles(renderer, files)) as Awaited<ReturnType<FileRenderer['renderFiles']>>;
    },
    async close() {},
  };
  const engine = await createLocalEngine({ workspace: cwd }, { renderer, openFileRenderer: async () => inThread });
  onTestFinished(() => engine.close());
  return ({ input, resume, ...options }) => {
    const common = { engine, template: 'note', cwd, ...options };
    return resume === undefined
      ? runBatch({ ...common, input: input! })
      : runBatch({ ...common, resume, ...(input && { input }) });
  };
}
