// `pdfgen sign` with the keys of tests, and what it has signed.
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { type CliResult, runCli } from './run-cli.ts';
import { builtFolder } from './run-program.ts';

/** The program as it is built: the command signs in a thread. */
export const { run: program } = (await import(new URL('main.js', builtFolder).href)) as typeof import('../../src/cli/main.ts');

/** The folder of the keys. Their password is in `password.txt`. */
export const keys = fileURLToPath(new URL('../sign/keys', import.meta.url));

export async function makePdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([200, 100]).drawText('To be signed', { x: 10, y: 40 });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Signs a file of a folder, by default to `signed.pdf`. */
export async function sign(cwd: string, file: string, p12: string, ...more: readonly string[]): Promise<CliResult> {
  const env = { SOURCE_DATE_EPOCH: '1800000000' };
  const password = ['--password-file', join(keys, 'password.txt')];
  return runCli(['sign', file, '--p12', join(keys, p12), ...password, '-o', 'signed.pdf', ...more], { cwd, env, program });
}

/** Signs the signed file once more. */
export async function signAgain(cwd: string, p12: string, ...more: readonly string[]): Promise<CliResult> {
  const result = await sign(cwd, 'signed.pdf', p12, ...more, '-o', 'again.pdf');
  if (result.exitCode === 0) renameSync(join(cwd, 'again.pdf'), join(cwd, 'signed.pdf'));
  return result;
}

/** What poppler says of the signatures. */
export const pdfsig = (cwd: string, file = 'signed.pdf') => execFileSync('pdfsig', ['-nocert', file], { cwd, encoding: 'utf8' });
export const valid = 'Signature Validation: Signature is Valid.';
