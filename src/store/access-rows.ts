// Makes records of the rows of teams and tokens that SQL drivers read.
import type { Scope } from '../contract/scopes.ts';
import type { Access, TeamRecord, TokenRecord } from './state-store.ts';

export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly origins: string;
  readonly created_ms: number;
}

export interface TokenRow {
  readonly id: string;
  readonly team_id: string;
  readonly name: string;
  readonly scopes: string;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
}

/** A token with its team. */
export interface TokenOfTeamRow extends TokenRow {
  readonly team_name: string;
  readonly team_origins: string;
  readonly team_created_ms: number;
}

export function toTeam({ id, name, origins, created_ms }: TeamRow): TeamRecord {
  return { id, name, createdMs: created_ms, origins: JSON.parse(origins) as string[] };
}

export function toToken(row: TokenRow): TokenRecord {
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

/** `nowMs`: the time of the store. */
export function toTokenOfTeam(row: TokenOfTeamRow, nowMs: number): NonNullable<Awaited<ReturnType<Access['findToken']>>> {
  const { team_id: id, team_name: name, team_origins: origins, team_created_ms: created_ms, expires_ms } = row;
  const hasExpired = expires_ms !== null && expires_ms <= nowMs;
  return { token: toToken(row), hasExpired, team: toTeam({ id, name, origins, created_ms }) };
}
