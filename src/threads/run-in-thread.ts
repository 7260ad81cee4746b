// Does work on a file of somebody else in a thread of its own, within bounds of time and memory: the file may be hostile.
import { type TransferListItem, Worker } from 'node:worker_threads';

export interface ThreadBounds {
  readonly timeoutMs: number;
  /** How much larger the process may become. */
  readonly memoryMb: number;
}

const standardBounds: ThreadBounds = { timeoutMs: 30_000, memoryMb: 2048 };
const lookMs = 50;

/** The work is over its bounds. The message goes on after the name of the file. */
export class OutOfBounds extends Error {
  override readonly name = 'OutOfBounds';
}

export interface ThreadWork {
  /** The built module of the thread. */
  readonly module: URL;
  readonly given: unknown;
  /** Bytes that move to the thread instead of being copied. */
  readonly moved?: readonly TransferListItem[];
  readonly signal: AbortSignal;
  readonly bounds?: Partial<ThreadBounds> | undefined;
}

/** Gives the first message of the thread. Raises OutOfBounds, the reason of the signal, and any error that ends the thread. */
export function runInThread<Answer>({ module, given, moved = [], signal, bounds }: ThreadWork): Promise<Answer> {
  const { timeoutMs, memoryMb } = { ...standardBounds, ...bounds };
  signal.throwIfAborted();
  const thread = new Worker(module, {
    workerData: given,
    transferList: [...moved],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // pdf-lib warns of damaged objects on the console.
    stdout: true,
    stderr: true,
  });
  const before = process.memoryUsage.rss();
  const tooMuch = (what: string) => new OutOfBounds(`asks for more ${what} than this command may take`);
  return new Promise<Answer>((resolve, reject) => {
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > memoryMb * 2 ** 20) end(() => reject(tooMuch(`memory (${memoryMb} MB)`)));
    }, lookMs);
    const timer = setTimeout(
      () =>
        end(() =>
          reject(
            new OutOfBounds(
              `asks for more time (${timeoutMs / 1000} s) than this command may take. Raise the limit with --max-seconds`,
            ),
          ),
        ),
      timeoutMs,
    );
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
    thread.once('message', (answer: Answer) => end(() => resolve(answer)));
    thread.once('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(`memory (${memoryMb} MB)`) : error)),
    );
    thread.once('exit', () => end(() => reject(new Error(`The thread of ${module.pathname} ended too early.`))));
  });
}
