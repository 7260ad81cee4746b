// Starts the process that renders the jobs of a workspace: one process for each workspace, started with a job, ended when it is idle. It outlives the
// command that starts it.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../files/make-folder.ts';

/**
 * Makes sure that a worker runs. A second worker ends at once, and an ending worker looks for jobs again after it has released its lock. The worker
 * outlives this process and its terminal, and logs to `.pdfgen/worker.log`.
 */
export function startBackgroundWorker(workspace: string): void {
  const folder = join(workspace, '.pdfgen');
  makeFolder(folder);
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
