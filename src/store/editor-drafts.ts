// The port of drafts: work on an embedded template that is not saved yet. Every driver passes test/store/editor-drafts.suite.ts.

import { PdfgenError } from '../contract/errors.ts';
import { lifeOf } from '../contract/life-times.ts';

export interface DraftRecord {
  /** Counts the writes of drafts of the embedded template. No number comes twice, also not after a draft has ended. */
  readonly number: number;
  /** The revision that the draft is based on. */
  readonly revision: number;
  readonly savedMs: number;
  /** The pages as the author wrote them: any text. */
  readonly pages: string;
}

/** Which drafts may be changed: any one, or those with these numbers. */
export type DraftMatch = 'any' | readonly number[];

/** The drafts of a team, at most one for each embedded template. `uuid` names the embedded template. */
export interface EditorDrafts {
  find(uuid: string): Promise<DraftRecord | undefined>;
  /**
   * Writes the draft, and keeps the uploads that it names. `over`: the draft that it overwrites; 'none': there must be no draft. Raises
   * EMBEDDED_TEMPLATE_NOT_FOUND, DRAFT_ENDED, REVISION_CONFLICT, and INVALID_REQUEST for a revision that never was.
   */
  write(
    uuid: string,
    draft: Pick<DraftRecord, 'revision' | 'pages'>,
    over: DraftMatch | 'none',
  ): Promise<Omit<DraftRecord, 'pages'>>;
  /** Raises DRAFT_NOT_FOUND, REVISION_CONFLICT. */
  delete(uuid: string, match: DraftMatch): Promise<void>;
}

/** What a driver knows of an embedded template before it writes a draft. */
export interface DraftPlace {
  /** The current revision. */
  readonly revision: number;
  /** The revision that the latest reset made. 0: there was no reset. */
  readonly resetRevision: number;
  /** Number of the draft. Undefined: no draft. */
  readonly draft: number | undefined;
}

/** Raises the errors of `write` but the first. */
export function checkWrite(place: DraftPlace, revision: number, over: DraftMatch | 'none'): void {
  if (revision > place.revision) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `/revision is ${revision}, but the embedded template is at revision ${place.revision}. Name the revision that the draft is based on.`,
    );
  }
  if (revision < place.resetRevision) {
    throw new PdfgenError(
      'DRAFT_ENDED',
      `The embedded template was reset, which made revision ${place.resetRevision} and ended every draft of an earlier one. ` +
        'Get the template again, and begin a draft of it.',
    );
  }
  if (over === 'none' ? place.draft !== undefined : !isMatch(place.draft, over)) throw draftConflict(place.draft);
}

/** Raises the errors of `delete`. */
export function checkDelete(draft: number | undefined, match: DraftMatch): void {
  if (draft === undefined) throw noDraft();
  if (!isMatch(draft, match)) throw draftConflict(draft);
}

export const noDraft = (): PdfgenError =>
  new PdfgenError(
    'DRAFT_NOT_FOUND',
    'The embedded template has no draft. Begin one with PUT /editor/v1/draft and the header If-None-Match: *',
  );

function isMatch(draft: number | undefined, match: DraftMatch): boolean {
  return draft !== undefined && (match === 'any' || match.includes(draft));
}

function draftConflict(draft: number | undefined): PdfgenError {
  return new PdfgenError(
    'REVISION_CONFLICT',
    draft === undefined
      ? `There is no draft any more: it was saved, dropped, or not written for ${lifeOf('draft')}. Get the template, and compare it with your work.`
      : `Somebody has written the draft: it has the number ${draft} now. Get it, and compare it with your work.`,
  );
}

/** Names of uploads in the text of a draft. */
export const uploadNames = (pages: string): readonly string[] => [...new Set(pages.match(/asset:[0-9a-f]{64}/g))];
