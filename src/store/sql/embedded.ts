// The embedded templates of one team: clones with their revisions.
import { setImmediate as turn } from 'node:timers/promises';
import type { AssetEntry } from '../../contract/engine.ts';
import { type Contents, heldBeside, type KeepRules, oldestKept } from '../kept-revisions.ts';
import { checkUploads, unknownClone } from '../refusals.ts';
import type { EmbeddedContent, EmbeddedTemplates, NewRevision } from '../state-store.ts';
import { findDraftNumber, noteUpload, removeDraft } from './drafts.ts';
import {
  type ContentRow,
  type ContentsRows,
  type RecordRow,
  type RevisionRow,
  toContents,
  toEmbeddedRecord,
  toEmbeddedTemplate,
  toRevision,
} from './embedded-rows.ts';
import { all, collectValues, first, run, type Work, type WorkDatabase, type WorkValue } from './work.ts';

const recordColumns =
  'e.uuid, e.base_uuid, e.external_uuid, r.base_version, r.revision, e.created_ms, r.created_ms AS updated_ms';
const withRevision = 'embedded_templates AS e JOIN embedded_revisions AS r ON r.team_id = e.team_id AND r.uuid = e.uuid';

export function createEmbeddedTemplates(database: WorkDatabase, teamId: string): EmbeddedTemplates {
  const { perform, transact } = database;
  const findWhere = async (where: string, values: readonly WorkValue[]) => {
    const sql = `SELECT ${recordColumns}, r.slug, r.document, r.assets FROM ${withRevision} WHERE e.team_id = $1 AND ${where}`;
    const row = await perform(() => first<ContentRow>(sql, [teamId, ...values]));
    return row && toEmbeddedTemplate(row);
  };
  const findPair = (base: string, external: string) =>
    findWhere('e.base_uuid = $2 AND e.external_uuid = $3 AND e.deleted_ms IS NULL AND r.revision = e.revision', [base, external]);
  return {
    find: findPair,
    findRevision: (uuid, revision) => findWhere('e.uuid = $2 AND r.revision = $3', [uuid, revision]),
    async create(clone) {
      for (;;) {
        await transact(() => createOnce(teamId, clone));
        // Not found: another call has deleted the pair meanwhile.
        const standing = await findPair(clone.baseTemplateUuid, clone.externalUuid);
        if (standing) return standing;
      }
    },
    save: (uuid, revision, next, rules) => transact(() => save(teamId, uuid, revision, next, rules)),
    async listRevisions(uuid) {
      const rows = await perform(() =>
        all<RevisionRow>(
          `SELECT revision, base_version, created_ms, session_uuid, octet_length(document) AS bytes FROM embedded_revisions
           WHERE team_id = $1 AND uuid = $2 AND superseded_ms IS NULL ORDER BY revision DESC`,
          [teamId, uuid],
        ),
      );
      return rows.map(toRevision);
    },
    delete: (baseTemplateUuid, externalUuid) =>
      transact(function* () {
        const row = yield* first<{ uuid: string }>(
          `UPDATE embedded_templates SET deleted_ms = now_ms()
           WHERE team_id = $1 AND base_uuid = $2 AND external_uuid = $3 AND deleted_ms IS NULL RETURNING uuid`,
          [teamId, baseTemplateUuid, externalUuid],
        );
        if (!row) return false;
        yield* removeDraft(teamId, row.uuid);
        yield* supersede(teamId, row.uuid, mostRevision);
        yield* endSessions(teamId, row.uuid);
        return true;
      }),
    async list({ baseTemplateUuid: base }, limit, after) {
      const { values, add } = collectValues(teamId, limit + 1);
      const sql = `SELECT ${recordColumns} FROM ${withRevision} AND r.revision = e.revision
         WHERE e.team_id = $1 AND e.deleted_ms IS NULL ${base === undefined ? '' : `AND e.base_uuid = ${add(base)}`}
           ${after ? `AND (e.created_ms, e.uuid) < (${add(after.createdMs)}, ${add(after.uuid)})` : ''}
         ORDER BY e.created_ms DESC, e.uuid DESC LIMIT $2`;
      const rows = await perform(() => all<RecordRow>(sql, values));
      return { items: rows.slice(0, limit).map(toEmbeddedRecord), hasMore: rows.length > limit };
    },
    async assetsInUse() {
      const used = new Set<string>();
      for await (const { assets } of readRevisionAssets(database, teamId))
        for (const { sha256 } of Object.values(JSON.parse(assets) as EmbeddedContent['assets'])) used.add(sha256);
      for await (const { entry } of readUploads(database, teamId)) used.add((JSON.parse(entry) as AssetEntry).sha256);
      return used;
    },
    addAsset: (uuid, name, entry, { maxBytes }) =>
      transact(function* () {
        // Two uploads at the same moment count each other.
        if (!(yield* lockClone(teamId, uuid))) throw unknownClone(uuid);
        checkUploads(heldBeside(yield* readContents(teamId, uuid), name), entry.bytes, maxBytes);
        yield* run(
          `INSERT INTO embedded_uploads (team_id, uuid, name, entry, kept_ms) VALUES ($1, $2, $3, $4, now_ms())
           ON CONFLICT (team_id, uuid, name) DO UPDATE SET entry = excluded.entry, kept_ms = excluded.kept_ms`,
          [teamId, uuid, name, JSON.stringify(entry)],
        );
        yield* noteUpload(teamId, uuid, name);
      }),
    async findStamp(uuid) {
      const row = await perform(() =>
        first<{ revision: number; draft: number | null; kept: number }>(
          `SELECT revision,
             (SELECT number FROM embedded_drafts AS d WHERE d.team_id = e.team_id AND d.uuid = e.uuid) AS draft,
             (SELECT count(*) FROM embedded_revisions AS r
              WHERE r.team_id = e.team_id AND r.uuid = e.uuid AND r.superseded_ms IS NULL) AS kept
           FROM embedded_templates AS e WHERE team_id = $1 AND uuid = $2 AND deleted_ms IS NULL`,
          [teamId, uuid],
        ),
      );
      if (!row) return undefined;
      const sql = 'SELECT name FROM embedded_uploads WHERE team_id = $1 AND uuid = $2 ORDER BY name';
      const uploads = await perform(() => all<{ name: string }>(sql, [teamId, uuid]));
      return [row.revision, row.draft, row.kept, ...uploads.map(({ name }) => name)].join(' ');
    },
    async uploads(uuid) {
      const sql = 'SELECT name, entry FROM embedded_uploads WHERE team_id = $1 AND uuid = $2 ORDER BY name';
      const rows = await perform(() => all<{ name: string; entry: string }>(sql, [teamId, uuid]));
      return Object.fromEntries(rows.map(({ name, entry }) => [name, JSON.parse(entry) as AssetEntry]));
    },
  };
}

