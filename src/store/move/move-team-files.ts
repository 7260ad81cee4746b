// Moves the templates of a team: versions and templates become rows, files become objects.
import { createHash } from 'node:crypto';
import { findMediaType } from '../../contract/asset-types.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { isStorableText } from '../../words/storable-text.ts';
import type { AssetBytes } from '../asset-bytes.ts';
import type { PostgresDatabase, SqlValue } from '../postgres/database.ts';
import { summaryValues } from '../postgres/templates.ts';
import { deriveUuid } from '../uuid.ts';
import type { StoredTemplateState, StoredVersion, TeamFiles } from './team-files.ts';

export interface TeamTarget {
  readonly database: PostgresDatabase;
  readonly bytes: AssetBytes;
  readonly teamId: string;
}

/** May be repeated: what is there already stays. */
export async function copyTeamFiles(files: TeamFiles, target: TeamTarget): Promise<void> {
  const { database, teamId } = target;
  for (const template of files.templates) checkStorable(template, teamId);
  for (const sha256 of files.assets) await copyAsset(files, sha256, target);
  for (const version of files.versions()) {
    await database.run(
      `WITH made AS (
         INSERT INTO template_versions (team_id, uuid, number, digest, slug, document, assets, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING)
       INSERT INTO version_assets (team_id, sha256, uuid, number) SELECT $1, sha256, $2, $3 FROM unnest($9::text[]) AS sha256
       ON CONFLICT DO NOTHING`,
      [teamId, ...versionValues(version), [...new Set(Object.values(version.assets).map(({ sha256 }) => sha256))]],
    );
  }
  for (const template of files.templates) {
    await database.run(
      `INSERT INTO templates (team_id, uuid, slug, version, first_version, created_ms, name, description, tags, page_count, searched)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
      [teamId, ...templateValues(template), ...summaryValues(template)],
    );
  }
}

/** Raises TEMPLATE_INVALID for a template that was written into the folder with a character that a server refuses. */
function checkStorable(template: StoredTemplateState, teamId: string): void {
  const texts: readonly unknown[] = summaryValues(template).flat();
  if (!texts.some((text) => typeof text === 'string' && !isStorableText(text))) return;
  throw new PdfgenError(
    'TEMPLATE_INVALID',
    `The template ${template.slug} of the team ${teamId} has the character U+0000 or half of a surrogate pair in its name, description or tags, which a database cannot store. Remove it from the template, and run the command again.`,
  );
}

async function copyAsset(files: TeamFiles, sha256: string, { database, bytes, teamId }: TeamTarget): Promise<void> {
  if (await database.first('SELECT 1 AS found FROM assets WHERE team_id = $1 AND sha256 = $2', [teamId, sha256])) return;
  const content = files.readAsset(sha256);
  // Derived, so that a repeated upload leaves no second object behind.
  const generation = deriveUuid(`${teamId}/${sha256}`);
  await bytes.write(`${teamId}/${sha256}/${generation}`, sha256, content.bytes);
  await database.run(
    'INSERT INTO assets (team_id, sha256, generation, bytes, type, kept_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
    [
      teamId,
      sha256,
      generation,
      content.bytes.length,
      findMediaType(content.bytes) ?? 'application/octet-stream',
      content.keptMs,
    ],
  );
}

/** What differs in the database or the bucket. Undefined: nothing. Every object is read again. */
export async function findTeamDifference(files: TeamFiles, { database, bytes, teamId }: TeamTarget): Promise<string | undefined> {
  const all = <Row>(sql: string) => database.all<Row>(sql, [teamId]);
  const assets = await all<{ sha256: string; generation: string }>(
    'SELECT sha256, generation FROM assets WHERE team_id = $1 ORDER BY sha256 COLLATE "C"',
  );
  if (assets.map(({ sha256 }) => sha256).join() !== files.assets.join()) return 'the list of files';
  for (const { sha256, generation } of assets) await bytes.read(`${teamId}/${sha256}/${generation}`, sha256);
  const versions = await all<{ name: string; digest: string }>(
    `SELECT uuid || ' ' || number AS name, encode(sha256(convert_to(concat_ws(E'\\x1f', digest, slug, document, assets, created_ms), 'UTF8')), 'hex') AS digest
     FROM template_versions WHERE team_id = $1`,
  );
  const stored = new Map(versions.map(({ name, digest }) => [name, digest]));
  for (const version of files.versions()) {
    const [uuid, number, ...content] = versionValues(version);
    const name = `${uuid} ${number}`;
    if (stored.get(name) !== createHash('sha256').update(content.join('\x1f')).digest('hex')) return `the version ${name}`;
    stored.delete(name);
  }
  const [more] = stored.keys();
  if (more !== undefined) return `the version ${more}`;
  const templates = await all<{ row: string }>(
    `SELECT concat_ws(' ', uuid, slug, version, first_version, created_ms) AS row FROM templates WHERE team_id = $1`,
  );
  const expected = files.templates.map((template) => templateValues(template).join(' '));
  return templates
    .map(({ row }) => row)
    .sort()
    .join() === expected.sort().join()
    ? undefined
    : 'the list of templates';
}

/** uuid, number, digest, slug, document, assets, created_ms. */
function versionValues({ uuid, number, digest, slug, document, assets, createdMs }: StoredVersion): readonly SqlValue[] {
  return [uuid, number, digest, slug, JSON.stringify(document), JSON.stringify(assets), createdMs];
}

/** uuid, slug, version, first_version, created_ms. */
function templateValues({ uuid, slug, version, firstVersion, createdMs }: StoredTemplateState): readonly SqlValue[] {
  return [uuid, slug, version, firstVersion, createdMs];
}
