// Measures the live pages in a headless Chromium: node bench/live-pages.mjs [--changes 100] [--chromium /usr/bin/chromium]
// Needs a built program. For the example invoice, and for 24 pages with 500 components:
// - a change, from the moment the worker gets it until its pixels are on a canvas, and the same from the save of the file;
// - the first page, with an empty cache of the browser and with a full one; the bytes that are loaded;
// - the longest task of the page's own thread while it changes.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../node_modules/playwright-core/index.mjs';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({ options: { changes: { type: 'string' }, chromium: { type: 'string' } } });
const changes = Number(values.changes ?? 100);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pdfgen-live-pages-'));

/** 24 pages of headings, paragraphs, rows, boxes and tables: 500 components. */
function longTemplate() {
  const words = 'The trail leads over the ridge and down to the lake, where boats wait for walkers who want to cross.';
  const group = (i) => [
    { text: `${i + 1}. Stage {{ title }}`, size: 14, bold: true, margin: [6, 0, 2, 0] },
    { text: `${words} ${words} ${words}` },
    { row: [{ text: `Height ${200 + i} m`, width: 50 }, { text: words }] },
    { table: 'rows', as: 'r', columns: [{ header: 'Place', body: '{{ r.name }}' }, { header: 'Height', body: '{{ r.height }}' }] },
  ];
  return {
    pages: [{ size: 'A4', margin: 20, gap: 3, body: Array.from({ length: 84 }, (_, i) => group(i)).flat() }],
    exampleData: { title: 'one', rows: Array.from({ length: 8 }, (_, i) => ({ name: `Hut ${i}`, height: 1800 + i })) },
  };
}

const documents = {
  invoice: {
    prepare: (path) => cpSync(join(root, 'templates-examples/invoice'), path, { recursive: true }),
    file: 'example.json',
    change: (text, i) => text.replace(/"number": "[^"]*"/, `"number": "2026-${1000 + i}"`),
  },
  'long (24 pages, 500 components)': {
    prepare(path) {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'template.json'), JSON.stringify(longTemplate(), null, 1));
    },
    file: 'template.json',
    change: (text, i) => text.replace(/"title": "[^"]*"/, `"title": "number ${i}"`),
  },
};

const sorted = (numbers) => numbers.toSorted((a, b) => a - b);
const at = (numbers, part) => sorted(numbers)[Math.min(numbers.length - 1, Math.ceil(numbers.length * part) - 1)];
const ms = (number) => `${number.toFixed(0)} ms`;
const describe = (numbers) => `best ${ms(Math.min(...numbers))}, median ${ms(at(numbers, 0.5))}, p95 ${ms(at(numbers, 0.95))}`;

/** Starts the preview of a template; gives its address and what ends it. */
async function startPreview(path) {
  const child = spawn(process.execPath, [join(root, 'bin/pdfgen.js'), 'templates', 'preview', path, '--watch', '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await new Promise((done, fail) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('\n')) done(printed.trim());
    });
    child.once('exit', (code) => fail(new Error(`The preview ended with ${code}.`)));
  });
  return { address, end: () => child.kill('SIGKILL') };
}

/** Waits until the sheets of an edition are painted. Notes in the page when that is so, and each long task. */
const watchPage = `
  window.seen = [];
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
  new MutationObserver(() => {
    const sheets = document.querySelector('.sheets');
    const edition = sheets?.dataset.edition;
    if (sheets?.dataset.state !== 'ready' || edition === window.last) return;
    window.last = edition;
    // After the frame in which they were painted.
    requestAnimationFrame(() => setTimeout(() => seen.push(performance.timeOrigin + performance.now())));
  }).observe(document, { subtree: true, childList: true, attributes: true });
`;

/** Sends changes to a worker of its own, as the page does, and measures each until its sheets in view are on canvases. */
async function changeInWorker(count) {
  const script = performance.getEntriesByType('resource').find(({ name }) => /\/worker-[^/]+\.js$/.test(name)).name;
  const headers = { authorization: `Bearer ${location.hash.slice(1)}` };
  const shown = await (await fetch('/api/shown?choice=', { headers })).json();
  const worker = new Worker(script, { type: 'module' });
  const canvases = [0, 1].map(() => document.createElement('canvas').getContext('bitmaprenderer'));
  const times = [];
  for (let i = 0; i < count + 10; i++) {
    const text = JSON.stringify(shown.template.document).replace(/"(title|number)":"[^"]*"/g, (all, name) => `"${name}":"n ${i}"`);
    const document = JSON.parse(text);
    const request = {
      kind: 'show',
      template: { ...shown.template, document },
      base: { address: `${location.origin}/api/`, headers },
      data: document.exampleData ?? shown.data,
      view: { scale: 96 / 72, sheets: [0, 1] },
    };
    const begun = performance.now();
    const answer = await new Promise((done, fail) => {
      worker.onmessage = ({ data }) => data.kind !== 'waits' && done(data);
      worker.onerror = ({ message }) => fail(new Error(message));
      worker.postMessage(request);
    });
    if (answer.kind !== 'shown') throw new Error(answer.message || JSON.stringify(answer.faults));
    for (const { sheet, bitmap } of answer.painted) canvases[sheet].transferFromImageBitmap(bitmap);
    if (i >= 10) times.push(performance.now() - begun);
  }
  worker.terminate();
  return times;
}

const browser = await chromium.launch({ executablePath: values.chromium ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, { prepare, file, change }] of Object.entries(documents)) {
    const path = join(folder, name.split(' ')[0]);
    prepare(path);
    const { address, end } = await startPreview(path);
    try {
      const firsts = { empty: [], full: [] };
      let loaded = 0;
      for (let round = 0; round < 5; round++) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        for (const cache of ['empty', 'full']) {
          const page = await context.newPage();
          await page.addInitScript(watchPage);
          const begun = Date.now();
          await page.goto(address);
          await page.waitForFunction(() => globalThis.seen.length > 0);
          firsts[cache].push((await page.evaluate('seen[0]')) - begun);
          if (cache === 'empty')
            loaded = await page.evaluate(
              "performance.getEntriesByType('resource').reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
            );
          await page.close();
        }
        await context.close();
      }
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.addInitScript(watchPage);
      await page.goto(address);
      await page.waitForFunction(() => globalThis.seen.length > 0);
      const inWorker = await page.evaluate(changeInWorker, changes);
      await page.evaluate('longTasks.length = 0');
      const fromFile = [];
      for (let i = 0; i < changes + 5; i++) {
        const count = await page.evaluate('seen.length');
        const text = change(readFileSync(join(path, file), 'utf8'), i);
        const begun = performance.timeOrigin + performance.now();
        writeFileSync(join(path, file), text);
        await page.waitForFunction((before) => globalThis.seen.length > before, count, { timeout: 10_000 });
        if (i >= 5) fromFile.push((await page.evaluate((before) => globalThis.seen[before], count)) - begun);
        // A save within 50 ms of another is told of later by some systems; people do not save so fast.
        await new Promise((done) => setTimeout(done, 100));
      }
      const longest = Math.max(0, ...(await page.evaluate('longTasks')));
      console.log(`${name}
  change in the worker to pixels  ${describe(inWorker)}
  save of the file to pixels      ${describe(fromFile)}
  first page, empty cache         ${describe(firsts.empty)}
  first page, full cache          ${describe(firsts.full)}
  longest task of the page        ${longest === 0 ? 'none over 50 ms' : ms(longest)}
  scripts and styles of the page  ${(loaded / 1000).toFixed(0)} kB`);
      await page.close();
    } finally {
      end();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