/** Keeps other transactions from changing a clone. False: no such clone. */
export function* lockClone(teamId: string, uuid: string): Work<boolean> {
  const sql =
    'SELECT 1 AS found FROM embedded_templates WHERE team_id = $1 AND uuid = $2 AND deleted_ms IS NULL FOR NO KEY UPDATE';
  return (yield* first(sql, [teamId, uuid])) !== undefined;
}

/** Ends the open sessions of a clone. */
export function endSessions(teamId: string, embeddedUuid: string): Work<number> {
  return run(
    `UPDATE editor_sessions SET ended_ms = now_ms()
     WHERE team_id = $1 AND embedded_uuid = $2 AND ended_ms IS NULL AND expires_ms > now_ms()`,
    [teamId, embeddedUuid],
  );
}

/** Creates the clone, unless its pair has a clone already. */
function* createOnce(teamId: string, clone: Parameters<EmbeddedTemplates['create']>[0]): Work<void> {
  const made = yield* run(
    `INSERT INTO embedded_templates (team_id, uuid, base_uuid, external_uuid, revision, created_ms) VALUES ($1, $2, $3, $4, 1, $5)
     ON CONFLICT (team_id, base_uuid, external_uuid) WHERE deleted_ms IS NULL DO NOTHING`,
    [teamId, clone.uuid, clone.baseTemplateUuid, clone.externalUuid, clone.createdMs],
  );
  if (made > 0) yield* insertRevision(teamId, clone.uuid, 1, { ...clone, sessionUuid: null });
}

