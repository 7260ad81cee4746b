// Inspects in a thread of its own, within bounds of time and memory: the file may be hostile.
import { Worker } from 'node:worker_threads';
import type { PdfFacts } from './facts.ts';
import { UnreadablePdf } from './file/objects.ts';
import type { InspectOptions } from './inspect-pdf.ts';
import type { FromInspectThread, Given } from './inspect-thread.ts';

export interface Bounds {
  readonly timeoutMs: number;
  /** How much larger the process may become. */
  readonly memoryMb: number;
}

const standardBounds: Bounds = { timeoutMs: 120_000, memoryMb: 2048 };
const lookMs = 50;

/** `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises UnreadablePdf. */
export function inspectInThread(
  bytes: Uint8Array,
  options: InspectOptions,
  signal: AbortSignal,
  { timeoutMs, memoryMb }: Bounds = standardBounds,
  folder = new URL('./', import.meta.url),
): Promise<PdfFacts> {
  const thread = new Worker(new URL('inspect-thread.js', folder), {
    workerData: { bytes, ...options } satisfies Given,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // pdf-lib warns of damaged objects on the console.
    stdout: true,
    stderr: true,
  });
  const before = process.memoryUsage.rss();
  const tooMuch = (what: string) => new UnreadablePdf(`asks for more ${what} than the inspection may take`);
  return new Promise<PdfFacts>((resolve, reject) => {
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > memoryMb * 2 ** 20) end(() => reject(tooMuch(`memory (${memoryMb} MB)`)));
    }, lookMs);
    const timer = setTimeout(() => end(() => reject(tooMuch(`time (${timeoutMs / 1000} s)`))), timeoutMs);
    const abort = () => end(() => reject(signal.reason));
    let hasEnded = false;
    const end = (settle: () => void) => {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(look);
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      void thread.terminate().then(settle, settle);
    };
    signal.addEventListener('abort', abort, { once: true });
    thread.once('message', (message: FromInspectThread) =>
      end(() => ('facts' in message ? resolve(message.facts) : reject(new UnreadablePdf(message.unreadable)))),
    );
    thread.once('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`memory (${memoryMb} MB)`) : error)),
    );
    thread.once('exit', () => end(() => reject(new Error('The inspection ended too early.'))));
  });
}
