// What the files of a team in a data folder hold: templates, their versions, and the files that they name.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { workspaceCatalog } from '../filesystem/catalog.ts';
import { recordsFolder } from '../filesystem/records-folder.ts';
import { VersionShelf } from '../filesystem/version-shelf.ts';
import { TemplateReader, type WorkingTemplate } from '../filesystem/working-template.ts';

export interface StoredVersion {
  readonly uuid: string;
  readonly number: number;
  readonly createdMs: number;
  readonly digest: string;
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

export interface StoredTemplateState {
  readonly uuid: string;
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly createdMs: number;
  readonly firstVersion: number;
  /** The version with the current content. */
  readonly version: number;
}

export interface TeamFiles {
  /** SHA-256 of the kept files. */
  readonly assets: readonly string[];
  /** The bytes of a kept file. Raises INTERNAL if they are damaged. */
  readAsset(sha256: string): { readonly bytes: Uint8Array; readonly keptMs: number };
  readonly templates: readonly StoredTemplateState[];
  /** Every version, with those of deleted templates. */
  versions(): Generator<StoredVersion>;
}

/** `folder`: the team's. It may be missing. Raises TEMPLATE_INVALID for a template that cannot be read. */
export async function readTeamFiles(folder: string): Promise<TeamFiles> {
  if (!existsSync(folder)) return { assets: [], readAsset: noAsset, templates: [], *versions() {} };
  const shelf = new VersionShelf(recordsFolder(folder));
  const { templates, unrecorded } = await readTemplates(folder, shelf);
  const paths = new Map((await shelf.listAssets(Number.POSITIVE_INFINITY)).map((sha256) => [sha256, shelf.assetPath(sha256)]));
  for (const one of unrecorded)
    for (const [name, { sha256 }] of Object.entries(one.working.entries()))
      if (!paths.has(sha256)) paths.set(sha256, one.working.assets[name]!.path);
  return {
    assets: [...paths.keys()].sort(),
    readAsset: (sha256) => readAsset(paths.get(sha256) ?? noAsset(), sha256),
    templates,
    *versions() {
      for (const uuid of shelf.uuids().toSorted()) {
        for (const version of shelf.listAll(uuid).versions) {
          const { number, createdMs, digest } = version;
          yield { uuid: uuid.toLowerCase(), number, createdMs, digest, ...shelf.readContent(version) };
        }
      }
      for (const { working, number } of unrecorded) {
        const { uuid, updatedMs, document, place } = working;
        yield {
          uuid,
          number,
          createdMs: updatedMs,
          digest: working.digest(),
          slug: place.slug,
          document,
          assets: working.entries(),
        };
      }
    },
  };
}

/** A working template whose content is not its newest version, and the number of the version that the content becomes. */
interface Unrecorded {
  readonly working: WorkingTemplate;
  readonly number: number;
}

async function readTemplates(
  folder: string,
  shelf: VersionShelf,
): Promise<{ readonly templates: readonly StoredTemplateState[]; readonly unrecorded: readonly Unrecorded[] }> {
  const { places, faults } = workspaceCatalog(folder).scan();
  if (faults[0]) throw faults[0].error;
  const reader = new TemplateReader();
  const templates = new Map<string, StoredTemplateState>();
  const unrecorded: Unrecorded[] = [];
  for (const place of places) {
    const working = await reader.read(place);
    if (!working) continue;
    const { uuid, document } = working;
    const twin = templates.get(uuid);
    if (twin)
      throw new PdfgenError(
        'TEMPLATE_INVALID',
        `${join(folder, 'templates')}: ${twin.slug} and ${place.slug} have the same UUID ${uuid}.`,
      );
    const { highest, deletedThrough } = shelf.listAll(uuid);
    const versions = shelf.list(uuid);
    const isRecorded = versions[0]?.digest === working.digest();
    const version = isRecorded ? versions[0]!.number : highest + 1;
    if (!isRecorded) unrecorded.push({ working, number: version });
    const createdMs = versions.at(-1)?.createdMs ?? working.createdMs;
    templates.set(uuid, { uuid, slug: place.slug, document, createdMs, firstVersion: deletedThrough + 1, version });
  }
  return { templates: [...templates.values()], unrecorded };
}

function readAsset(path: string, sha256: string): { readonly bytes: Uint8Array; readonly keptMs: number } {
  const bytes = readFileSync(path);
  if (createHash('sha256').update(bytes).digest('hex') === sha256) return { bytes, keptMs: Math.floor(statSync(path).mtimeMs) };
  throw new PdfgenError('INTERNAL', `${path} is damaged: it has other bytes than its name says. Put it back from a backup.`);
}

function noAsset(): never {
  throw new PdfgenError('INTERNAL', 'A file of a template is missing in the data folder. Put it back from a backup.');
}
