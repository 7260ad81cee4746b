// The embedded templates of one team: clones with their revisions.
import { setImmediate as turn } from 'node:timers/promises';
import type { AssetEntry } from '../../contract/engine.ts';
import {
  type ContentRow,
  type RecordRow,
  type RevisionRow,
  toEmbeddedRecord,
  toEmbeddedTemplate,
  toRevision,
} from '../embedded-rows.ts';
import { heldBeside, oldestKept } from '../kept-revisions.ts';
import { checkUploads } from '../refusals.ts';
import type { EmbeddedContent, EmbeddedTemplates, NewRevision } from '../state-store.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';
import { findDraftNumber, noteUpload, removeDraft } from './drafts.ts';
import { readHoldings } from './holdings.ts';

const recordColumns =
  'e.uuid, e.base_uuid, e.external_uuid, r.base_version, r.revision, e.created_ms, r.created_ms AS updated_ms';
const withRevision = 'embedded_templates AS e JOIN embedded_revisions AS r ON r.team_id = e.team_id AND r.uuid = e.uuid';

export function createEmbeddedTemplates(database: SqliteDatabase, teamId: string, now: () => number): EmbeddedTemplates {
  const findWhere = (where: string, values: readonly SqlValue[]) => {
    const row = database.first<ContentRow>(
      `SELECT ${recordColumns}, r.slug, r.document, r.assets FROM ${withRevision} WHERE e.team_id = ? AND ${where}`,
      [teamId, ...values],
    );
    return row && toEmbeddedTemplate(row);
  };
  const findPair = (base: string, external: string) =>
    findWhere('e.base_uuid = ? AND e.external_uuid = ? AND e.deleted_ms IS NULL AND r.revision = e.revision', [base, external]);
  const insertRevision = (uuid: string, revision: number, content: Omit<NewRevision, 'ends'>) =>
    database.run(
      `INSERT INTO embedded_revisions (team_id, uuid, revision, base_version, slug, assets, created_ms, session_uuid, document)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        teamId,
        uuid,
        revision,
        content.baseTemplateVersion,
        content.slug,
        JSON.stringify(content.assets),
        now(),
        content.sessionUuid,
        JSON.stringify(content.document),
      ],
    );
  return {
    async find(baseTemplateUuid, externalUuid) {
      return findPair(baseTemplateUuid, externalUuid);
    },
    async findRevision(uuid, revision) {
      return findWhere('e.uuid = ? AND r.revision = ?', [uuid, revision]);
    },
    async create(clone) {
      return database.transaction(() => {
        const standing = findPair(clone.baseTemplateUuid, clone.externalUuid);
        if (standing) return standing;
        database.run(
          `INSERT INTO embedded_templates (team_id, uuid, base_uuid, external_uuid, revision, created_ms) VALUES (?, ?, ?, ?, 1, ?)`,
          [teamId, clone.uuid, clone.baseTemplateUuid, clone.externalUuid, clone.createdMs],
        );
        insertRevision(clone.uuid, 1, { ...clone, sessionUuid: null });
        return findPair(clone.baseTemplateUuid, clone.externalUuid)!;
      });
    },
    async save(uuid, revision, next, rules) {
      return database.transaction(() => {
        const changed = database.run(
          'UPDATE embedded_templates SET revision = revision + 1 WHERE team_id = ? AND uuid = ? AND revision = ? AND deleted_ms IS NULL',
          [teamId, uuid, revision],
        );
        if (changed === 0) return false;
        insertRevision(uuid, revision + 1, next);
        if (next.ends === 'drafts-before')
          database.run('UPDATE embedded_templates SET reset_revision = revision WHERE team_id = ? AND uuid = ?', [teamId, uuid]);
        if (next.ends === 'drafts-before' || next.ends === findDraftNumber(database, teamId, uuid))
          removeDraft(database, teamId, uuid);
        supersede(database, teamId, uuid, oldestKept(readHoldings(database, teamId, uuid), rules), now());
        return true;
      });
    },
    async listRevisions(uuid) {
      const rows = database.all<RevisionRow>(
        `SELECT revision, base_version, created_ms, session_uuid, octet_length(document) AS bytes FROM embedded_revisions
         WHERE team_id = ? AND uuid = ? AND superseded_ms IS NULL ORDER BY revision DESC`,
        [teamId, uuid],
      );
      return rows.map(toRevision);
    },
    async delete(baseTemplateUuid, externalUuid) {
      return database.transaction(() => {
        const nowMs = now();
        const row = database.first<{ uuid: string }>(
          `UPDATE embedded_templates SET deleted_ms = ?
           WHERE team_id = ? AND base_uuid = ? AND external_uuid = ? AND deleted_ms IS NULL RETURNING uuid`,
          [nowMs, teamId, baseTemplateUuid, externalUuid],
        );
        if (!row) return false;
        removeDraft(database, teamId, row.uuid);
        supersede(database, teamId, row.uuid, Number.MAX_SAFE_INTEGER, nowMs);
        endSessions(database, teamId, row.uuid, nowMs);
        return true;
      });
    },
    async list({ baseTemplateUuid: base }, limit, after) {
      const rows = database.all<RecordRow>(
        `SELECT ${recordColumns} FROM ${withRevision} AND r.revision = e.revision
         WHERE e.team_id = ? AND e.deleted_ms IS NULL ${base === undefined ? '' : 'AND e.base_uuid = ?'}
           ${after ? 'AND (e.created_ms, e.uuid) < (?, ?)' : ''}
         ORDER BY e.created_ms DESC, e.uuid DESC LIMIT ?`,
        [teamId, ...(base === undefined ? [] : [base]), ...(after ? [after.createdMs, after.uuid] : []), limit + 1],
      );
      return { items: rows.slice(0, limit).map(toEmbeddedRecord), hasMore: rows.length > limit };
    },
    async assetsInUse() {
      const used = new Set<string>();
      for await (const { assets } of readRevisionAssets(database, teamId))
        for (const { sha256 } of Object.values(JSON.parse(assets) as EmbeddedContent['assets'])) used.add(sha256);
      for await (const { entry } of readUploads(database, teamId)) used.add((JSON.parse(entry) as AssetEntry).sha256);
      return used;
    },
    async addAsset(uuid, name, entry, { maxBytes }) {
      database.transaction(() => {
        checkUploads(heldBeside(readHoldings(database, teamId, uuid), name), entry.bytes, maxBytes);
        database.run('INSERT OR REPLACE INTO embedded_uploads (team_id, uuid, name, entry, kept_ms) VALUES (?, ?, ?, ?, ?)', [
          teamId,
          uuid,
          name,
          JSON.stringify(entry),
          now(),
        ]);
        noteUpload(database, teamId, uuid, name);
      });
    },
    async uploads(uuid) {
      const rows = database.all<{ name: string; entry: string }>(
        'SELECT name, entry FROM embedded_uploads WHERE team_id = ? AND uuid = ? ORDER BY name',
        [teamId, uuid],
      );
      return Object.fromEntries(rows.map(({ name, entry }) => [name, JSON.parse(entry) as AssetEntry]));
    },
  };
}

/** Rows to read before other calls have a turn. */
const chunk = 200;

interface RevisionAssets {
  readonly uuid: string;
  readonly revision: number;
  readonly assets: string;
}

async function* readRevisionAssets(database: SqliteDatabase, teamId: string): AsyncGenerator<RevisionAssets> {
  for (let [uuid, revision] = ['', 0]; ; ) {
    const rows = database.all<RevisionAssets>(
      `SELECT uuid, revision, assets FROM embedded_revisions WHERE team_id = ? AND (uuid, revision) > (?, ?)
       ORDER BY uuid, revision LIMIT ${chunk}`,
      [teamId, uuid, revision],
    );
    yield* rows;
    if (rows.length < chunk) return;
    ({ uuid, revision } = rows.at(-1)!);
    await turn();
  }
}

interface Upload {
  readonly uuid: string;
  readonly name: string;
  readonly entry: string;
}

async function* readUploads(database: SqliteDatabase, teamId: string): AsyncGenerator<Upload> {
  for (let [uuid, name] = ['', '']; ; ) {
    const rows = database.all<Upload>(
      `SELECT uuid, name, entry FROM embedded_uploads WHERE team_id = ? AND (uuid, name) > (?, ?) ORDER BY uuid, name LIMIT ${chunk}`,
      [teamId, uuid, name],
    );
    yield* rows;
    if (rows.length < chunk) return;
    ({ uuid, name } = rows.at(-1)!);
    await turn();
  }
}

/** Ends the open sessions of a clone. */
export function endSessions(database: SqliteDatabase, teamId: string, embeddedUuid: string, nowMs: number): void {
  database.run(
    'UPDATE editor_sessions SET ended_ms = ? WHERE team_id = ? AND embedded_uuid = ? AND ended_ms IS NULL AND expires_ms > ?',
    [nowMs, teamId, embeddedUuid, nowMs],
  );
}

/** Lets the sweep remove the revisions before `oldest`. */
function supersede(database: SqliteDatabase, teamId: string, uuid: string, oldest: number, nowMs: number): void {
  database.run(
    `UPDATE embedded_revisions SET superseded_ms = ?
     WHERE team_id = ? AND uuid = ? AND revision < ? AND superseded_ms IS NULL`,
    [nowMs, teamId, uuid, oldest],
  );
}
