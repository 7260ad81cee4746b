// The index of one team's templates.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { TemplateSummary } from '../../contract/engine.ts';
import type { IndexEntry, TemplateIndex } from '../template-index.ts';
import type { ListFilter, ListKey } from '../template-store.ts';
import { searchedText, separator } from '../template-summary.ts';
import type { SqliteDatabase, SqlValue } from './database.ts';

/** Templates that a search reads before other calls have a turn. With the longest descriptions they hold 1 to 2 MB. */
const searchedAtOnce = 200;

export function createTemplateIndex(database: SqliteDatabase, teamId: string): TemplateIndex {
  const remove = (slug: string) => database.run('DELETE FROM templates WHERE team_id = ? AND slug = ?', [teamId, slug]);
  return {
    async stamp() {
      return database.first<{ stamp: string }>('SELECT stamp FROM template_stamps WHERE team_id = ?', [teamId])?.stamp;
    },
    async findSlug(uuid) {
      const sql = 'SELECT slug FROM templates WHERE team_id = ? AND uuid = ? AND uuid IS NOT NULL';
      return database.first<{ slug: string }>(sql, [teamId, uuid])?.slug;
    },
    async findFault() {
      const sql = 'SELECT fault FROM templates INDEXED BY templates_faulty WHERE team_id = ? AND fault IS NOT NULL LIMIT 1';
      return database.first<{ fault: string }>(sql, [teamId])?.fault;
    },
    async list(filter, limit, after) {
      const rows: { readonly summary: string }[] = [];
      for (let from = after; ; ) {
        const until = isSearch(filter) ? endOfStretch(database, teamId, from) : undefined;
        const { sql, values } = listStatement(teamId, filter, limit - rows.length, from, until);
        rows.push(...database.all<{ summary: string }>(sql, values));
        if (rows.length > limit || until === undefined) break;
        from = until;
        await endOfTurn();
      }
      return {
        items: rows.slice(0, limit).map(({ summary }) => JSON.parse(summary) as TemplateSummary),
        hasMore: rows.length > limit,
      };
    },
    async count() {
      return database.first<{ n: number }>('SELECT count(*) AS n FROM templates WHERE team_id = ?', [teamId])!.n;
    },
    async listUnrecorded() {
      const sql = `SELECT slug FROM templates INDEXED BY templates_unrecorded
        WHERE team_id = ? AND uuid IS NOT NULL AND version IS NULL`;
      return database.all<{ slug: string }>(sql, [teamId]).map(({ slug }) => slug);
    },
    async clear() {
      database.transaction(() => {
        database.run('DELETE FROM template_stamps WHERE team_id = ?', [teamId]);
        database.run('DELETE FROM templates WHERE team_id = ?', [teamId]);
      });
    },
    async change(slugs, entries, stamp) {
      database.transaction(() => {
        for (const slug of slugs) remove(slug);
        for (const entry of entries) insert(database, teamId, entry);
        if (stamp === undefined) return;
        database.run(
          'INSERT INTO template_stamps (team_id, stamp) VALUES (?, ?) ON CONFLICT (team_id) DO UPDATE SET stamp = excluded.stamp',
          [teamId, stamp],
        );
      });
    },
  };
}

function insert(database: SqliteDatabase, teamId: string, entry: IndexEntry): void {
  if ('fault' in entry) {
    database.run('INSERT INTO templates (team_id, slug, fault) VALUES (?, ?, ?)', [teamId, entry.slug, entry.fault]);
    return;
  }
  const { uuid, slug, tags, version, createdAt } = entry.summary;
  database.run(
    'INSERT INTO templates (team_id, slug, uuid, created_at, version, summary, searched, tags) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [
      teamId,
      slug,
      uuid,
      createdAt,
      version,
      JSON.stringify(entry.summary),
      searchedText(entry.summary),
      ['', ...tags, ''].join(separator),
    ],
  );
}

/** Whether the query has to read templates that may not match. */
const isSearch = ({ q, tag }: ListFilter): boolean => q !== undefined || tag !== undefined;

/** The last template that a search reads before other calls have a turn. Undefined: the search reaches the end before. */
function endOfStretch(database: SqliteDatabase, teamId: string, after: ListKey | undefined): ListKey | undefined {
  return database.first<ListKey>(
    `SELECT created_at AS createdAt, uuid FROM templates INDEXED BY templates_by_time
     WHERE team_id = ? AND uuid IS NOT NULL ${after ? 'AND (created_at, uuid) < (?, ?)' : ''}
     ORDER BY created_at DESC, uuid DESC LIMIT 1 OFFSET ?`,
    [teamId, ...(after ? [after.createdAt, after.uuid] : []), searchedAtOnce - 1],
  );
}

/** The statement of a page. It walks a single index, so that its cost depends on the page alone. `until`: the last template to read. */
function listStatement(
  teamId: string,
  { q, slug, tag }: ListFilter,
  limit: number,
  after: ListKey | undefined,
  until: ListKey | undefined,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const conditions: readonly (readonly [sql: string, values: readonly SqlValue[] | undefined])[] = [
    ['AND slug = ?', slug === undefined ? undefined : [slug]],
    ['AND (created_at, uuid) < (?, ?)', after && [after.createdAt, after.uuid]],
    ['AND (created_at, uuid) >= (?, ?)', until && [until.createdAt, until.uuid]],
    ['AND instr(tags, ?) > 0', tag === undefined ? undefined : [separator + tag + separator]],
    ['AND instr(searched, ?) > 0', q === undefined ? undefined : [q.toLowerCase()]],
  ];
  const given = conditions.filter(([, values]) => values !== undefined);
  // A slug has a single template, so no order is needed.
  const [index, order] =
    slug === undefined ? ['templates_by_time', 'ORDER BY created_at DESC, uuid DESC'] : ['sqlite_autoindex_templates_1', ''];
  return {
    sql: `SELECT summary FROM templates INDEXED BY ${index} WHERE team_id = ? AND uuid IS NOT NULL ${given.map(([sql]) => sql).join(' ')}
      ${order} LIMIT ?`,
    values: [teamId, ...given.flatMap(([, values]) => values ?? []), limit + 1],
  };
}
