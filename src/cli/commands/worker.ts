// pdfgen worker
import { Command } from 'commander';
import type { CliCommand } from '../command.ts';
import { toLine } from '../io/io.ts';
import { UsageError } from '../usage-error.ts';

const help = `
Examples:
  pdfgen worker                     renders the jobs of the workspace until there are no more

\`pdfgen generate async\` starts one by itself, in the background; it ends after a minute without a job. What it does stands in
.pdfgen/worker.log of the workspace. A second worker on one workspace ends at once.

Exit codes:
  0    there is nothing more to do, or another worker does it
  2    there is no workspace here
  130  interrupted; what ran is handed back`;

const defaultIdleSeconds = 60;

export const worker: CliCommand = {
  create: () =>
    new Command('worker')
      .description('Renders the jobs of the workspace.')
      .option('--threads <n>', 'documents at once (default: as many as there are cores)')
      .option('--idle <seconds>', `end after so long without a job (default: ${defaultIdleSeconds})`)
      .addHelpText('after', help),
  isLocal: true,
  async run(context, _args, { threads, idle }) {
    const { workspace } = context;
    if (workspace === undefined) throw new UsageError('There is no pdfgen workspace here. Make one with: pdfgen init');
    const { runWorkspaceWorker } = await import('../../engine/run-workspace-worker.ts');
    const hasWorked = await runWorkspaceWorker({
      workspace,
      threads: threads === undefined ? undefined : readNumber('--threads', String(threads), 256),
      idleMs: (idle === undefined ? defaultIdleSeconds : readNumber('--idle', String(idle), 86_400)) * 1000,
      signal: context.signal,
      log: ({ kind, uuid, detail }) =>
        context.say(toLine([new Date().toISOString(), kind, uuid, detail].filter(Boolean).join(' '))),
    });
    if (!hasWorked) context.say('Another worker renders the jobs of this workspace.');
    return context.signal.aborted ? 130 : 0;
  },
};

function readNumber(flag: string, text: string, most: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`${flag} must be a whole number from 1 to ${most}, got ${JSON.stringify(text)}`);
  return Number(text);
}
