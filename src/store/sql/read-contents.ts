// Reads what an embedded template holds.
import type { Contents } from '../kept-revisions.ts';
import { type ContentsRows, toContents } from './embedded-rows.ts';
import { all, type Work } from './work.ts';

export function* readContents(teamId: string, uuid: string): Work<Contents> {
  const rows = <Kind extends keyof ContentsRows>(sql: string) => all<ContentsRows[Kind][number]>(sql, [teamId, uuid]);
  return toContents({
    uploads: yield* rows<'uploads'>('SELECT name, entry FROM embedded_uploads WHERE team_id = $1 AND uuid = $2'),
    drafts: yield* rows<'drafts'>(
      'SELECT octet_length(pages) AS bytes, uploads FROM embedded_drafts WHERE team_id = $1 AND uuid = $2',
    ),
    revisions: yield* rows<'revisions'>(
      `SELECT revision, octet_length(document) AS bytes, assets FROM embedded_revisions
       WHERE team_id = $1 AND uuid = $2 AND superseded_ms IS NULL ORDER BY revision DESC`,
    ),
  });
}
