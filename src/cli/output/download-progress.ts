// Shows how much of a download has arrived: one redrawn line on a terminal, a line now and then in a log.
import type { CommandContext } from '../context.ts';
import { isLively } from '../io/io.ts';
import { sizeOf } from './size-of.ts';

const redrawEveryMs = 200;
const logEveryMs = 10_000;

/** Does the work, which passes its download through `count`; prints nothing with --quiet or --json. */
export async function withDownloadProgress<T>(
  { io, options }: Pick<CommandContext, 'io' | 'options'>,
  work: (count: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (options.quiet || options.json) return work((chunks) => chunks);
  const isLive = isLively(io.stderr, io.env);
  let bytes = 0;
  const timer = setInterval(
    () => {
      const text = bytes === 0 ? 'Waiting for the file' : `${sizeOf(bytes)} so far`;
      io.stderr.write(isLive ? `\r\u001b[2K${text}` : `${text}\n`);
    },
    isLive ? redrawEveryMs : logEveryMs,
  );
  timer.unref();
  try {
    return await work(async function* (chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        yield chunk;
      }
    });
  } finally {
    clearInterval(timer);
    if (isLive) io.stderr.write('\r\u001b[2K');
  }
}
