// Stores teams and the tokens of their calls.
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
import type { SqliteDatabase } from './database.ts';

export function createAccess(database: SqliteDatabase, now: () => number): Access {
  const findTeam = (nameOrId: string) =>
    database.first<TeamRow>('SELECT * FROM teams WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1', [
      nameOrId,
      nameOrId,
      nameOrId,
    ]);
  return {
    async createTeam(name) {
      return database.transaction(() => {
        if (findTeam(name)) throw teamExists(name);
        const createdMs = now();
        const team: TeamRecord = { id: createUuid(createdMs), name, createdMs, origins: [] };
        database.run('INSERT INTO teams (id, name, origins, created_ms) VALUES (?, ?, ?, ?)', [team.id, name, '[]', createdMs]);
        return team;
      });
    },
    async listTeams() {
      return database.all<TeamRow>('SELECT * FROM teams ORDER BY created_ms, id').map(toTeam);
    },
    async findTeam(nameOrId) {
      const row = findTeam(nameOrId);
      return row && toTeam(row);
    },
    async setOrigins(teamId, origins) {
      const changed = database.run('UPDATE teams SET origins = ? WHERE id = ?', [JSON.stringify(origins), teamId]);
      if (changed === 0) throw unknownTeam(teamId);
    },
    async createToken({ id, teamId, name, scopes, expiresMs, hash }) {
      const createdMs = now();
      database.transaction(() => {
        if (!findTeam(teamId)) throw unknownTeam(teamId);
        database.run(
          'INSERT INTO tokens (id, team_id, hash, name, scopes, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
          [id, teamId, hash, name, JSON.stringify(scopes), createdMs, expiresMs],
        );
      });
      return { id, teamId, name, scopes, createdMs, expiresMs, revokedMs: null };
    },
    async findToken(hash) {
      const row = database.first<TokenOfTeamRow>(
        `SELECT tokens.*, teams.name AS team_name, teams.origins AS team_origins, teams.created_ms AS team_created_ms
         FROM tokens JOIN teams ON teams.id = tokens.team_id WHERE hash = ?`,
        [hash],
      );
      return row && toTokenOfTeam(row, now());
    },
    async listTokens(teamId) {
      const rows =
        teamId === undefined
          ? database.all<TokenRow>('SELECT * FROM tokens ORDER BY created_ms, id')
          : database.all<TokenRow>('SELECT * FROM tokens WHERE team_id = ? ORDER BY created_ms, id', [teamId]);
      return rows.map(toToken);
    },
    async createMetricsToken({ id, name, expiresMs, hash }) {
      const createdMs = now();
      database.run('INSERT INTO metrics_tokens (id, hash, name, created_ms, expires_ms) VALUES (?, ?, ?, ?, ?)', [
        id,
        hash,
        name,
        createdMs,
        expiresMs,
      ]);
      return { id, name, createdMs, expiresMs, revokedMs: null };
    },
    async findMetricsToken(hash) {
      const row = database.first<MetricsTokenRow>('SELECT * FROM metrics_tokens WHERE hash = ?', [hash]);
      return row && toFoundMetricsToken(row, now());
    },
    async listMetricsTokens() {
      return database.all<MetricsTokenRow>('SELECT * FROM metrics_tokens ORDER BY created_ms, id').map(toMetricsToken);
    },
    async revokeToken(id) {
      const revokeIn = (table: string) =>
        database.run(`UPDATE ${table} SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL`, [now(), id]) > 0;
      return revokeIn('tokens') || revokeIn('metrics_tokens');
    },
  };
}
