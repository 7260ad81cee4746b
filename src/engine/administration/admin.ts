// Administration of a server's data, without the server: teams, tokens, keys. A running server sees the changes at once.
import { PdfgenError } from '../../contract/errors.ts';
import { scopes as allScopes, metricsScope, type Scope } from '../../contract/scopes.ts';
import { completeSettings, type ServerSettings } from '../../settings/server-settings.ts';
import type { CapabilityKeys } from '../../store/capability-keys.ts';
import { moveData as move, openAdminStores, openTables as openStoreTables, restoreBackup } from '../../store/open-stores.ts';
import type {
  BackupReport,
  DatabaseTables,
  MoveOptions,
  MoveReport,
  RestoreOptions,
  RestoreReport,
} from '../../store/server-stores.ts';
import type { Access, MetricsTokenRecord, TeamRecord } from '../../store/state-store.ts';
import { createUuid } from '../../store/uuid.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { suggest } from '../../words/nearest.ts';
import { findOriginFault } from '../embedded/editor-sessions.ts';
import { createToken, hashToken } from './tokens.ts';

/** The settings of the server that say where its data is. */
export interface AdminOptions extends Partial<ServerSettings> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface Admin {
  readonly teams: {
    /** Raises INVALID_REQUEST if the name is taken or invalid. */
    create(name: string): Promise<TeamRecord>;
    list(): Promise<readonly TeamRecord[]>;
    /** By name or id. Raises NOT_FOUND. */
    get(nameOrId: string): Promise<TeamRecord>;
    /** Adds origins to the team's list, removes others and gives the list. Raises NOT_FOUND, INVALID_REQUEST. */
    changeOrigins(nameOrId: string, change: OriginChange): Promise<readonly string[]>;
  };
  readonly tokens: {
    /** Creates a token. Only this answer holds its text. Raises NOT_FOUND, INVALID_REQUEST. */
    create(token: NewToken): Promise<CreatedToken>;
    /** Creates a token that opens only /metrics. Only this answer holds its text. Raises INVALID_REQUEST. */
    createForMetrics(token: Omit<NewToken, 'team' | 'scopes'>): Promise<CreatedToken>;
    /** Tokens of one team, or of all teams together with the metrics tokens. Raises NOT_FOUND. */
    list(team: string | undefined): Promise<readonly ListedToken[]>;
    /** False: it was revoked already. Raises NOT_FOUND. */
    revoke(id: string): Promise<boolean>;
  };
  /** Opens the keys of the editor, or makes them if the server has not made them yet. */
  openKeys(): Promise<CapabilityKeys>;
  /** The keys of the editor. Undefined: the server has not made them yet. */
  findKeys(): Promise<CapabilityKeys | undefined>;
  /** Writes a consistent copy to a new folder. */
  backUp(target: string, programVersion: string): Promise<BackupReport>;
  close(): Promise<void>;
}

export interface OriginChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface NewToken {
  readonly name: string;
  /** Name or id. */
  readonly team: string;
  readonly scopes: readonly Scope[];
  /** Null: the token never expires. */
  readonly lifeMs: number | null;
}

export interface ListedToken extends MetricsTokenRecord {
  /** Its name. Null: the token opens only /metrics. */
  readonly team: string | null;
  readonly scopes: readonly (Scope | typeof metricsScope)[];
  readonly hasExpired: boolean;
}

export interface CreatedToken extends ListedToken {
  /** The text of the token. */
  readonly token: string;
}

/** Opens the data of a server. Raises INVALID_REQUEST if the data folder is missing, or a newer program made it. */
export async function openAdmin({ now: clock, ...settings }: AdminOptions): Promise<Admin> {
  const stores = await openAdminStores(completeSettings(settings), clock);
  const { access, now } = stores;
  return {
    teams: {
      create: async (name) => access.createTeam(checkTeamName(name)),
      list: () => access.listTeams(),
      get: (nameOrId) => getTeam(access, nameOrId),
      changeOrigins: (nameOrId, change) => stores.exclusively(() => changeOrigins(access, nameOrId, change)),
    },
    tokens: {
      create: (token) => makeToken(access, token, now()),
      createForMetrics: (token) => makeMetricsToken(access, token, now()),
      list: (team) => listTokens(access, team, now()),
      revoke: (id) => revokeToken(access, id),
    },
    openKeys: () => stores.openKeys(),
    findKeys: () => stores.findKeys(),
    async backUp(target, programVersion) {
      if (stores.backUp) return stores.backUp(target, programVersion);
      throw new PdfgenError('INVALID_REQUEST', 'Back up this database and its object store with their own programs.');
    },
    close: () => stores.close(),
  };
}

/** Raises INVALID_REQUEST for an invalid name. A name in the form of an id could hide the team with this id. */
function checkTeamName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !isUuid(name)) return name;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `${JSON.stringify(name)} is not a valid name of a team. Use 1 to 64 letters, digits, ".", "_" and "-". A UUID is not allowed.`,
  );
}

