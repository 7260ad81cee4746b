// Stores teams and the tokens of their calls.
import { PdfgenError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Access, TeamRecord, TokenRecord } from '../state-store.ts';
import { createUuid } from '../uuid.ts';
import type { Database } from './database.ts';

interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly origins: string;
  readonly created_ms: number;
}

interface TokenRow {
  readonly id: string;
  readonly team_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
}

/** Columns of the team in a row with its token. */
interface TeamColumns {
  readonly team_name: string;
  readonly team_origins: string;
  readonly team_created_ms: number;
}

export function createAccess(database: Database, now: () => number): Access {
  const findTeam = (nameOrId: string) =>
    database.first<TeamRow>('SELECT * FROM teams WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1', [
      nameOrId,
      nameOrId,
      nameOrId,
    ]);
  return {
    async createTeam(name) {
      return database.transaction(() => {
        if (findTeam(name)) throw new PdfgenError('INVALID_REQUEST', `There is already a team "${name}". Choose another name.`);
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
      const row = database.first<TokenRow & TeamColumns>(
        `SELECT tokens.*, teams.name AS team_name, teams.origins AS team_origins, teams.created_ms AS team_created_ms
         FROM tokens JOIN teams ON teams.id = tokens.team_id WHERE hash = ?`,
        [hash],
      );
      if (!row) return undefined;
      const { team_id: id, team_name: name, team_origins: origins, team_created_ms: created_ms } = row;
      return { token: toToken(row), team: toTeam({ id, name, origins, created_ms }) };
    },
    async listTokens(teamId) {
      const rows =
        teamId === undefined
          ? database.all<TokenRow>('SELECT * FROM tokens ORDER BY created_ms, id')
          : database.all<TokenRow>('SELECT * FROM tokens WHERE team_id = ? ORDER BY created_ms, id', [teamId]);
      return rows.map(toToken);
    },
    async revokeToken(id) {
      return database.run('UPDATE tokens SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL', [now(), id]) > 0;
    },
  };
}

function toTeam({ id, name, origins, created_ms }: TeamRow): TeamRecord {
  return { id, name, createdMs: created_ms, origins: JSON.parse(origins) as string[] };
}

function toToken(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    revokedMs: row.revoked_ms,
  };
}

function unknownTeam(id: string): PdfgenError {
  return new PdfgenError('NOT_FOUND', `There is no team "${id}". List them with: pdfgen teams list`);
}
