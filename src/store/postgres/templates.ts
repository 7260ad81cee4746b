// The templates of one team. Each has at least one version, and the current content is the newest version.
import type { Turns } from '../../async/turns.ts';
import type { BoundedCache } from '../../cache/bounded-cache.ts';
import type { AssetEntry, TemplateSummary } from '../../contract/engine.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { digestContent } from '../content-digest.ts';
import {
  checkPrecondition,
  checkRoom,
  findFiles,
  noSuchVersion,
  notRecorded,
  slugTaken,
  templateExists,
  templateNotFound,
  tooManyTemplates,
} from '../template-refusals.ts';
import type {
  AssetFiles,
  DescribedTemplate,
  ListFilter,
  ListKey,
  ListPage,
  StoredTemplate,
  TemplateContent,
  Templates,
} from '../template-store.ts';
import { describeDocument, searchedText } from '../template-summary.ts';
import { createUuid } from '../uuid.ts';
import type { TeamAssets } from './assets.ts';
import type { PostgresDatabase, SqlValue, Statements } from './database.ts';

/** A version as it was recorded. It never changes, so a process keeps those that it has read. */
export interface VersionContent {
  readonly slug: string;
  readonly digest: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly entries: Readonly<Record<string, AssetEntry>>;
  /** Keys of the bytes of the files, by SHA-256. */
  readonly keys: ReadonlyMap<string, string>;
  readonly recordedMs: number;
}

interface VersionRow {
  readonly slug: string;
  readonly digest: string;
  readonly document: string;
  readonly assets: string;
  readonly created_ms: number;
}

interface CurrentRow {
  readonly uuid: string;
  readonly slug: string;
  readonly version: number;
  readonly first_version: number;
  readonly created_ms: number;
}

interface SummaryRow extends CurrentRow {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly page_count: number;
  readonly updated_ms: number;
}

const currentColumns = 'uuid, slug, version, first_version, created_ms';

export interface TemplatesParts {
  readonly database: PostgresDatabase;
  readonly teamId: string;
  readonly assets: TeamAssets;
  /** The turns of all teams to change templates. A change that waits for its turn holds no connection. */
  readonly turns: Turns;
  /** Contents of all teams, by team, uuid and number. */
  readonly contents: BoundedCache<VersionContent>;
}

