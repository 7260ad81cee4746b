// Writes templates to their folders: a new folder at once, an existing folder file by file. Hold the lock.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder, writeFilesDurably, writeSynced } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { removeLeftovers, temporaryIn } from '../../files/temporary-name.ts';
import { writeJson } from '../../json/write-json.ts';
import { digestContent } from '../content-digest.ts';
import type { WorkingTemplate } from './working-template.ts';

/** The new files of a template. Assets are paths by name. */
export interface NewFiles {
  readonly uuid: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Undefined: the template keeps its files. */
  readonly assets: Readonly<Record<string, string>> | undefined;
}

/** Makes the folder of a template. The folder appears with all its files at once. */
export function writeNewTemplate(folder: string, { uuid, document, assets = {} }: NewFiles): void {
  const templates = dirname(folder);
  makeFolder(templates);
  const beside = temporaryIn(templates);
  try {
    mkdirSync(beside);
    for (const [name, text] of Object.entries(partsOf(uuid, document, schemaReferenceFrom(folder))))
      writeSynced(join(beside, name), text);
    for (const [name, path] of Object.entries(assets)) {
      makeFolder(dirname(join(beside, 'assets', name)));
      writeSynced(join(beside, 'assets', name), readFileSync(path));
    }
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
  syncFolder(templates);
}

/** Writes the changed parts of a template. */
export function rewriteTemplate(current: WorkingTemplate, { uuid, document, assets }: NewFiles): void {
  const { folder } = current.place;
  removeLeftovers(folder);
  const files = new Map<string, string | Uint8Array>(assets ? newAssets(current, assets) : []);
  for (const [name, text] of Object.entries(partsOf(uuid, document, current.schemaReference ?? schemaReferenceFrom(folder)))) {
    const path = join(folder, name);
    // A part with the same content keeps the line breaks and blanks that a person gave it.
    if (!existsSync(path) || !saysSame(readFileSync(path, 'utf8'), text)) files.set(path, text);
  }
  writeFilesDurably(files);
  if (assets) removeAssets(current, assets);
}

/** Removes a template at once. */
export function removeTemplate(folder: string): void {
  const beside = temporaryIn(dirname(folder));
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
    makeFolder(dirname(target));
    removeLeftovers(dirname(target));
    return [target, readFileSync(path)];
  });
}

/** Removes old assets. Other files in the folder, such as notes and licences, stay. */
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

/** `$schema` for a new template: code editors complete names with it. Undefined: the workspace has no copy of the schema. */
function schemaReferenceFrom(folder: string): string | undefined {
  return existsSync(join(folder, '../../.schema/template.v1.json')) ? '../../.schema/template.v1.json' : undefined;
}
