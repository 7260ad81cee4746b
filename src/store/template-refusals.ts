// The errors that every driver of the template store raises in the same words.

import { type Breach, PdfgenError, quotaExceeded } from '../contract/errors.ts';
import { pointerStep } from '../json/json-pointer.ts';
import { counted } from '../words/counts.ts';
import { findNameFault } from './asset-name.ts';
import type { Precondition } from './template-store.ts';

/** Most versions of one template. They are listed at once, so they must not grow without end. */
const mostVersions = 5_000;

/** Raises QUOTA_EXCEEDED if a template whose newest version is `highest` has no room for `more` versions. */
export function checkRoom(highest: number, more: number): void {
  if (highest + more <= mostVersions) return;
  throw quotaExceeded(
    `The template has reached its limit of ${mostVersions} versions. Create a new template with its content and another UUID.`,
    { limit: mostVersions, remaining: 0 },
  );
}

export function tooManyTemplates(maxTemplates: number): PdfgenError {
  return quotaExceeded(
    `The team has reached its limit of ${counted(maxTemplates, 'template')}. Delete templates that are no longer needed.`,
    {
      limit: maxTemplates,
      remaining: 0,
    },
  );
}

export function templateNotFound(uuid: string): PdfgenError {
  return new PdfgenError(
    'TEMPLATE_NOT_FOUND',
    `There is no template with the UUID ${uuid}. List them with: pdfgen templates list`,
  );
}

export function slugTaken(slug: string): PdfgenError {
  return new PdfgenError('SLUG_TAKEN', `The slug "${slug}" is taken. Choose another slug.`);
}

export function templateExists(slug: string, uuid: string): PdfgenError {
  return new PdfgenError('TEMPLATE_EXISTS', `The template "${slug}" already has the UUID ${uuid}.`);
}

export function noSuchVersion(slug: string, version: number): PdfgenError {
  return new PdfgenError('TEMPLATE_NOT_FOUND', `The template "${slug}" has no recorded version ${version}.`);
}

export function notRecorded(uuid: string, version: number): PdfgenError {
  return new PdfgenError('TEMPLATE_NOT_FOUND', `There is no recorded version ${version} of the template ${uuid}.`);
}

/** Raises REVISION_CONFLICT if the current version is not an expected one. `version` null: the current content is not recorded. */
export function checkPrecondition(slug: string, version: number | null, precondition: Precondition): void {
  if (precondition === undefined || precondition === 'any') return;
  if (version !== null && precondition.includes(version)) return;
  const stands = version === null ? 'has changes that are not recorded' : `is at version ${version}`;
  throw new PdfgenError(
    'REVISION_CONFLICT',
    `If-Match does not match: the template "${slug}" ${stands}. Read it again and repeat the change.`,
  );
}

/**
 * Finds the stored file of each name. Raises TEMPLATE_INVALID with an error for each missing or misnamed file. `hashes`: SHA-256 by name.
 * `findFile` gives undefined if there are no such bytes.
 */
export function findFiles<File>(
  hashes: Readonly<Record<string, string>>,
  findFile: (name: string, sha256: string) => File | undefined,
): Readonly<Record<string, File>> {
  const files: Record<string, File> = {};
  const errors: Breach[] = [];
  for (const [name, sha256] of Object.entries(hashes)) {
    const file = findFile(name, sha256);
    const fault = findNameFault(name);
    if (fault === undefined && file !== undefined) files[name] = file;
    else errors.push(toBreach(name, sha256, fault ?? `is not stored. Upload its bytes first: ${sha256}`));
  }
  if (errors.length > 0) {
    const names = errors.map(({ params }) => String(params.name)).join(', ');
    throw new PdfgenError('TEMPLATE_INVALID', `Files of the template are missing or misnamed: ${names}`, { errors });
  }
  return files;
}

function toBreach(name: string, sha256: string, message: string): Breach {
  const path = `/assets${pointerStep(name)}`;
  return {
    path,
    message: `${JSON.stringify(name)} ${message}`,
    keyword: 'missing-asset',
    params: { name, sha256 },
    schemaPath: '',
  };
}