/** Does `EmbeddedTemplates.save`. */
function* save(teamId: string, uuid: string, revision: number, next: NewRevision, rules: KeepRules): Work<boolean> {
  const changed = yield* run(
    'UPDATE embedded_templates SET revision = revision + 1 WHERE team_id = $1 AND uuid = $2 AND revision = $3 AND deleted_ms IS NULL',
    [teamId, uuid, revision],
  );
  if (changed === 0) return false;
  yield* insertRevision(teamId, uuid, revision + 1, next);
  if (next.ends === 'drafts-before')
    yield* run('UPDATE embedded_templates SET reset_revision = revision WHERE team_id = $1 AND uuid = $2', [teamId, uuid]);
  if (next.ends === 'drafts-before' || next.ends === (yield* findDraftNumber(teamId, uuid))) yield* removeDraft(teamId, uuid);
  yield* supersede(teamId, uuid, oldestKept(yield* readContents(teamId, uuid), rules));
  return true;
}

function insertRevision(
  teamId: string,
  uuid: string,
  revision: number,
  { baseTemplateVersion, slug, assets, document, sessionUuid }: Omit<NewRevision, 'ends'>,
): Work<number> {
  return run(
    `INSERT INTO embedded_revisions (team_id, uuid, revision, base_version, slug, assets, created_ms, document, session_uuid)
     VALUES ($1, $2, $3, $4, $5, $6, now_ms(), $7, $8)`,
    [teamId, uuid, revision, baseTemplateVersion, slug, JSON.stringify(assets), JSON.stringify(document), sessionUuid],
  );
}

/** Above each revision. */
const mostRevision = 2 ** 31 - 1;

/** Lets the sweep remove the revisions before `oldest`. */
function supersede(teamId: string, uuid: string, oldest: number): Work<number> {
  return run(
    `UPDATE embedded_revisions SET superseded_ms = now_ms()
     WHERE team_id = $1 AND uuid = $2 AND revision < $3 AND superseded_ms IS NULL`,
    [teamId, uuid, oldest],
  );
}

/** Rows to read before other calls have a turn. */
const chunk = 300;

const firstUuid = '00000000-0000-0000-0000-000000000000';

async function* readRevisionAssets(
  { perform }: WorkDatabase,
  teamId: string,
): AsyncGenerator<{ readonly uuid: string; readonly revision: number; readonly assets: string }> {
  const sql = `SELECT uuid, revision, assets FROM embedded_revisions WHERE team_id = $1 AND (uuid, revision) > ($2, $3)
     ORDER BY uuid, revision LIMIT ${chunk}`;
  for (let [uuid, revision] = [firstUuid, 0]; ; await turn()) {
    const values = [teamId, uuid, revision];
    const rows = await perform(() => all<{ uuid: string; revision: number; assets: string }>(sql, values));
    yield* rows;
    if (rows.length < chunk) return;
    ({ uuid, revision } = rows.at(-1)!);
  }
}

async function* readUploads(
  { perform }: WorkDatabase,
  teamId: string,
): AsyncGenerator<{ readonly uuid: string; readonly name: string; readonly entry: string }> {
  const sql = `SELECT uuid, name, entry FROM embedded_uploads WHERE team_id = $1 AND (uuid, name) > ($2, $3)
     ORDER BY uuid, name LIMIT ${chunk}`;
  for (let [uuid, name] = [firstUuid, '']; ; await turn()) {
    const values = [teamId, uuid, name];
    const rows = await perform(() => all<{ uuid: string; name: string; entry: string }>(sql, values));
    yield* rows;
    if (rows.length < chunk) return;
    ({ uuid, name } = rows.at(-1)!);
  }
}

export function* readContents(teamId: string, uuid: string): Work<Contents> {
  const rows = <Kind extends keyof ContentsRows>(sql: string) => all<ContentsRows[Kind][number]>(sql, [teamId, uuid]);
  return toContents({
    uploads: yield* rows<'uploads'>('SELECT name, entry FROM embedded_uploads WHERE team_id = $1 AND uuid = $2'),
    drafts: yield* rows<'drafts'>(
      'SELECT octet_length(pages) AS bytes, uploads FROM embedded_drafts WHERE team_id = $1 AND uuid = $2',
    ),
    revisions: yield* rows<'revisions'>(
      `SELECT revision, octet_length(document) AS bytes, assets FROM embedded_revisions
       WHERE team_id = $1 AND uuid = $2 AND superseded_ms IS NULL ORDER BY revision DESC`,
    ),
  });
}
