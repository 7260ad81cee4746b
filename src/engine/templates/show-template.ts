// What a browser needs to lay out documents of a template itself.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ShownFile, ShownFiles, ShownTemplate } from '../../contract/shown-template.ts';
import type { Resource } from '../../document/resources.ts';
import { fingerprint } from '../../files/fingerprint.ts';
import { listShippedFonts, listShippedPatterns } from '../../files/program-files.ts';
import type { AssetFile, TemplateSource } from '../../renderer/renderer.ts';
import { isFontFile } from '../../words/font-lines.ts';
import { patternLanguage } from '../../words/pattern-name.ts';
import type { Deps } from '../deps.ts';

/** The parts of a template from which documents are made. */
export type ShownSource = Pick<TemplateSource, 'document' | 'assets'>;

/** `pathOf`: where the browser loads a file. */
export async function showTemplate(
  { limits: { now } }: Pick<Deps, 'limits'>,
  { document, assets }: ShownSource,
  pathOf: (kind: keyof ShownFiles, name: string, key: string) => string,
): Promise<ShownTemplate> {
  const { inferFromExample } = await import('../../renderer/infer-from-example.ts');
  const keys = await Promise.all(Object.entries(assets).map(async ([name, asset]) => [name, await keyOf(asset)] as const));
  const shipped = (names: Iterable<string>) => [...names].map((name) => [name, `shipped/${name}`] as const);
  const list = (kind: keyof ShownFiles, all: readonly (readonly [name: string, key: string])[]) =>
    Object.fromEntries(all.map(([name, key]): [string, ShownFile] => [name, { key, path: pathOf(kind, name, key) }]));
  const patterns = keys.flatMap(([name, key]) => {
    const language = patternLanguage(name);
    return language === undefined ? [] : [[language, key] as const];
  });
  return {
    document,
    inferred: inferFromExample(document),
    files: {
      assets: list('assets', keys),
      fonts: list('fonts', [...shipped(listShippedFonts().keys()), ...keys.filter(([name]) => isFontFile(name))]),
      patterns: list('patterns', [...shipped(listShippedPatterns()), ...patterns]),
    },
    limits: {
      maxPages: now.maxPages,
      maxBoxes: now.maxBoxes,
      maxImagePixels: now.maxImagePixels,
      maxImageBytes: now.maxImageBytes,
    },
  };
}

/** A file of a shown template, as layout takes it: fonts unpacked, patterns packed. Undefined: no such file. Raises ASSET_INVALID. */
export async function openShownFile(
  { document, assets }: ShownSource,
  kind: keyof ShownFiles,
  name: string,
): Promise<Resource | undefined> {
  const { createFileResources } = await import('../../renderer/file-resources.ts');
  const resources = createFileResources(assets);
  if (kind === 'patterns') return resources.patterns(name);
  if (kind === 'assets') return resources.file(name);
  await resources.loadFonts({ document, named: name });
  return resources.font(name);
}

/** SHA-256 of files, by their paths and states. */
const known = new Map<string, { readonly state: string; readonly sha256: string }>();

async function keyOf(asset: AssetFile): Promise<string> {
  if (asset.sha256 !== undefined) return asset.sha256;
  const { path } = asset as Extract<AssetFile, { readonly path: string }>;
  const state = fingerprint([path]).text;
  const earlier = known.get(path);
  if (earlier?.state === state) return earlier.sha256;
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  known.set(path, { state, sha256 });
  return sha256;
}
