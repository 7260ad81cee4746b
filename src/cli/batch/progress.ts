// How a run goes: one line that is redrawn on a terminal, a line now and then in a log.
import type { CommandContext } from '../context.ts';
import { isLively, type OutputStream } from '../io/io.ts';

export interface Progress {
  /** One more document is there, or failed. */
  count(hasFailed: boolean): void;
  /** Takes the line away, so that something else can be printed. */
  end(): void;
}

const redrawEveryMs = 100;
const logEveryMs = 10_000;
/** The rate is that of the last seconds, not of the whole. */
const windowMs = 5_000;

/** Shows the progress of `total` documents on stderr, `label` before it; nothing with --quiet or --json. */
export function startProgress(
  total: number,
  { io, options, errorStyle }: Pick<CommandContext, 'io' | 'options' | 'errorStyle'>,
  label?: string,
): Progress {
  if (options.quiet || options.json || total === 0) return { count() {}, end() {} };
  const isLive = isLively(io.stderr, io.env);
  const startMs = performance.now();
  const marks: { readonly ms: number; readonly done: number }[] = [{ ms: startMs, done: 0 }];
  let done = 0;
  let failed = 0;
  const describe = (): string => {
    const now = performance.now();
    while (marks.length > 1 && now - marks[0]!.ms > windowMs) marks.shift();
    const { ms, done: before } = marks[0]!;
    const perSecond = ((done - before) / Math.max(1, now - ms)) * 1000;
    marks.push({ ms: now, done });
    const facts = [`${label === undefined ? '' : `${label}: `}${grouped(done)} of ${grouped(total)}`];
    if (failed > 0) facts.push(errorStyle.red(`${grouped(failed)} failed`));
    if (done > 0 && perSecond > 0) facts.push(`${perSecond < 10 ? perSecond.toFixed(1) : grouped(Math.round(perSecond))}/s`);
    if (done > 0 && done < total && perSecond > 0) facts.push(`${duration((total - done) / perSecond)} left`);
    return facts.join(' · ');
  };
  const show = isLive
    ? () => io.stderr.write(`\r\u001b[2K${bar(done / total, io.stderr)}${describe()}`)
    : () => io.stderr.write(`${describe()}\n`);
  const timer = setInterval(show, isLive ? redrawEveryMs : logEveryMs);
  timer.unref();
  return {
    count(hasFailed) {
      done++;
      if (hasFailed) failed++;
    },
    end() {
      clearInterval(timer);
      if (isLive) io.stderr.write('\r\u001b[2K');
    },
  };
}

/** Left out where the terminal is narrow. */
function bar(share: number, { columns }: OutputStream): string {
  const width = Math.min(30, columns - 50);
  if (width < 10) return '';
  const full = Math.round(share * width);
  return `${'━'.repeat(full)}${'╌'.repeat(width - full)} `;
}

/** `1 document`, `1,000 documents`. */
export const documentsText = (count: number): string => `${grouped(count)} ${count === 1 ? 'document' : 'documents'}`;

export const grouped = (count: number): string => count.toLocaleString('en-US');

/** `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
