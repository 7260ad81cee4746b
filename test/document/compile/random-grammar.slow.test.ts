// Random templates of the whole grammar: what the check accepts renders to a sound PDF, and formatting changes nothing.
// PDFGEN_TEST_COUNT and PDFGEN_TEST_SEED try more of them.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { canonicalForm } from '../../../src/document/compile/canonical-form.ts';
import type { Program } from '../../../src/document/compile/compile-template.ts';
import { inspectPdf } from '../../../src/inspect/inspect-pdf.ts';
import { writeJson } from '../../../src/json/write-json.ts';
import { createFileResources } from '../../../src/renderer/file-resources.ts';
import { unpackFont } from '../../../src/renderer/unpack-woff2.ts';
import { openFolder } from '../../support/folders.ts';
import { jost, makeCollection } from '../../support/font-files.ts';
import { onePage, writePdf } from '../../support/foreign-pdf.ts';
import { mendTemplate } from '../../support/grammar/mend-template.ts';
import { makeGrammarTemplate, variableFont } from '../../support/grammar/random-grammar.ts';
import { allProperties, usedProperties } from '../../support/grammar/used-properties.ts';
import { readObjects } from '../../support/read-pdf.ts';
import { compile, defaultLimits, testResources } from '../../support/render.ts';
import { filesOf, renderProgram } from '../../support/render-document.ts';
import { trialSeeds } from '../../support/trials.ts';
import { makePng } from '../image/make-image.ts';

const seeds = trialSeeds('random-grammar.slow');
const count = seeds.length;
/** A document in so many is read by another program too. */
const sampled = 10;

const image = makePng({ width: 3, height: 2, bits: 8, colorType: 0, sample: () => 1 });
const images = { 'dot.png': image, 'photo.jpg': image, 'dot.pdf': writePdf(onePage()) };
const collection = makeCollection([(await unpackFont({ key: 'jost', bytes: jost.variable() })).bytes]);
const fonts = createFileResources({ [variableFont]: { bytes: collection, sha256: 'random-grammar' } });
const resources = { ...testResources, ...filesOf(images), font: fonts.font };

/** What takes long shows nothing that less does not. */
const limits = { ...defaultLimits, maxPages: 60, maxBoxes: 20_000 };

/** Faults that only the data bring, which no check of the template can find. */
const faultsOfData: Readonly<Record<string, string>> = {
  NO_PAGES: 'no layout makes a sheet, because a "when" does not hold or a list is empty',
  RENDER_LIMIT: 'a number of the data makes more pages or boxes than a document may have',
  METADATA_INVALID: 'a text of the data has a character that XML cannot hold',
  RENDER_WARNINGS: 'a text with "overflow": "error" does not fit',
};

/** Rules of PDF/UA that a template keeps only if its author asks for the standard: other documents may break them. */
const leftToAuthors: readonly { readonly rule: string; readonly why: string }[] = [
  { rule: 'UA-1 7.2-34', why: 'the template or its data name no language' },
  { rule: 'UA-1 7.2-29', why: 'the data give a language that is no tag, with a warning' },
  { rule: 'UA-1 7.3-1', why: 'a picture has no "alt"' },
  { rule: 'UA-1 7.1-8', why: 'a document without title and facts has no metadata' },
];

const folder = openFolder();

/** The document, or the code of a fault that the data bring. */
async function render(program: Program, data: unknown): Promise<Buffer | string> {
  try {
    return await renderProgram(program, { data, images, limits });
  } catch (error) {
    if (error instanceof PdfgenError && Object.hasOwn(faultsOfData, error.code)) return error.code;
    throw error;
  }
}

async function renderTemplate(template: Record<string, unknown>, data: unknown): Promise<Buffer | string> {
  const { program, diagnostics } = await compile(template, resources);
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return render(program, data);
}

const isSame = (a: Buffer | string, b: Buffer | string) => (typeof a === 'string' ? a === b : a.equals(b as Buffer));

