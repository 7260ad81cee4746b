// Measures justified and hyphenated text against Typst: node justify.mjs, after npm run build and npm install in this folder. Needs pdftotext.
// --in-row=8: allows as many hyphens in a row, as Typst has no limit. --keep: leaves the PDFs.
// Text: the Universal Declaration of Human Rights, one paragraph for each of its paragraphs, in columns of 170 and 240 pt, at 10 pt.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readArguments } from './lib/arguments.mjs';
import { measureLines, readDeclaration } from './lib/justified-text.mjs';

const { values } = readArguments({ options: { 'in-row': { type: 'string', default: '2' }, keep: { type: 'boolean' } } });
// Loaded when it is needed: only those who measure install the peers.
const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const { openSfnt } = await import('../.build/document/text/font/sfnt.js');

const languages = { de: 'deu_1996', fr: 'fra', en: 'eng', ta: 'tam', fi: 'fin' };
const widths = [170, 240];
const size = 10;
/** In pt: between lines, and between paragraphs. */
const lineHeight = 13;
const between = 40;
const inRow = Number(values['in-row']);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'justify-'));

const latin = fs.readFileSync(path.join(root, 'src/fonts/noto-sans/NotoSans-Regular.ttf'));
/** Typst reads no WOFF. */
const tamil = Buffer.from(openSfnt(fs.readFileSync(require.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff', { paths: [root] }))).bytes);

console.log('| text | width | tool | gaps | over 1 em | over 1.5 em | widest, em | most hyphens in a row |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [lang, name] of Object.entries(languages))
  for (const width of widths) {
    const paragraphs = readDeclaration(name);
    for (const [tool, make] of Object.entries({ pdfgen, typst })) {
      const file = path.join(folder, `${lang}-${width}-${tool}.pdf`);
      make(paragraphs, lang, width, file);
      const { gapsByLine, hyphens } = measureLines(file, { size, lineHeight });
      const gaps = gapsByLine.flat();
      const share = (limit) => `${((100 * gaps.filter((gap) => gap > limit).length) / gaps.length).toFixed(2)} %`;
      const cells = [lang, width, tool, gaps.length, share(1), share(1.5), Math.max(...gaps).toFixed(2), hyphens];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
if (values.keep) console.log(folder);
else fs.rmSync(folder, { recursive: true });

function pdfgen(paragraphs, lang, width, file) {
  const template = path.join(folder, 'template');
  fs.mkdirSync(path.join(template, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(template, 'assets/tamil.ttf'), tamil);
  const document = {
    unit: 'pt',
    document: { lang, title: 'Text' },
    fonts: lang === 'ta' ? { tamil: { regular: 'tamil.ttf', fallback: ['noto-sans'] } } : {},
    styles: { base: { font: lang === 'ta' ? 'tamil' : 'noto-sans', size, lineHeight: lineHeight / size, align: 'justify', hyphenate: { inRow } } },
    pages: [
      {
        size: [width, 14_000],
        margin: 0,
        body: [{ stack: paragraphs.map((text) => ({ text: text.replace(/[*_`[\]{}\\]/g, '') })), gap: between }],
      },
    ],
  };
  fs.writeFileSync(path.join(template, 'template.json'), JSON.stringify(document));
  execFileSync(process.execPath, [path.join(root, 'bin/pdfgen.js'), 'generate', 'single', template, '-o', file, '--quiet'], { stdio: 'inherit' });
}

function typst(paragraphs, lang, width, file) {
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: [latin, tamil] }] });
  const source = `
#set page(width: ${width}pt, height: 14000pt, margin: 0pt)
#set text(font: (${lang === 'ta' ? '"Noto Sans Tamil", ' : ''}"Noto Sans"), size: ${size}pt, lang: "${lang}", hyphenate: true, top-edge: 0.8em, bottom-edge: -0.2em)
#set par(justify: true, leading: ${lineHeight - size}pt, spacing: ${between}pt)
#for text in json(bytes(sys.inputs.data)) [#text#parbreak()]`;
  fs.writeFileSync(file, compiler.pdf({ mainFileContent: source, inputs: { data: JSON.stringify(paragraphs) } }, { pdfTags: false }));
}
