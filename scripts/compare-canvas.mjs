// Holds the canvas beside poppler for more documents than the suite has time for: the examples of the reference and random templates, with all of their pages.
// node scripts/compare-canvas.mjs [SEEDS]. Default: 40 random templates. Prints each document that differs, and fails if there is one. The pictures go to the
// folder that PDFGEN_CANVAS_PICTURES names. Run `npm run build` first.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const load = async (path) => {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return (await runnerImport(file, { configFile: false, logLevel: 'error' })).module;
};
const [
  { createFileResources },
  { assets, data, examples, templateOf },
  { makePng },
  { differingPages, openComparison },
  { makeRandomTemplate, randomData },
] = await Promise.all(
  ['src/renderer/file-resources.ts', 'test/docs/reference-examples.ts', 'test/document/image/make-image.ts']
    .map(load)
    .concat(['compare-canvas.ts', 'random-template.ts'].map((name) => load(`test/support/${name}`))),
);

const dot = makePng({ width: 8, height: 8, bits: 8, colorType: 2, sample: (x, y, i) => (x * 30 + y * i * 10) % 256 });
const files = Object.fromEntries(
  Object.entries({ ...assets, 'dot.png': dot }).map(([name, bytes]) => [
    name,
    { bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]),
);
const seeds = Array.from({ length: Number(process.argv[2] ?? 40) }, (_, i) => i + 1);
const documents = [
  ...examples.map(([title, example, shown]) => [title, templateOf(example, shown), data]),
  ...seeds.map((seed) => [`random-${seed}`, makeRandomTemplate(seed), randomData]),
  // Pages of PDFs are not laid out in browsers.
].filter(([title, document]) => title !== 'pdf' && !JSON.stringify(document).includes('application/pdf'));

const comparison = await openComparison(1000);
for (const [name, document, given] of documents) {
  const resources = createFileResources(files);
  await resources.loadFonts(document);
  const order = { document, data: given, date: '2026-03-01T00:00:00Z' };
  const differing = differingPages(await comparison.compare(name, order, resources));
  if (differing.length === 0) continue;
  console.log(`${name}: ${differing.join('; ')}`);
  process.exitCode = 1;
}
console.log(`${documents.length} documents compared`);
await comparison.close();
// Its browser runs until the process ends.
process.exit();
