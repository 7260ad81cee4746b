// Measures the layout editor in a headless Chromium: node bench/editor.mjs [--rounds 5] [--chromium /usr/bin/chromium]
// Needs a built program. Starts its own server with the example invoice, opens its editor, and works in it as a person does:
// - from the call of the editorUrl until the tree of parts is there, and until the first sheet is painted;
// - while a part is dragged, the work of each move of the pointer until its frame is done;
// - the tasks over 50 ms of the page's own thread, by what was done.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../node_modules/playwright-core/index.mjs';
import { readArguments } from './lib/arguments.mjs';

const { values } = readArguments({ options: { rounds: { type: 'string' }, chromium: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pdfgen-editor-'));
const program = join(root, 'bin/pdfgen.js');

async function startServer() {
  const dataDir = join(folder, 'server');
  mkdirSync(dataDir);
  const child = spawn(process.execPath, [program, 'serve', '--data-dir', dataDir, '--port', '0', '--threads', '1', '--min-free-bytes', '0', '--log-level', 'warn'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((done, fail) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const [, found] = /listening on (\S+)/.exec(said) ?? [];
      if (found) done(found);
    });
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}.`)));
  });
  const token = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  const workspace = join(folder, 'workspace');
  cpSync(join(root, 'templates-examples/invoice'), join(workspace, 'templates/invoice'), { recursive: true });
  execFileSync(process.execPath, [program, 'templates', 'push', 'invoice', '--store', workspace, '--remote', url], {
    env: { ...process.env, PDFGEN_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ask = async (method, path) =>
    (await fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })).json();
  const { items } = await ask('GET', '/templates');
  return {
    openSession: async () => (await ask('POST', `/embedded-templates/${items[0].uuid}/${crypto.randomUUID()}/session`)).editorUrl,
    end: () => child.kill('SIGKILL'),
  };
}

/** Notes in the page when something is there first, each long task, and how long each move of a drag takes until its frame is done. */
const watchPage = `
  window.seen = {};
  window.longTasks = [];
  window.moves = [];
  const now = () => performance.timeOrigin + performance.now();
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ at: startTime, duration }))))
    .observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (!seen.tree && document.querySelector('[role=treeitem]')) requestAnimationFrame(() => setTimeout(() => { seen.tree ??= now(); }));
    if (!seen.sheet && document.querySelector('.sheets')?.dataset.state === 'ready')
      requestAnimationFrame(() => setTimeout(() => { seen.sheet ??= now(); }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener('pointermove', ({ buttons }) => {
    if (buttons !== 1) return;
    const begun = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => moves.push(performance.now() - begun);
      port2.postMessage(0);
    });
  }, true);
`;

const at = (numbers, part) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)];
};
const ms = (number) => `${number.toFixed(0)} ms`;
const describe = (numbers) => `best ${ms(Math.min(...numbers))}, median ${ms(at(numbers, 0.5))}, p95 ${ms(at(numbers, 0.95))}`;
const pause = (time) => new Promise((done) => setTimeout(done, time));

const boxOf = (page, name) =>
  page
    .getByRole('treeitem', { name })
    .first()
    .click()
    .then(() => page.locator('.outline.chosen').first().boundingBox());

async function drag(page, { x, y, width, height }, [across, down]) {
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let i = 1; i <= 60; i++) {
    await page.mouse.move(x + width / 2 + (across * i) / 60, y + height / 2 + (down * i) / 60);
    await pause(16);
  }
  await page.mouse.up();
}

/** What a person does, one after the other. */
const acts = {
  'choose parts in the tree': async (page) => {
    await page.getByRole('treeitem').first().focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown', { delay: 60 });
  },
  'open the other tabs': async (page) => {
    for (const name of ['Add', 'Data', 'Code', 'Parts']) await page.getByRole('tab', { name, exact: true }).click();
  },
  'drag a part': async (page) => drag(page, await boxOf(page, 'Text Thank you'), [0, -120]),
  'take it back': (page) => page.keyboard.press('Control+Z'),
  'write a text': async (page) => {
    await page.getByRole('treeitem', { name: 'Text Thank you' }).click();
    await page.keyboard.press('F2');
    await page.keyboard.type(' and come again', { delay: 60 });
    await page.keyboard.press('Control+Enter');
  },
  'change a property': async (page) => {
    const size = page.locator('[data-property="size"] input').first();
    await size.fill('12');
    for (let i = 0; i < 5; i++) await size.press('ArrowUp', { delay: 60 });
  },
  'show all properties': async (page) => page.locator('.end summary').first().click(),
  'move a border of the table': async (page) => {
    await page.getByRole('treeitem', { name: 'Table lines' }).click();
    const border = page.getByRole('separator').first();
    await drag(page, await border.boundingBox(), [8, 0]);
  },
  'add a column and fill it': async (page) => {
    await page.getByRole('tab', { name: 'Data' }).click();
    await page.locator('.put-field').last().click();
    await page.getByRole('tab', { name: 'Parts' }).click();
  },
  'add and delete a part': async (page) => {
    await page.getByRole('tab', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Rectangle' }).click();
    await page.getByRole('tab', { name: 'Parts' }).click();
    await page.keyboard.press('Delete');
  },
  'place a part freely, and drag it': async (page) => {
    await page.getByRole('treeitem', { name: 'Text Thank you' }).click();
    await page.getByRole('button', { name: 'Place freely' }).click();
    await pause(500);
    await drag(page, await page.locator('.outline.chosen').first().boundingBox(), [30, 10]);
  },
  save: (page) => page.getByRole('button', { name: 'Save', exact: true }).click(),
};

const server = await startServer();
const browser = await chromium.launch({ executablePath: values.chromium ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const firsts = { tree: [], sheet: [] };
  const moves = [];
  const tasks = new Map();
  for (let round = 0; round < rounds; round++) {
    const editorUrl = await server.openSession();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(watchPage);
    const begun = Date.now();
    await page.goto(editorUrl);
    await page.waitForFunction(() => globalThis.seen?.tree && globalThis.seen.sheet);
    const seen = await page.evaluate('seen');
    for (const name of ['tree', 'sheet']) firsts[name].push(seen[name] - begun);
    await pause(1000);
    const note = async (name) => {
      for (const { duration } of await page.evaluate('longTasks.splice(0)')) tasks.set(name, [...(tasks.get(name) ?? []), duration]);
    };
    await note('open the editor');
    for (const [name, act] of Object.entries(acts)) {
      await act(page);
      await pause(800);
      await note(name);
    }
    moves.push(...(await page.evaluate('moves')));
    await context.close();
  }
  console.log(`the editor on the invoice, ${rounds} rounds
  tree of parts, empty cache      ${describe(firsts.tree)}
  first sheet, empty cache        ${describe(firsts.sheet)}
  a move of a drag and its frame  ${describe(moves)}, most ${ms(Math.max(...moves))} (${moves.length} moves)
  tasks over 50 ms                ${tasks.size === 0 ? 'none' : ''}`);
  for (const [name, all] of tasks) console.log(`    ${name}: ${all.map(ms).join(', ')}`);
} finally {
  await browser.close();
  server.end();
  rmSync(folder, { recursive: true, force: true });
}