async function getTeam(access: Access, nameOrId: string): Promise<TeamRecord> {
  const team = await access.findTeam(nameOrId);
  if (team) return team;
  const names = (await access.listTeams()).map(({ name }) => name);
  const near = suggest(nameOrId, names) || '.';
  throw new PdfgenError(
    'NOT_FOUND',
    `There is no team ${JSON.stringify(nameOrId)}${near} List the teams with: pdfgen teams list`,
  );
}

async function changeOrigins(access: Access, nameOrId: string, { add, remove }: OriginChange): Promise<readonly string[]> {
  const { id, name, origins } = await getTeam(access, nameOrId);
  for (const origin of add) {
    const fault = findOriginFault(origin);
    if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', `The origin ${JSON.stringify(origin)} ${fault}.`);
  }
  const unknown = remove.find((origin) => !origins.includes(origin));
  if (unknown !== undefined) {
    throw new PdfgenError(
      'INVALID_REQUEST',
      `${JSON.stringify(unknown)} is not on the list of ${name}. Show it with: pdfgen teams origins ${name}`,
    );
  }
  const changed = [...new Set([...origins, ...add])].filter((origin) => !remove.includes(origin));
  await access.setOrigins(id, changed);
  return changed;
}

async function makeToken(access: Access, given: NewToken, nowMs: number): Promise<CreatedToken> {
  const { scopes } = given;
  if (scopes.length === 0)
    throw new PdfgenError('INVALID_REQUEST', `A token needs a scope. The scopes are ${allScopes.join(', ')}.`);
  const team = await getTeam(access, given.team);
  const { token, record } = createRecord(given, nowMs);
  // In the order of the table, each once.
  const ordered = allScopes.filter((scope) => scopes.includes(scope));
  const made = await access.createToken({ ...record, teamId: team.id, scopes: ordered });
  return { ...made, team: team.name, token, hasExpired: false };
}

async function makeMetricsToken(access: Access, given: Omit<NewToken, 'team' | 'scopes'>, nowMs: number): Promise<CreatedToken> {
  const { token, record } = createRecord(given, nowMs);
  return { ...(await access.createMetricsToken(record)), team: null, scopes: [metricsScope], token, hasExpired: false };
}

/** Creates the text of a token, and what is stored of a token of any kind. Raises INVALID_REQUEST. */
function createRecord({ name, lifeMs }: Omit<NewToken, 'team' | 'scopes'>, nowMs: number) {
  if (name.trim() === '' || name.length > 100 || /\p{Cc}/u.test(name))
    throw new PdfgenError('INVALID_REQUEST', 'The name of a token must have 1 to 100 characters, without control characters.');
  const token = createToken();
  const expiresMs = lifeMs === null ? null : nowMs + lifeMs;
  return { token, record: { id: createUuid(nowMs), name, expiresMs, hash: hashToken(token) } };
}

async function listTokens(access: Access, team: string | undefined, nowMs: number): Promise<readonly ListedToken[]> {
  const id = team === undefined ? undefined : (await getTeam(access, team)).id;
  const names = new Map((await access.listTeams()).map((one) => [one.id, one.name]));
  const hasExpired = ({ expiresMs }: MetricsTokenRecord) => expiresMs !== null && expiresMs <= nowMs;
  const ofTeams = (await access.listTokens(id)).map((one) => ({
    ...one,
    team: names.get(one.teamId) ?? one.teamId,
    hasExpired: hasExpired(one),
  }));
  if (id !== undefined) return ofTeams;
  const ofMetrics = (await access.listMetricsTokens()).map((one) => ({
    ...one,
    team: null,
    scopes: [metricsScope] as const,
    hasExpired: hasExpired(one),
  }));
  return [...ofTeams, ...ofMetrics];
}

async function revokeToken(access: Access, id: string): Promise<boolean> {
  if (await access.revokeToken(id)) return true;
  const known = [...(await access.listTokens(undefined)), ...(await access.listMetricsTokens())];
  if (known.some((one) => one.id === id)) return false;
  throw new PdfgenError('NOT_FOUND', `There is no token with the id ${JSON.stringify(id)}. List them with: pdfgen tokens list`);
}

/** Makes a data folder from a backup. Raises INVALID_REQUEST if the folder is not empty, or if the backup is damaged or too new. */
export function restoreData(options: RestoreOptions): Promise<RestoreReport> {
  return restoreBackup(options);
}

/** Moves a data folder into a database and a bucket. Raises INVALID_REQUEST if anybody uses them, or if the target holds other data. */
export function moveData(options: MoveOptions): Promise<MoveReport> {
  return move(options);
}

export type { DatabaseTables, TablesReport } from '../../store/server-stores.ts';

/** The settings that say which database. */
export type DatabaseSettings = Pick<ServerSettings, 'databaseSeconds' | 'databasePrepared'> & { readonly database: string };

/** The tables of a server's database. Connects at the first call. Raises INVALID_REQUEST for a wrong URL. */
export function openTables(settings: DatabaseSettings): Promise<DatabaseTables> {
  return openStoreTables(settings);
}
