// Stores teams and the tokens of their calls.

import { isUuid } from '../../words/is-uuid.ts';
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
} from '../access-rows.ts';
import { teamExists, unknownTeam } from '../refusals.ts';
import type { Access, TeamRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { PostgresDatabase } from './database.ts';
import { isUnknownReference } from './faults.ts';

export function createAccess(database: PostgresDatabase): Access {
  return {
    async createTeam(name) {
      const { now } = (await database.first<{ now: number }>('SELECT now_ms() AS now'))!;
      const team: TeamRecord = { id: createUuid(now), name, createdMs: now, origins: [] };
      const made = await database.run(
        `INSERT INTO teams (id, name, origins, created_ms) SELECT $1::uuid, $2::text, '[]', $3::bigint
         WHERE NOT EXISTS (SELECT FROM teams WHERE id = $4::uuid) ON CONFLICT (name) DO NOTHING`,
        [team.id, name, now, idOrNull(name)],
      );
      if (made === 0) throw teamExists(name);
      return team;
    },
    async listTeams() {
      return (await database.all<TeamRow>('SELECT * FROM teams ORDER BY created_ms, id')).map(toTeam);
    },
    async findTeam(nameOrId) {
      const row = await database.first<TeamRow>(
        'SELECT * FROM teams WHERE id = $1::uuid OR name = $2 ORDER BY id = $1::uuid DESC LIMIT 1',
        [idOrNull(nameOrId), nameOrId],
      );
      return row && toTeam(row);
    },
    async setOrigins(teamId, origins) {
      const values = [JSON.stringify(origins), idOrNull(teamId)];
      if ((await database.run('UPDATE teams SET origins = $1 WHERE id = $2', values)) === 0) throw unknownTeam(teamId);
    },
    async createToken({ id, teamId, name, scopes, expiresMs, hash }) {
      if (!isUuid(teamId)) throw unknownTeam(teamId);
      try {
        const row = await database.first<TokenRow>(
          `INSERT INTO tokens (id, team_id, hash, name, scopes, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5, now_ms(), $6)
           RETURNING *`,
          [id, teamId, hash, name, JSON.stringify(scopes), expiresMs],
        );
        return toToken(row!);
      } catch (error) {
        throw isUnknownReference(error) ? unknownTeam(teamId) : error;
      }
    },
    async findToken(hash) {
      const row = await database.first<TokenOfTeamRow & { readonly now: number }>(
        `SELECT tokens.*, teams.name AS team_name, teams.origins AS team_origins, teams.created_ms AS team_created_ms, now_ms() AS now
         FROM tokens JOIN teams ON teams.id = tokens.team_id WHERE hash = $1`,
        [hash],
      );
      return row && toTokenOfTeam(row, row.now);
    },
    async listTokens(teamId) {
      const rows =
        teamId === undefined
          ? await database.all<TokenRow>('SELECT * FROM tokens ORDER BY created_ms, id')
          : await database.all<TokenRow>('SELECT * FROM tokens WHERE team_id = $1 ORDER BY created_ms, id', [idOrNull(teamId)]);
      return rows.map(toToken);
    },
    async createMetricsToken({ id, name, expiresMs, hash }) {
      const row = await database.first<MetricsTokenRow>(
        'INSERT INTO metrics_tokens (id, hash, name, created_ms, expires_ms) VALUES ($1, $2, $3, now_ms(), $4) RETURNING *',
        [id, hash, name, expiresMs],
      );
      return toMetricsToken(row!);
    },
    async findMetricsToken(hash) {
      const row = await database.first<MetricsTokenRow & { readonly now: number }>(
        'SELECT *, now_ms() AS now FROM metrics_tokens WHERE hash = $1',
        [hash],
      );
      return row && toFoundMetricsToken(row, row.now);
    },
    async listMetricsTokens() {
      return (await database.all<MetricsTokenRow>('SELECT * FROM metrics_tokens ORDER BY created_ms, id')).map(toMetricsToken);
    },
    async revokeToken(id) {
      const revokeIn = async (table: string) =>
        (await database.run(`UPDATE ${table} SET revoked_ms = now_ms() WHERE id = $1 AND revoked_ms IS NULL`, [id])) > 0;
      return (await revokeIn('tokens')) || (await revokeIn('metrics_tokens'));
    },
  };
}

/** The text if it is a UUID: PostgreSQL refuses to compare other text with one. */
function idOrNull(text: string): string | null {
  return isUuid(text) ? text : null;
}
