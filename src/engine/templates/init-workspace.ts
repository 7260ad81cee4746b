// Makes a new workspace: settings, an ignore file, the template schema for completion, and a starter template.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PdfgenError } from '../../contract/errors.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { defaultExample, listExamples } from '../../files/list-examples.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { examplesFolder, templateSchemaFile } from '../../files/program-files.ts';
import { writeJson } from '../../json/write-json.ts';
import { createUuid } from '../../store/uuid.ts';
import { suggest } from '../../words/nearest.ts';
import { inferTemplate } from './infer-template.ts';

export interface NewWorkspace {
  /** Paths of the new files, relative to the workspace. */
  readonly files: readonly string[];
  /** Slug of the starter. */
  readonly template: string;
}

/**
 * Makes a workspace with an example in a folder, and the folder if it is missing. If any of the files exists, writes nothing and raises
 * INVALID_REQUEST with their names. An example that does not exist is TEMPLATE_NOT_FOUND.
 */
export async function initWorkspace(
  folder: string,
  { now = () => new Date(), example = defaultExample }: { readonly now?: () => Date; readonly example?: string } = {},
): Promise<NewWorkspace> {
  const starter = findExample(example);
  const files = new Map<string, string | Uint8Array>([
    ['pdfgen.json', writeJson({})],
    ['.gitignore', '# what pdfgen makes: versions, locks; the data of a server, with its secrets\n.pdfgen/\npdfgen-data/\n'],
    ['.schema/template.v1.json', await readTemplateSchema()],
  ]);
  for (const [name, content] of starterFiles(starter, now)) files.set(`templates/${starter}/${name}`, content);
  refuseExisting(folder, [...files.keys()]);
  for (const [name, content] of files) {
    const path = join(folder, name);
    makeFolder(join(path, '..'));
    writeFileDurably(path, content);
  }
  return { files: [...files.keys()], template: starter };
}

function findExample(wanted: string): string {
  const slugs = listExamples().map(({ slug }) => slug);
  if (wanted === defaultExample || slugs.includes(wanted)) return wanted;
  throw new PdfgenError(
    'TEMPLATE_NOT_FOUND',
    `There is no example ${JSON.stringify(wanted)}${suggest(wanted, slugs) || '.'} The examples are: ${slugs.join(', ')}.`,
  );
}

function refuseExisting(folder: string, names: readonly string[]): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new PdfgenError('INVALID_REQUEST', `${folder} is a file, not a folder.`);
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length === 0) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Nothing was written, because these exist in ${folder}: ${existing.join(', ')}. Move them away, or choose another folder.`,
  );
}

/** The published schema from the package. Made anew if the program runs from its source. */
async function readTemplateSchema(): Promise<string> {
  if (existsSync(templateSchemaFile)) return readFileSync(templateSchemaFile, 'utf8');
  const { templateJsonSchema } = await import('../../document/compile/published-schema.ts');
  return `${JSON.stringify(templateJsonSchema())}\n`;
}

function starterFiles(starter: string, now: () => Date): ReadonlyMap<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const source = new URL(`${starter}/`, examplesFolder);
  if (existsSync(source)) {
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(fileURLToPath(source), path).replaceAll('\\', '/'), readFileSync(path));
    }
  } else {
    const { slug: _slug, dataSchema, exampleData, ...document } = inferTemplate(starterData, { slug: starter, name: 'Invoice' });
    files.set('template.json', writeJson(document));
    files.set('schema.json', writeJson(dataSchema));
    files.set('example.json', writeJson(exampleData));
  }
  const document = JSON.parse(String(Buffer.from(files.get('template.json') ?? '{}'))) as Record<string, unknown>;
  const { $schema: _schema, uuid: _uuid, ...layout } = document;
  // Each workspace gets a uuid of its own, because two workspaces may meet in one repository or on one server.
  files.set(
    'template.json',
    writeJson({ $schema: '../../.schema/template.v1.json', uuid: createUuid(now().getTime()), ...layout }),
  );
  return files;
}

const starterData = {
  number: '2026-001',
  date: '2026-01-31',
  customer: { name: 'Example & Sons', street: '1 High Street', city: 'Newtown' },
  lines: [
    { item: 'Consulting', quantity: 3, price: 120 },
    { item: 'Travel', quantity: 1, price: 45.5 },
  ],
  total: 405.5,
};
