// The process that renders the jobs of a workspace: one for each, started when a job is made, ended when it has been idle.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Sees to it that a worker runs: a second one ends at once, and one that is about to end looks for jobs after it has let go of its
 * lock. It outlives this process and its terminal; what it says goes to `.pdfgen/worker.log`.
 */
export function startBackgroundWorker(workspace: string): void {
  const folder = join(workspace, '.pdfgen');
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, 'worker.log'), 'a', 0o600);
  const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'worker', '--store', workspace, '--local'], {
    cwd: workspace,
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  child.unref();
}
