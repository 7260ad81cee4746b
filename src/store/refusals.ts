// The errors that every driver of the state store raises in the same words.

import { PdfgenError, quotaExceeded } from '../contract/errors.ts';
import { lifeOf } from '../contract/life-times.ts';
import { counted } from '../words/counts.ts';
import { leastUploadBytes } from './kept-revisions.ts';
import type { Created, Idempotency, Setback } from './state-store.ts';

/** Raises QUOTA_EXCEEDED if a team with `n` unfinished jobs may not have `more` further jobs. */
export function checkUnfinished(n: number, more: number, maxUnfinished: number): void {
  if (n + more <= maxUnfinished) return;
  throw quotaExceeded(
    `The team has ${counted(n, 'unfinished job')} and may have ${maxUnfinished}; ${more} more would be too many. Wait until some have ended.`,
    { limit: maxUnfinished, remaining: Math.max(0, maxUnfinished - n) },
    10,
  );
}

/** Raises QUOTA_EXCEEDED if a pair holds `held` bytes and may not hold a further file. */
export function checkUploads(held: number, bytes: number, maxBytes: number): void {
  if (held + Math.max(bytes, leastUploadBytes) <= maxBytes) return;
  throw quotaExceeded(
    'The files uploaded for this embedded template, its earlier revisions and its draft would hold more than ' +
      `${maxBytes} bytes (limit maxUploadBytes; a small file counts ${leastUploadBytes}). Use the files that are already uploaded, or wait: ` +
      `files that neither a kept revision nor the draft uses are deleted after ${lifeOf('upload')}.`,
    { limit: maxBytes, remaining: Math.max(0, maxBytes - held) },
    3_600,
  );
}

export interface KeyColumns extends Created {
  readonly hash: string;
}

/** What the earlier call with the key made. Raises IDEMPOTENCY_CONFLICT if that call had another hash. */
export function repeatOf(row: KeyColumns, { hash }: Idempotency): Created {
  if (row.hash === hash) return { kind: row.kind, uuid: row.uuid };
  throw new PdfgenError(
    'IDEMPOTENCY_CONFLICT',
    `Another request used this Idempotency-Key within the last ${lifeOf('key')}. Send the same request again, or use a new key.`,
  );
}

/** Raises DATA_EXPIRED if the data of some of the items to retry are gone. */
export function checkRetried(missed: number, kept: number): void {
  if (kept >= missed) return;
  throw new PdfgenError(
    'DATA_EXPIRED',
    `The data of ${missed - kept} of the ${missed} failed and canceled items is gone, because it is kept for only ${lifeOf('data')}. Send a new batch with these items.`,
  );
}

export function dataOfJobGone(): PdfgenError {
  return new PdfgenError(
    'DATA_EXPIRED',
    `The data of the job is gone, because it is kept for only ${lifeOf('data')}, or until the job is deleted. Send a new job with this data.`,
  );
}

export function batchIsChanging(): PdfgenError {
  return new PdfgenError('BATCH_NOT_FINISHED', 'The batch of the job is being stored or canceled. Try again.', { retryAfter: 1 });
}

export function tookTooLong(): PdfgenError {
  return new PdfgenError('OVERLOADED', 'Storing the batch took too long. No job was created. Try again.', { retryAfter: 1 });
}

/** Why a job fails after too many setbacks. */
export function detailOf(setback: Setback, times: number): string {
  const what = setback === 'thread-died' ? 'The render thread ended unexpectedly' : 'The process that rendered the job was lost';
  return `${what} ${counted(times, 'time')}. The job is not tried again. It may need too much memory: use less data or smaller images.`;
}

export function unknownClone(uuid: string): PdfgenError {
  return new PdfgenError('EMBEDDED_TEMPLATE_NOT_FOUND', `There is no embedded template ${uuid}. It may have been deleted.`);
}

export function unknownTeam(id: string): PdfgenError {
  return new PdfgenError('NOT_FOUND', `There is no team "${id}". List them with: pdfgen teams list`);
}

export function teamExists(name: string): PdfgenError {
  return new PdfgenError('INVALID_REQUEST', `There is already a team "${name}". Choose another name.`);
}

/** Raises QUOTA_EXCEEDED if a team with `n` webhooks may not have another. */
export function checkWebhooks(n: number, maxWebhooks: number): void {
  if (n < maxWebhooks) return;
  throw quotaExceeded(`The team has ${counted(n, 'webhook')} and may have ${maxWebhooks}. Delete a webhook first.`, {
    limit: maxWebhooks,
    remaining: 0,
  });
}

export function callbacksExist(): PdfgenError {
  return new PdfgenError(
    'INVALID_REQUEST',
    'The team has a webhook for callbacks already. To change its secret, rotate it; to begin anew, delete it first.',
  );
}

/** Raises INVALID_REQUEST if a newer program made the database. */
export function checkForm(found: number, known: number): void {
  if (found <= known) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `The database has format ${found}, made by a newer pdfgen. This program reads formats up to ${known}. ` +
      'Use the newer program, or restore an earlier backup.',
  );
}

export function resultLost(): PdfgenError {
  return new PdfgenError('RESULT_LOST', 'The stored result is missing or damaged. Render the document again.');
}
