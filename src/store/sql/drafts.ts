// The drafts of one team's embedded templates.
import { checkDelete, checkWrite, type DraftRecord, type EditorDrafts, uploadNames } from '../editor-drafts.ts';
import { unknownClone } from '../refusals.ts';
import { type DraftRow, toDraft } from './embedded-rows.ts';
import { all, first, run, type Work, type WorkDatabase } from './work.ts';

export function createEditorDrafts({ perform, transact }: WorkDatabase, teamId: string): EditorDrafts {
  return {
    async find(uuid) {
      const sql = 'SELECT number, revision, saved_ms, pages FROM embedded_drafts WHERE team_id = $1 AND uuid = $2';
      const row = await perform(() => first<DraftRow>(sql, [teamId, uuid]));
      return row && toDraft(row);
    },
    write: (uuid, draft, over) => transact(() => writeDraft(teamId, uuid, draft, over)),
    delete: (uuid, match) =>
      transact(function* () {
        checkDelete(yield* findDraftNumber(teamId, uuid), match);
        yield* removeDraft(teamId, uuid);
      }),
  };
}

function* writeDraft(
  teamId: string,
  uuid: string,
  { revision, pages }: Parameters<EditorDrafts['write']>[1],
  over: Parameters<EditorDrafts['write']>[2],
): Work<Omit<DraftRecord, 'pages'>> {
  // The change makes writes, saves and resets wait for each other. A refusal takes the number back.
  const clone = yield* first<{ revision: number; reset_revision: number; number: number }>(
    `UPDATE embedded_templates SET last_draft = last_draft + 1 WHERE team_id = $1 AND uuid = $2 AND deleted_ms IS NULL
     RETURNING revision, reset_revision, last_draft AS number`,
    [teamId, uuid],
  );
  if (!clone) throw unknownClone(uuid);
  const draft = yield* findDraftNumber(teamId, uuid);
  checkWrite({ revision: clone.revision, resetRevision: clone.reset_revision, draft }, revision, over);
  // A sweep that looks at these uploads at the same moment sees the new time, and leaves them.
  const uploads = yield* all<{ name: string }>(
    `UPDATE embedded_uploads SET kept_ms = now_ms()
     WHERE team_id = $1 AND uuid = $2 AND name IN (SELECT value FROM texts_of($3)) RETURNING name`,
    [teamId, uuid, JSON.stringify(uploadNames(pages))],
  );
  const { saved_ms: savedMs } = (yield* first<{ saved_ms: number }>(
    `INSERT INTO embedded_drafts (team_id, uuid, number, revision, saved_ms, uploads, pages)
     VALUES ($1, $2, $3, $4, now_ms(), $5, $6)
     ON CONFLICT (team_id, uuid) DO UPDATE SET number = excluded.number, revision = excluded.revision,
       saved_ms = excluded.saved_ms, uploads = excluded.uploads, pages = excluded.pages
     RETURNING saved_ms`,
    [teamId, uuid, clone.number, revision, JSON.stringify(uploads.map(({ name }) => name)), pages],
  ))!;
  return { number: clone.number, revision, savedMs };
}

/** The number of the draft of a clone. Keeps other transactions from changing the draft. */
export function* findDraftNumber(teamId: string, uuid: string): Work<number | undefined> {
  const sql = 'SELECT number FROM embedded_drafts WHERE team_id = $1 AND uuid = $2 FOR UPDATE';
  return (yield* first<{ number: number }>(sql, [teamId, uuid]))?.number;
}

export function removeDraft(teamId: string, uuid: string): Work<number> {
  return run('DELETE FROM embedded_drafts WHERE team_id = $1 AND uuid = $2', [teamId, uuid]);
}

/** Lets the draft of a clone keep an upload that it named before the upload came. */
export function* noteUpload(teamId: string, uuid: string, name: string): Work<void> {
  const named = yield* first<{ uploads: string }>(
    `SELECT uploads FROM embedded_drafts WHERE team_id = $1 AND uuid = $2 AND replace(pages, $3, '') <> pages FOR UPDATE`,
    [teamId, uuid, name],
  );
  if (!named) return;
  const uploads = new Set(JSON.parse(named.uploads) as readonly string[]).add(name);
  const sql = 'UPDATE embedded_drafts SET uploads = $3 WHERE team_id = $1 AND uuid = $2';
  yield* run(sql, [teamId, uuid, JSON.stringify([...uploads])]);
}
