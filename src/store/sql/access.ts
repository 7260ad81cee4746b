// Stores teams and the tokens of their calls.
import { isUuid } from '../../words/is-uuid.ts';
import { teamExists, unknownTeam } from '../refusals.ts';
import type { Access, TeamRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import {
  type MetricsTokenRow,
  type TeamRow,
  type TokenOfTeamRow,
  type TokenRow,
  toFoundMetricsToken,
  toMetricsToken,
  toTeam,
  toToken,
  toTokenOfTeam,
} from './access-rows.ts';
import { all, first, run, type Work, type WorkDatabase } from './work.ts';

/** The text if it is a UUID: PostgreSQL refuses to compare other text with one. */
const idOrNull = (text: string): string | null => (isUuid(text) ? text : null);

export function createAccess({ perform }: WorkDatabase): Access {
  return {
    createTeam: (name) => perform(() => createTeam(name)),
    async listTeams() {
      return (await perform(() => all<TeamRow>('SELECT * FROM teams ORDER BY created_ms, id'))).map(toTeam);
    },
    async findTeam(nameOrId) {
      const sql =
        'SELECT * FROM teams WHERE id = $1::uuid OR name = $2 ORDER BY CASE WHEN id = $1::uuid THEN 0 ELSE 1 END LIMIT 1';
      const row = await perform(() => first<TeamRow>(sql, [idOrNull(nameOrId), nameOrId]));
      return row && toTeam(row);
    },
    async setOrigins(teamId, origins) {
      const values = [JSON.stringify(origins), idOrNull(teamId)];
      if ((await perform(() => run('UPDATE teams SET origins = $1 WHERE id = $2', values))) === 0) throw unknownTeam(teamId);
    },
    async createToken({ id, teamId, name, scopes, expiresMs, hash }) {
      const row = await perform(() =>
        first<TokenRow>(
          `INSERT INTO tokens (id, team_id, hash, name, scopes, created_ms, expires_ms)
           SELECT $1::text, id, $3::text, $4::text, $5::text, now_ms(), $6::bigint FROM teams WHERE id = $2 RETURNING *`,
          [id, idOrNull(teamId), hash, name, JSON.stringify(scopes), expiresMs],
        ),
      );
      if (!row) throw unknownTeam(teamId);
      return toToken(row);
    },
    async findToken(hash) {
      const row = await perform(() =>
        first<TokenOfTeamRow & { readonly now: number }>(
          `SELECT tokens.*, teams.name AS team_name, teams.origins AS team_origins, teams.created_ms AS team_created_ms, now_ms() AS now
           FROM tokens JOIN teams ON teams.id = tokens.team_id WHERE hash = $1`,
          [hash],
        ),
      );
      return row && toTokenOfTeam(row, row.now);
    },
    async listTokens(teamId) {
      const ofTeam = teamId === undefined ? '' : 'WHERE team_id = $1';
      const rows = await perform(() =>
        all<TokenRow>(`SELECT * FROM tokens ${ofTeam} ORDER BY created_ms, id`, teamId === undefined ? [] : [idOrNull(teamId)]),
      );
      return rows.map(toToken);
    },
    async createMetricsToken({ id, name, expiresMs, hash }) {
      const sql =
        'INSERT INTO metrics_tokens (id, hash, name, created_ms, expires_ms) VALUES ($1, $2, $3, now_ms(), $4) RETURNING *';
      return toMetricsToken((await perform(() => first<MetricsTokenRow>(sql, [id, hash, name, expiresMs])))!);
    },
    async findMetricsToken(hash) {
      const sql = 'SELECT *, now_ms() AS now FROM metrics_tokens WHERE hash = $1';
      const row = await perform(() => first<MetricsTokenRow & { readonly now: number }>(sql, [hash]));
      return row && toFoundMetricsToken(row, row.now);
    },
    async listMetricsTokens() {
      const rows = await perform(() => all<MetricsTokenRow>('SELECT * FROM metrics_tokens ORDER BY created_ms, id'));
      return rows.map(toMetricsToken);
    },
    async revokeToken(id) {
      const revokeIn = async (table: string) =>
        (await perform(() => run(`UPDATE ${table} SET revoked_ms = now_ms() WHERE id = $1 AND revoked_ms IS NULL`, [id]))) > 0;
      return (await revokeIn('tokens')) || (await revokeIn('metrics_tokens'));
    },
  };
}

function* createTeam(name: string): Work<TeamRecord> {
  const { now } = (yield* first<{ now: number }>('SELECT now_ms() AS now'))!;
  const team: TeamRecord = { id: createUuid(now), name, createdMs: now, origins: [] };
  const made = yield* run(
    `INSERT INTO teams (id, name, origins, created_ms) SELECT $1::uuid, $2::text, '[]', $3::bigint
     WHERE NOT EXISTS (SELECT 1 FROM teams WHERE id = $4::uuid) ON CONFLICT (name) DO NOTHING`,
    [team.id, name, now, idOrNull(name)],
  );
  if (made === 0) throw teamExists(name);
  return team;
}