export function createTemplates({ database, teamId, assets, turns, contents }: TemplatesParts): Templates {
  const getCurrent = async (uuid: string, statements: Statements = database): Promise<CurrentRow> => {
    const row =
      isUuid(uuid) &&
      (await statements.first<CurrentRow>(`SELECT ${currentColumns} FROM templates WHERE team_id = $1 AND uuid = $2`, [
        teamId,
        uuid,
      ]));
    if (!row) throw templateNotFound(uuid);
    return row;
  };
  /** `statements`: those of a transaction that needs the content. If each transaction took a second connection, none would be left. */
  const findContent = async (
    uuid: string,
    number: number,
    statements: Statements = database,
  ): Promise<VersionContent | undefined> => {
    const key = `${teamId} ${uuid} ${number}`;
    const known = contents.get(key);
    if (known) return known;
    const row = await statements.first<VersionRow>(
      'SELECT slug, digest, document, assets, created_ms FROM template_versions WHERE team_id = $1 AND uuid = $2 AND number = $3',
      [teamId, uuid, number],
    );
    if (!row) return undefined;
    const entries = JSON.parse(row.assets) as VersionContent['entries'];
    const content = toContent(row, entries, await assets.findKeys(statements, Object.values(hashesOf(entries))));
    contents.set(key, content, weightOf(row, content));
    return content;
  };
  const toStored = async (uuid: string, version: number, content: VersionContent): Promise<StoredTemplate> => {
    const { slug, digest, document, entries, keys } = content;
    const files = await filesOf(assets, entries, keys);
    return { uuid, slug, version, key: `version:${digest}`, document, assets: files, files: undefined };
  };
  /** The template at its current version or at another of its versions. */
  const read = async (uuid: string, version: number | undefined) => {
    const current = await getCurrent(uuid);
    const number = version ?? current.version;
    const isKnown = number >= current.first_version && number <= current.version;
    const content = isKnown ? await findContent(uuid, number) : undefined;
    if (!content) throw noSuchVersion(current.slug, number);
    // A template that was moved without a change has its new slug at no version.
    const named = version === undefined ? { ...content, slug: current.slug } : content;
    return { current, content, stored: await toStored(uuid, number, named) };
  };
  /** One change of the team's templates at a time, so that what a change has read still holds when it writes. */
  const change = <T>(work: (statements: Statements) => Promise<T>): Promise<T> =>
    turns.take(teamId, () =>
      database.transaction(async (statements) => {
        await statements.run("SELECT pg_advisory_xact_lock(hashtextextended('templates ' || $1::text, 0))", [teamId]);
        return work(statements);
      }),
    );

  return {
    async find(nameOrUuid) {
      const asUuid = isUuid(nameOrUuid) ? nameOrUuid : null;
      return database.first<{ uuid: string; slug: string }>(
        `SELECT uuid, slug FROM templates WHERE team_id = $1 AND slug = $2
         UNION ALL SELECT uuid, slug FROM templates WHERE team_id = $1 AND uuid = $3::uuid LIMIT 1`,
        [teamId, nameOrUuid, asUuid],
      );
    },
    async slugs() {
      const rows = await database.all<{ slug: string }>('SELECT slug FROM templates WHERE team_id = $1 ORDER BY slug', [teamId]);
      return rows.map(({ slug }) => slug);
    },
    async get(uuid, version) {
      return (await read(uuid, version)).stored;
    },
    async describe(uuid, version) {
      const { current, content, stored } = await read(uuid, version);
      const described: DescribedTemplate = {
        ...stored,
        createdAt: toTime(current.created_ms),
        updatedAt: toTime(content.recordedMs),
        entries: content.entries,
      };
      return described;
    },
    async list(filter, limit, after) {
      return listTemplates(database, teamId, filter, limit, after);
    },
    async listVersions(uuid, limit, before) {
      const { first_version } = await getCurrent(uuid);
      const rows = await database.all<{ number: number; digest: string; created_ms: number }>(
        `SELECT number, digest, created_ms FROM template_versions
         WHERE team_id = $1 AND uuid = $2 AND number >= $3 AND number < $4 ORDER BY number DESC LIMIT $5`,
        [teamId, uuid, first_version, before ?? 2 ** 31 - 1, limit + 1],
      );
      const items = rows
        .slice(0, limit)
        .map(({ number, digest, created_ms }) => ({ version: number, createdAt: toTime(created_ms), digest }));
      return { items, hasMore: rows.length > limit };
    },
    async stage(content, uuid) {
      const current = uuid === undefined ? undefined : await read(uuid, undefined);
      const hashes = content.assets ?? hashesOf(current?.content.entries ?? {});
      const stored = await assets.find(Object.values(hashes));
      const entries = findFiles(hashes, (_, sha256) => stored.get(sha256));
      return {
        uuid: current?.current.uuid ?? '',
        slug: content.slug,
        version: null,
        key: `staged:${digestContent(content.document, hashes)}`,
        document: content.document,
        assets: await filesOf(assets, entries, await assets.findKeys(database, Object.values(hashes))),
        files: undefined,
      };
    },
    async create(content, { maxTemplates }) {
      return change(async (statements) => {
        const nowMs = await readNow(statements);
        const uuid = content.uuid ?? createUuid(nowMs);
        const standing = await statements.first<{ slug: string; same: boolean }>(
          'SELECT slug, uuid = $2 AS same FROM templates WHERE team_id = $1 AND (uuid = $2 OR slug = $3) ORDER BY 2 DESC LIMIT 1',
          [teamId, uuid, content.slug],
        );
        if (standing?.same) throw templateExists(standing.slug, uuid);
        if (standing) throw slugTaken(content.slug);
        const { n } = (await statements.first<{ n: number }>('SELECT count(*) AS n FROM templates WHERE team_id = $1', [
          teamId,
        ]))!;
        if (n >= maxTemplates) throw tooManyTemplates(maxTemplates);
        // Versions of a deleted template with this uuid keep their numbers.
        const { highest } = (await statements.first<{ highest: number }>(
          'SELECT coalesce(max(number), 0) AS highest FROM template_versions WHERE team_id = $1 AND uuid = $2',
          [teamId, uuid],
        ))!;
        checkRoom(highest, 1);
        const version = highest + 1;
        await record(statements, { uuid, number: version, nowMs }, content, content.assets ?? {});
        await statements.run(
          `INSERT INTO templates (team_id, uuid, slug, version, first_version, name, description, tags, page_count, searched, created_ms)
           VALUES ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10)`,
          [teamId, uuid, content.slug, version, ...summaryValues(content), nowMs],
        );
        return uuid;
      });
    },
    async replace(uuid, content, precondition) {
      await change(async (statements) => {
        const current = await getCurrent(uuid, statements);
        checkPrecondition(current.slug, current.version, precondition);
        if (content.slug !== current.slug) {
          const taken = await statements.first('SELECT 1 FROM templates WHERE team_id = $1 AND slug = $2', [
            teamId,
            content.slug,
          ]);
          if (taken) throw slugTaken(content.slug);
        }
        const before = (await findContent(uuid, current.version, statements))!;
        const hashes = content.assets ?? hashesOf(before.entries);
        const isNew = digestContent(content.document, hashes) !== before.digest;
        const version = isNew ? current.version + 1 : current.version;
        if (isNew) {
          checkRoom(current.version, 1);
          await record(statements, { uuid, number: version, nowMs: await readNow(statements) }, content, hashes);
        }
        await statements.run(
          `UPDATE templates SET slug = $3, version = $4, name = $5, description = $6, tags = $7, page_count = $8, searched = $9
           WHERE team_id = $1 AND uuid = $2`,
          [teamId, uuid, content.slug, version, ...summaryValues(content)],
        );
      });
    },
    async delete(uuid, precondition) {
      await change(async (statements) => {
        const current = await getCurrent(uuid, statements);
        checkPrecondition(current.slug, current.version, precondition);
        await statements.run('DELETE FROM templates WHERE team_id = $1 AND uuid = $2', [teamId, uuid]);
      });
    },
    async getRecorded(uuid, version) {
      const content = isUuid(uuid) ? await findContent(uuid, version) : undefined;
      if (!content) throw notRecorded(uuid, version);
      return toStored(uuid, version, content);
    },
    async saveVersion(uuid) {
      return { version: (await getCurrent(uuid)).version, created: false };
    },
    putAsset: (sha256, bytes) => assets.put(sha256, bytes),
    findAsset: (sha256) => assets.read(sha256),
    async fetchAssets(sha256s) {
      return assets.fetch(await assets.findKeys(database, sha256s));
    },
    removeUnusedAssets: (used, ageMs) => assets.removeUnused(used, ageMs),
  };

  async function record(
    statements: Statements,
    { uuid, number, nowMs }: { readonly uuid: string; readonly number: number; readonly nowMs: number },
    { slug, document }: TemplateContent,
    hashes: Readonly<Record<string, string>>,
  ): Promise<void> {
    const kept = await assets.keep(statements, Object.values(hashes));
    const entries = findFiles(hashes, (_, sha256) => kept.get(sha256));
    await statements.run(
      `INSERT INTO template_versions (team_id, uuid, number, digest, slug, document, assets, created_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [teamId, uuid, number, digestContent(document, hashes), slug, JSON.stringify(document), JSON.stringify(entries), nowMs],
    );
    await statements.run(
      `INSERT INTO version_assets (team_id, sha256, uuid, number) SELECT $1, sha256, $2, $3 FROM unnest($4::text[]) AS sha256`,
      [teamId, uuid, number, [...kept.keys()]],
    );
  }
}

/** Milliseconds since 1970, by the clock of the database. */
async function readNow(statements: Statements): Promise<number> {
  return (await statements.first<{ ms: number }>('SELECT now_ms() AS ms'))!.ms;
}

/** The copies on this machine of the files that the entries name. */
async function filesOf(
  assets: TeamAssets,
  entries: Readonly<Record<string, AssetEntry>>,
  keys: ReadonlyMap<string, string>,
): Promise<AssetFiles> {
  const paths = await assets.fetch(keys);
  const found = Object.entries(entries).flatMap(([name, { sha256 }]) => {
    const path = paths.get(sha256);
    return path === undefined ? [] : [[name, { path, sha256 }] as const];
  });
  return Object.fromEntries(found);
}

/** Characters that are kept of a version. */
function weightOf({ document, assets }: VersionRow, { keys }: VersionContent): number {
  let weight = document.length + assets.length;
  for (const [sha256, key] of keys) weight += sha256.length + key.length;
  return weight;
}

function toContent(
  { slug, digest, document, created_ms }: VersionRow,
  entries: VersionContent['entries'],
  keys: VersionContent['keys'],
): VersionContent {
  return {
    slug,
    digest,
    document: JSON.parse(document) as VersionContent['document'],
    entries,
    keys,
    recordedMs: created_ms,
  };
}

/** Name, description, tags, number of pages and the text that a search goes through. */
export function summaryValues({ slug, document }: Pick<TemplateContent, 'slug' | 'document'>): readonly SqlValue[] {
  const { name, description, tags, pageCount } = describeDocument(slug, document);
  return [name, description, tags, pageCount, searchedText({ name, slug, description })];
}

/** A page of templates, newest first. The index of times gives their order. A slug has a single template. */
async function listTemplates(
  database: PostgresDatabase,
  teamId: string,
  { q, slug, tag }: ListFilter,
  limit: number,
  after: ListKey | undefined,
): Promise<ListPage<TemplateSummary>> {
  const values: SqlValue[] = [teamId];
  const put = (value: SqlValue) => `$${values.push(value)}`;
  const conditions = [
    ...(slug === undefined ? [] : [`AND t.slug = ${put(slug)}`]),
    ...(after === undefined
      ? []
      : [`AND (t.created_ms, t.uuid) < (${put(Date.parse(after.createdAt))}::bigint, ${put(after.uuid)}::uuid)`]),
    ...(tag === undefined ? [] : [`AND ${put(tag)} = ANY (t.tags)`]),
    ...(q === undefined ? [] : [`AND position(${put(q.toLowerCase())} IN t.searched) > 0`]),
  ];
  const rows = await database.all<SummaryRow>(
    `SELECT t.uuid, t.slug, t.version, t.first_version, t.created_ms, t.name, t.description, t.tags, t.page_count, v.created_ms AS updated_ms
     FROM templates AS t JOIN template_versions AS v ON v.team_id = t.team_id AND v.uuid = t.uuid AND v.number = t.version
     WHERE t.team_id = $1 ${conditions.join(' ')} ORDER BY t.created_ms DESC, t.uuid DESC LIMIT ${put(limit + 1)}`,
    values,
  );
  return { items: rows.slice(0, limit).map(toSummary), hasMore: rows.length > limit };
}

function toSummary(row: SummaryRow): TemplateSummary {
  const { uuid, slug, name, description, tags, version } = row;
  return {
    uuid,
    slug,
    name,
    description,
    tags: [...tags],
    version,
    createdAt: toTime(row.created_ms),
    updatedAt: toTime(row.updated_ms),
    pageCount: row.page_count,
  };
}

function hashesOf(entries: Readonly<Record<string, AssetEntry>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entries).map(([name, { sha256 }]) => [name, sha256]));
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