/** What was found, by what was tried. */
const found = { rendered: [] as string[], formatted: [] as string[] };
const used = new Set<string>();
const tried = { templates: 0, documents: 0 };

beforeAll(async () => {
  for (const seed of seeds) {
    const { template: made, data } = makeGrammarTemplate(seed);
    const sound = await mendTemplate(made, resources);
    if (!sound) continue;
    const { template, program } = sound;
    tried.templates++;
    for (const property of usedProperties(template)) used.add(property);
    const attempt = async (kind: keyof typeof found, run: () => Promise<readonly string[]>) => {
      try {
        found[kind].push(...(await run()).map((fault) => `seed ${seed}: ${fault}`));
      } catch (error) {
        found[kind].push(`seed ${seed}: ${String((error as Error).stack)}`);
      }
    };
    let document: Buffer | string | undefined;
    await attempt('rendered', async () => {
      document = await render(program, data);
      return typeof document === 'string' ? [] : findFaults(document, seed);
    });
    if (document === undefined) continue;
    if (typeof document !== 'string') tried.documents++;
    const before = document;
    await attempt('formatted', () => findChanges(template, data, before));
  }
}, count * 6000);

async function findFaults(pdf: Buffer, seed: number): Promise<readonly string[]> {
  const { check } = await inspectPdf(pdf, { check: true });
  const faults = check!.findings
    .map(({ rule, message }) => `${rule} ${message}`)
    .filter((finding) => !leftToAuthors.some(({ rule }) => finding.startsWith(rule)));
  const wrong = findNoNumber(pdf);
  if (wrong) faults.push(`a page or an object holds ${wrong}`);
  if (seed % sampled === 0) {
    const path = join(folder, `${seed}.pdf`);
    writeFileSync(path, pdf);
    const said = execFileSync('qpdf', ['--check', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (!said.includes('No syntax or stream encoding errors')) faults.push(said);
  }
  return faults;
}

/** A value that is no number, in the objects of a file or in what its pages paint. */
function findNoNumber(pdf: Buffer): string | undefined {
  // Fonts, metadata and attachments hold what they like.
  const isPainted = (dictionary: string) => !/\/(?:Length1|Metadata|EmbeddedFile|N \d)/.test(dictionary);
  for (const [id, { body, stream }] of readObjects(pdf, isPainted)) {
    const wrong = /\b(?:NaN|Infinity|undefined)\b/.exec(`${body} ${stream?.toString('latin1') ?? ''}`);
    if (wrong) return `${wrong[0]} (object ${id})`;
  }
  return undefined;
}

async function findChanges(
  template: Record<string, unknown>,
  data: unknown,
  document: Buffer | string,
): Promise<readonly string[]> {
  const text = writeJson(canonicalForm(template));
  const formatted = JSON.parse(text) as Record<string, unknown>;
  if (writeJson(canonicalForm(formatted)) !== text) return ['the form of the canonical form is another one'];
  return isSame(await renderTemplate(formatted, data), document) ? [] : ['the canonical form gives another document'];
}

test('what the check accepts renders to a sound document', () => {
  expect(found.rendered).toEqual([]);
  expect(tried.documents).toBeGreaterThan(count * 0.7);
});

test('the canonical form is written once, and gives the same document', () => {
  expect(found.formatted).toEqual([]);
});

/** Rows of tables beside those of the columns: random-tables, table-spans and the tests of rows of sums try them. */
const ofOtherTests = /^table\.(?:header|rows|sums|groups|total|carried|brought)\b/;

test('the templates use the whole grammar', () => {
  // A few seeds use a part of it. Templates that are made only show the rest.
  for (let seed = count + 1; seed <= 40; seed++)
    for (const property of usedProperties(makeGrammarTemplate(seed).template)) used.add(property);
  const missing = [...allProperties()].filter((property) => !ofOtherTests.test(property) && !used.has(property));
  // A few templates miss much of what lies deep, such as the dash of one side of a border.
  expect(missing.length, missing.join(' ')).toBeLessThanOrEqual(count < 2000 ? used.size * 1.05 : 0);
});
