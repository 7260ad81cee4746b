// Templates as files: a new folder at once, an existing one file by file. For who holds the lock.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeTemporaries, syncFolder, temporaryPath, writeFilesDurably, writeSynced } from '../../files/durable-file.ts';
import { writeJson } from '../../json/write-json.ts';
import { digestContent } from '../content-digest.ts';
import type { WorkingTemplate } from './working-template.ts';

/** What the files of a template are to hold. Paths of assets by name. */
export interface NewFiles {
  readonly uuid: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Undefined: the files that are there stay. */
  readonly assets: Readonly<Record<string, string>> | undefined;
}

/** Makes the folder of a template; it appears whole. */
export function writeNewTemplate(folder: string, { uuid, document, assets = {} }: NewFiles): void {
  const templates = dirname(folder);
  mkdirSync(templates, { recursive: true });
  const beside = temporaryPath(folder);
  try {
    mkdirSync(beside);
    for (const [name, text] of Object.entries(partsOf(uuid, document, schemaReferenceFrom(folder))))
      writeSynced(join(beside, name), text);
    for (const [name, path] of Object.entries(assets)) {
      mkdirSync(dirname(join(beside, 'assets', name)), { recursive: true });
      writeSynced(join(beside, 'assets', name), readFileSync(path));
    }
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
  syncFolder(templates);
}

/** Writes the parts of a template that differ from what stands. */
export function rewriteTemplate(current: WorkingTemplate, { uuid, document, assets }: NewFiles): void {
  const { folder } = current.place;
  removeTemporaries(folder);
  const files = new Map<string, string | Uint8Array>(assets ? newAssets(current, assets) : []);
  for (const [name, text] of Object.entries(partsOf(uuid, document, current.schemaReference ?? schemaReferenceFrom(folder)))) {
    const path = join(folder, name);
    // A part that says the same keeps the layout that a person gave it.
    if (!existsSync(path) || !saysSame(readFileSync(path, 'utf8'), text)) files.set(path, text);
  }
  writeFilesDurably(files);
  if (assets) removeAssets(current, assets);
}

/** Takes a template away at once. */
export function removeTemplate(folder: string): void {
  const beside = temporaryPath(folder);
  renameSync(folder, beside);
  syncFolder(dirname(folder));
  rmSync(beside, { recursive: true, force: true });
}

function newAssets(
  current: WorkingTemplate,
  assets: Readonly<Record<string, string>>,
): readonly (readonly [string, Uint8Array])[] {
  const changed = Object.entries(assets).filter(([name, path]) => path !== current.assets[name]?.path);
  return changed.map(([name, path]) => {
    const target = join(current.place.folder, 'assets', name);
    mkdirSync(dirname(target), { recursive: true });
    removeTemporaries(dirname(target));
    return [target, readFileSync(path)];
  });
}

/** Only files that were assets go; notes and licences that lie beside them stay. */
function removeAssets(current: WorkingTemplate, assets: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(current.entries())) {
    const path = current.ownAssets.get(name);
    if (path !== undefined && !Object.hasOwn(assets, name)) rmSync(path, { force: true });
  }
}

function partsOf(uuid: string, document: Readonly<Record<string, unknown>>, $schema: unknown): Readonly<Record<string, string>> {
  const { dataSchema, exampleData, ...layout } = document;
  const head = { ...($schema !== undefined && { $schema }), uuid };
  return {
    'schema.json': writeJson(dataSchema),
    'example.json': writeJson(exampleData),
    'template.json': writeJson({ ...head, ...layout }),
  };
}

function saysSame(a: string, b: string): boolean {
  const digest = (text: string) => digestContent({ content: JSON.parse(text) as unknown }, {});
  return digest(a) === digest(b);
}

/** The published schema, where a workspace has it, gives completion in editors. */
function schemaReferenceFrom(folder: string): string | undefined {
  return existsSync(join(folder, '../../.schema/template.v1.json')) ? '../../.schema/template.v1.json' : undefined;
}
