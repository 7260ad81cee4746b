// PDF/A-1 as PDFBox preflight judges it, a validator of its own.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { quickJava } from '../support/validate-cii.ts';

const examples = fileURLToPath(new URL('../../templates-examples/', import.meta.url));
const jars = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'commons-io', 'javax.activation', 'jaxb-api'];
const classPath = jars.map((name) => `/usr/share/java/${name}.jar`).join(':');

/** What preflight says of all files in a folder: `a.pdf: valid`, or the faults. */
function judge(folder: string): readonly string[] {
  const args = [...quickJava, '-cp', classPath, 'org.apache.pdfbox.preflight.Validator_A1b', 'group', folder];
  const { stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' });
  const said = `${stdout}${stderr}`.split(/^The file /m).slice(1);
  return said.map((text) => text.trim().replace(/ is a valid PDF\/A-1b file$/, ': valid')).toSorted();
}

const metadata = {
  info: { 'Order (old)': 'Ä-1' },
  xmp: [
    {
      prefix: 'acme',
      namespace: 'https://example.com/ns/orders#',
      description: 'Orders',
      properties: {
        order: '4711',
        tags: { bag: ['a', 'b'] },
        steps: { seq: ['packed', 'sent'] },
        label: { languages: { en: 'Order', de: 'Auftrag' }, description: 'What it is' },
      },
    },
    {
      prefix: 'dc',
      properties: {
        contributor: { bag: ['Ada'] },
        coverage: 'Alps',
        identifier: '4711',
        publisher: { bag: ['Acme'] },
        relation: { bag: ['4710'] },
        rights: { languages: { en: '© Acme' } },
        source: 'Shop',
        type: { bag: ['Order'] },
      },
    },
    {
      prefix: 'xmpRights',
      properties: {
        Certificate: 'https://example.com/c',
        Owner: { bag: ['Acme'] },
        UsageTerms: { languages: { en: 'Read it' } },
        WebStatement: 'https://example.com/',
      },
    },
  ],
};

const rich = {
  document: { title: 'Everything', lang: 'en', author: 'Ada <Byron> & Co', keywords: ['a', 'ü'], viewer: {}, metadata },
  pages: [
    {
      size: 'A5',
      margin: 15,
      header: [{ body: ['Page {{ page.number }} of {{ page.total }}'] }],
      body: [
        { text: 'Größe, ﬁn, Ω, 1 € – “quoted”', role: 'heading1', bookmark: { title: 'First', anchor: 'top' } },
        { text: 'A [link](https://example.com), **bold**, *italic*, [up](#top).', format: 'inline' },
        {
          table: 'rows',
          columns: [
            { header: 'A', body: '{{ item }}' },
            { header: 'B', body: { rect: 3, fill: '#0a0' } },
          ],
        },
        {
          text: 'Grundlage von Freiheit, Gerechtigkeit und Menschenrechtsverletzungen',
          width: 25,
          lang: 'de',
          align: 'justify',
          hyphenate: true,
        },
        { barcode: 'x', symbology: 'qr', alt: 'A code' },
        { field: 'seller', kind: 'signature', alt: 'Signature of the seller', height: 10 },
        { frame: [{ text: 'Turned', at: { x: 5, y: 5, w: 40, rotate: 10 } }], height: 20 },
      ],
    },
  ],
};

/** More rows and paragraphs than an array of PDF 1.4 may hold. */
const long = {
  document: { title: 'Long', lang: 'en' },
  pages: [
    {
      margin: 10,
      body: [
        { table: 'rows', size: 4, columns: [{ header: 'A', body: '{{ item }}' }] },
        { repeat: 'rows', size: 4, body: '{{ item }}' },
      ],
    },
  ],
};

test('documents in PDF/A-1a and PDF/A-1b are valid, and a plain one is not', async () => {
  const cwd = makeFolder({
    't/template.json': rich,
    't/example.json': { rows: Array.from({ length: 80 }, (_, n) => `Row ${n}`) },
    'long/template.json': long,
    'long/example.json': { rows: Array.from({ length: 8200 }, (_, n) => n) },
  });
  // The other examples show pictures with transparent parts, which PDF/A-1 does not have.
  const templates = ['./t', './long', ...['bank-statement', 'shipping-label'].map((name) => join(examples, name))];
  const out = makeFolder();
  for (const [n, template] of templates.entries()) {
    for (const standard of template === './long' ? ['PDF/A-1a'] : ['PDF/A-1b', 'PDF/A-1a,PDF/UA-1']) {
      const file = `${n}${standard.slice(6, 8)}.pdf`;
      const { stderr, exitCode } = await runCli(['generate', 'single', template, '-o', join(out, file), '--standard', standard], {
        cwd,
      });
      expect(`${exitCode} ${stderr}`).toMatch(/^0 /);
    }
  }
  expect(judge(out)).toEqual(
    readdirSync(out)
      .toSorted()
      .map((name) => `${name}: valid`),
  );
  const plain = makeFolder();
  await runCli(['generate', 'single', './t', '-o', join(plain, 'plain.pdf')], { cwd });
  expect(judge(plain)).toEqual([expect.stringContaining('is not a valid PDF/A-1b file')]);
});
