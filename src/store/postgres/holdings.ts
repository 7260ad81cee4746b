// Reads what an embedded template holds.

import { type HoldingRows, toHoldings } from '../embedded-rows.ts';
import type { Holdings } from '../kept-revisions.ts';
import type { Statements } from './database.ts';

export async function readHoldings(statements: Statements, teamId: string, uuid: string): Promise<Holdings> {
  const rows = <Kind extends keyof HoldingRows>(sql: string) => statements.all<HoldingRows[Kind][number]>(sql, [teamId, uuid]);
  return toHoldings({
    uploads: await rows<'uploads'>('SELECT name, entry FROM embedded_uploads WHERE team_id = $1 AND uuid = $2'),
    drafts: await rows<'drafts'>(
      'SELECT octet_length(pages) AS bytes, uploads FROM embedded_drafts WHERE team_id = $1 AND uuid = $2',
    ),
    revisions: await rows<'revisions'>(
      `SELECT revision, octet_length(document) AS bytes, assets FROM embedded_revisions
       WHERE team_id = $1 AND uuid = $2 AND superseded_ms IS NULL ORDER BY revision DESC`,
    ),
  });
}
