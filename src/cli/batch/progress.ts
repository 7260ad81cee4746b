// Shows the progress of a run: one redrawn line on a terminal, a line now and then in a log.
import { grouped } from '../../words/counts.ts';
import { durationText } from '../command-line/duration.ts';
import type { CommandContext } from '../context.ts';
import { isLively, type OutputStream } from '../io/io.ts';
import { createPace } from './pace.ts';

export interface Progress {
  /** One more document is made, failed, or existed already. */
  count(state: 'made' | 'failed' | 'kept'): void;
  /** Removes the line, so that something else can be printed. */
  end(): void;
}

const redrawEveryMs = 100;
const logEveryMs = 10_000;

/** Shows the progress of `total` documents on stderr, after `label`; nothing with --quiet or --json. */
export function startProgress(
  total: number,
  { io, options, errorStyle }: Pick<CommandContext, 'io' | 'options' | 'errorStyle'>,
  label?: string,
): Progress {
  if (options.quiet || options.json || total === 0) return { count() {}, end() {} };
  const isLive = isLively(io.stderr, io.env);
  const pace = createPace();
  let done = 0;
  let failed = 0;
  const describe = (): string => {
    const facts = [`${label === undefined ? '' : `${label}: `}${grouped(done)} of ${grouped(total)}`];
    if (failed > 0) facts.push(errorStyle.red(`${grouped(failed)} failed`));
    const found = done < total ? pace.at(performance.now(), total - done) : undefined;
    if (found) {
      const { perSecond, secondsLeft } = found;
      facts.push(
        `${perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond))}/s`,
        `${durationText(secondsLeft)} left`,
      );
    }
    return facts.join(' · ');
  };
  const show = isLive
    ? () => io.stderr.write(`\r\u001b[2K${bar(done / total, io.stderr)}${describe()}`)
    : () => io.stderr.write(`${describe()}\n`);
  const timer = setInterval(show, isLive ? redrawEveryMs : logEveryMs);
  timer.unref();
  return {
    count(state) {
      done++;
      if (state === 'failed') failed++;
      // A kept document takes no time, so it does not count for the pace.
      if (state !== 'kept') pace.made(performance.now());
    },
    end() {
      clearInterval(timer);
      if (isLive) io.stderr.write('\r\u001b[2K');
    },
  };
}

/** Left out on a narrow terminal. */
function bar(share: number, { columns }: OutputStream): string {
  const width = Math.min(30, columns - 50);
  if (width < 10) return '';
  const full = Math.round(share * width);
  return `${'━'.repeat(full)}${'╌'.repeat(width - full)} `;
}
