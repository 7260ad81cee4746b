// The documents that the docs show, and one for each script, for tests that lay out all of them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Resources } from '../../src/document/resources.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { makeLetterhead } from '../docs/example-pdfs.ts';
import { blocksOf, readPage } from '../docs/guide.ts';
import { examples, type Json, assets as referenceAssets, data as referenceData, templateOf } from '../docs/reference-examples.ts';
import { makePng } from '../document/image/make-image.ts';
import { files as fonts } from '../document/text/faces.ts';
import { layOutPlain } from './plain-pages.ts';

export interface ShownDocument {
  readonly name: string;
  readonly document: Json;
  readonly data: unknown;
  readonly resources: Resources;
}

export async function openResources(document: Json, assets: Readonly<Record<string, Uint8Array>>): Promise<Resources> {
  const files = Object.entries(assets).map(([name, bytes]) => [
    name,
    { bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
  const resources = createFileResources(Object.fromEntries(files));
  await resources.loadFonts(document);
  return resources;
}

const examplesFolder = fileURLToPath(new URL('../../templates-examples/', import.meta.url));

/** The names of the example templates. */
export const exampleNames = readdirSync(examplesFolder).filter((name) => existsSync(join(examplesFolder, name, 'template.json')));

/** An example template. */
export async function readExample(name: string): Promise<ShownDocument> {
  const at = join(examplesFolder, name);
  const read = (file: string) =>
    existsSync(join(at, file)) ? (JSON.parse(readFileSync(join(at, file), 'utf8')) as Record<string, unknown>) : undefined;
  const [template, dataSchema, exampleData] = ['template.json', 'schema.json', 'example.json'].map(read);
  const document: Json = { ...template, ...(dataSchema && { dataSchema }), ...(exampleData && { exampleData }) };
  const assets = existsSync(join(at, 'assets')) ? readdirSync(join(at, 'assets')) : [];
  const files = assets.map((file) => [file, readFileSync(join(at, 'assets', file))] as const);
  return { name, document, data: document.exampleData, resources: await openResources(document, Object.fromEntries(files)) };
}

/** The examples of the reference. */
export const referenceDocuments = (): Promise<ShownDocument[]> =>
  Promise.all(
    examples.map(async ([name, example, shown]) => {
      const document = templateOf(example, shown);
      return { name, document, data: referenceData, resources: await openResources(document, referenceAssets) };
    }),
  );

/** The blocks of the guides that are templates, or components in a page of their own. */
export async function guideDocuments(): Promise<ShownDocument[]> {
  const guides = readdirSync(new URL('../../docs/guides', import.meta.url)).map((name) => `docs/guides/${name}`);
  const picture = makePng({ width: 60, height: 40, bits: 8, colorType: 0, sample: (x) => x });
  const found: ShownDocument[] = [];
  for (const guide of ['README.md', ...guides]) {
    const blocks = blocksOf(readPage(guide)).filter(({ language }) => language === 'json');
    const values = blocks.flatMap(({ text }) => parseAll(text));
    const pictures = JSON.stringify(values).match(/[\w-]+\.(?:png|jpg|webp|svg)/g) ?? [];
    const assets: Record<string, Uint8Array> = { ...referenceAssets, 'letterhead.pdf': await makeLetterhead() };
    for (const name of pictures) assets[name] ??= picture;
    for (const [i, value] of values.entries()) {
      const shown = await openShown(value, values, assets);
      if (shown) found.push({ name: `${basename(guide)} ${i}`, ...shown });
    }
  }
  return found;
}

function parseAll(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** The template of a block, with the first block of its page that is data for it. Undefined: the block is something else. */
async function openShown(
  value: unknown,
  values: readonly unknown[],
  assets: Readonly<Record<string, Uint8Array>>,
): Promise<Omit<ShownDocument, 'name'> | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  const template = 'pages' in value ? (value as Json) : { pages: [{ body: Array.isArray(value) ? value : [value] }] };
  for (const data of [{}, ...values]) {
    const document = { currency: 'EUR', ...template, exampleData: data };
    const resources = await openResources(document, assets);
    const isShown = await layOutPlain({ document, data, date: '2026-03-01' }, resources).then(
      () => true,
      () => false,
    );
    if (isShown) return { document, data, resources };
  }
  return undefined;
}

const languages = JSON.parse(readFileSync(new URL('../document/text/human-rights.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** A text in each language of `human-rights.json`, as it is and hyphenated, by the fonts of all scripts. */
export async function scriptDocuments(): Promise<ShownDocument[]> {
  const assets = Object.fromEntries(Object.entries(fonts).map(([name, path]) => [`${name}${extname(path)}`, readFileSync(path)]));
  const [first, ...fallback] = Object.keys(assets);
  return Promise.all(
    Object.entries(languages).map(async ([lang, text]) => {
      const document = {
        document: { lang },
        fonts: { all: { regular: first, fallback } },
        styles: { base: { font: 'all' } },
        pages: [
          {
            size: [60, 120],
            margin: 5,
            body: [text, { text, align: 'justify', hyphenate: true }, { text, lines: 'balanced', letterSpacing: 1 }],
          },
        ],
      };
      return { name: lang, document, data: {}, resources: await openResources(document, assets) };
    }),
  );
}
