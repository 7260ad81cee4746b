// The drafts of one team's embedded templates.

import { checkDelete, checkWrite, type EditorDrafts, uploadNames } from '../editor-drafts.ts';
import { type DraftRow, toDraft } from '../embedded-rows.ts';
import { unknownClone } from '../refusals.ts';
import type { SqliteDatabase } from './database.ts';

export function createEditorDrafts(database: SqliteDatabase, teamId: string, now: () => number): EditorDrafts {
  return {
    async find(uuid) {
      const row = database.first<DraftRow>(
        'SELECT number, revision, saved_ms, pages FROM embedded_drafts WHERE team_id = ? AND uuid = ?',
        [teamId, uuid],
      );
      return row && toDraft(row);
    },
    async write(uuid, { revision, pages }, over) {
      return database.transaction(() => {
        const clone = database.first<{ revision: number; reset_revision: number }>(
          'SELECT revision, reset_revision FROM embedded_templates WHERE team_id = ? AND uuid = ? AND deleted_ms IS NULL',
          [teamId, uuid],
        );
        if (!clone) throw unknownClone(uuid);
        const place = {
          revision: clone.revision,
          resetRevision: clone.reset_revision,
          draft: findDraftNumber(database, teamId, uuid),
        };
        checkWrite(place, revision, over);
        const savedMs = now();
        const { number } = database.first<{ number: number }>(
          'UPDATE embedded_templates SET last_draft = last_draft + 1 WHERE team_id = ? AND uuid = ? RETURNING last_draft AS number',
          [teamId, uuid],
        )!;
        const uploads = database.all<{ name: string }>(
          `UPDATE embedded_uploads SET kept_ms = ?
           WHERE team_id = ? AND uuid = ? AND name IN (SELECT value FROM json_each(?)) RETURNING name`,
          [savedMs, teamId, uuid, JSON.stringify(uploadNames(pages))],
        );
        database.run(
          `INSERT OR REPLACE INTO embedded_drafts (team_id, uuid, number, revision, saved_ms, uploads, pages)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [teamId, uuid, number, revision, savedMs, JSON.stringify(uploads.map(({ name }) => name)), pages],
        );
        return { number, revision, savedMs };
      });
    },
    async delete(uuid, match) {
      database.transaction(() => {
        checkDelete(findDraftNumber(database, teamId, uuid), match);
        removeDraft(database, teamId, uuid);
      });
    },
  };
}

/** The number of the draft of a clone. */
export function findDraftNumber(database: SqliteDatabase, teamId: string, uuid: string): number | undefined {
  const sql = 'SELECT number FROM embedded_drafts WHERE team_id = ? AND uuid = ?';
  return database.first<{ number: number }>(sql, [teamId, uuid])?.number;
}

export function removeDraft(database: SqliteDatabase, teamId: string, uuid: string): void {
  database.run('DELETE FROM embedded_drafts WHERE team_id = ? AND uuid = ?', [teamId, uuid]);
}

/** Lets the draft of a clone keep an upload that it named before the upload came. */
export function noteUpload(database: SqliteDatabase, teamId: string, uuid: string, name: string): void {
  database.run(
    `UPDATE embedded_drafts SET uploads = json_insert(uploads, '$[#]', ?)
     WHERE team_id = ? AND uuid = ? AND instr(pages, ?) > 0 AND NOT EXISTS (SELECT 1 FROM json_each(uploads) WHERE value = ?)`,
    [name, teamId, uuid, name, name],
  );
}
