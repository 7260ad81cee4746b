// Makes records of the rows of teams and tokens that SQL drivers read.
import type { Scope } from '../../contract/scopes.ts';
import type { Access, MetricsTokenRecord, TeamRecord, TokenRecord } from '../state-store.ts';

export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly origins: string;
  readonly created_ms: number;
}

export interface MetricsTokenRow {
  readonly id: string;
  readonly name: string;
  readonly created_ms: number;
  readonly expires_ms: number | null;
  readonly revoked_ms: number | null;
}

export interface TokenRow extends MetricsTokenRow {
  readonly team_id: string;
  readonly scopes: string;
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
  return { ...toMetricsToken(row), teamId: row.team_id, scopes: JSON.parse(row.scopes) as Scope[] };
}

export function toMetricsToken({ id, name, created_ms, expires_ms, revoked_ms }: MetricsTokenRow): MetricsTokenRecord {
  return { id, name, createdMs: created_ms, expiresMs: expires_ms, revokedMs: revoked_ms };
}

/** `nowMs`: the time of the store. */
export function toFoundMetricsToken(
  row: MetricsTokenRow,
  nowMs: number,
): NonNullable<Awaited<ReturnType<Access['findMetricsToken']>>> {
  return { token: toMetricsToken(row), hasExpired: hasExpired(row, nowMs) };
}

/** `nowMs`: the time of the store. */
export function toTokenOfTeam(row: TokenOfTeamRow, nowMs: number): NonNullable<Awaited<ReturnType<Access['findToken']>>> {
  const { team_id: id, team_name: name, team_origins: origins, team_created_ms: created_ms } = row;
  return { token: toToken(row), hasExpired: hasExpired(row, nowMs), team: toTeam({ id, name, origins, created_ms }) };
}

function hasExpired({ expires_ms }: MetricsTokenRow, nowMs: number): boolean {
  return expires_ms !== null && expires_ms <= nowMs;
}
