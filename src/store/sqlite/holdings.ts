// Reads what an embedded template holds.

import { type HoldingRows, toHoldings } from '../embedded-rows.ts';
import type { Holdings } from '../kept-revisions.ts';
import type { SqliteDatabase } from './database.ts';

export function readHoldings(database: SqliteDatabase, teamId: string, uuid: string): Holdings {
  const rows = <Kind extends keyof HoldingRows>(sql: string) => database.all<HoldingRows[Kind][number]>(sql, [teamId, uuid]);
  return toHoldings({
    uploads: rows<'uploads'>('SELECT name, entry FROM embedded_uploads WHERE team_id = ? AND uuid = ?'),
    drafts: rows<'drafts'>('SELECT octet_length(pages) AS bytes, uploads FROM embedded_drafts WHERE team_id = ? AND uuid = ?'),
    revisions: rows<'revisions'>(
      `SELECT revision, octet_length(document) AS bytes, assets FROM embedded_revisions
       WHERE team_id = ? AND uuid = ? AND superseded_ms IS NULL ORDER BY revision DESC`,
    ),
  });
}
