// The drafts of one team's embedded templates.

import { checkDelete, checkWrite, type EditorDrafts, uploadNames } from '../editor-drafts.ts';
import { type DraftRow, toDraft } from '../embedded-rows.ts';
import { unknownClone } from '../refusals.ts';
import type { PostgresDatabase, Statements } from './database.ts';

export function createEditorDrafts(database: PostgresDatabase, teamId: string): EditorDrafts {
  return {
    async find(uuid) {
      const row = await database.first<DraftRow>(
        'SELECT number, revision, saved_ms, pages FROM embedded_drafts WHERE team_id = $1 AND uuid = $2',
        [teamId, uuid],
      );
      return row && toDraft(row);
    },
    write(uuid, { revision, pages }, over) {
      return database.transaction(async (statements) => {
        // The lock makes writes, saves and resets wait for each other.
        const clone = await statements.first<{ revision: number; reset_revision: number }>(
          `SELECT revision, reset_revision FROM embedded_templates
           WHERE team_id = $1 AND uuid = $2 AND deleted_ms IS NULL FOR NO KEY UPDATE`,
          [teamId, uuid],
        );
        if (!clone) throw unknownClone(uuid);
        const draft = await findDraftNumber(statements, teamId, uuid);
        checkWrite({ revision: clone.revision, resetRevision: clone.reset_revision, draft }, revision, over);
        // A sweep that looks at these uploads at the same moment sees the new time, and leaves them.
        const uploads = await statements.all<{ name: string }>(
          `UPDATE embedded_uploads SET kept_ms = now_ms()
           WHERE team_id = $1 AND uuid = $2 AND name = ANY ($3::text[]) RETURNING name`,
          [teamId, uuid, uploadNames(pages)],
        );
        const written = (await statements.first<{ number: number; saved_ms: number }>(
          `WITH numbered AS (
             UPDATE embedded_templates SET last_draft = last_draft + 1 WHERE team_id = $1 AND uuid = $2 RETURNING last_draft)
           INSERT INTO embedded_drafts (team_id, uuid, number, revision, saved_ms, uploads, pages)
           SELECT $1, $2, last_draft, $3, now_ms(), $4, $5 FROM numbered
           ON CONFLICT (team_id, uuid) DO UPDATE SET number = excluded.number, revision = excluded.revision,
             saved_ms = excluded.saved_ms, uploads = excluded.uploads, pages = excluded.pages
           RETURNING number, saved_ms`,
          [teamId, uuid, revision, JSON.stringify(uploads.map(({ name }) => name)), pages],
        ))!;
        return { number: written.number, revision, savedMs: written.saved_ms };
      });
    },
    delete(uuid, match) {
      return database.transaction(async (statements) => {
        const draft = await findDraftNumber(statements, teamId, uuid);
        checkDelete(draft, match);
        await removeDraft(statements, teamId, uuid);
      });
    },
  };
}

/** The number of the draft of a clone. Keeps other transactions from changing the draft. */
export async function findDraftNumber(statements: Statements, teamId: string, uuid: string): Promise<number | undefined> {
  const sql = 'SELECT number FROM embedded_drafts WHERE team_id = $1 AND uuid = $2 FOR UPDATE';
  return (await statements.first<{ number: number }>(sql, [teamId, uuid]))?.number;
}

export async function removeDraft(statements: Statements, teamId: string, uuid: string): Promise<void> {
  await statements.run('DELETE FROM embedded_drafts WHERE team_id = $1 AND uuid = $2', [teamId, uuid]);
}

/** Lets the draft of a clone keep an upload that it named before the upload came. */
export async function noteUpload(statements: Statements, teamId: string, uuid: string, name: string): Promise<void> {
  await statements.run(
    `UPDATE embedded_drafts SET uploads = (uploads::jsonb || to_jsonb($3::text))::text
     WHERE team_id = $1 AND uuid = $2 AND position($3 in pages) > 0 AND NOT jsonb_exists(uploads::jsonb, $3)`,
    [teamId, uuid, name],
  );
}
