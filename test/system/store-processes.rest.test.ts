import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { makeFolder } from '../support/folders.ts';

const built = new URL('../../dist/js/index.js', import.meta.url).href;
const uuid = '0190a1b2-0000-7000-8000-00000000000a';

/** A program that has an `engine`, a `letter(slug, text)` and its own name in `me`. */
function writeProgram(folder: string, body: string): string {
  const path = join(folder, 'program.mjs');
  writeFileSync(
    path,
    `import { createLocalEngine } from ${JSON.stringify(built)};
const me = process.argv[2];
const engine = await createLocalEngine({ workspace: ${JSON.stringify(folder)} });
const letter = (slug, text) => ({ slug, pages: [{ size: 'A6', body: [text] }], dataSchema: true, exampleData: {} });
${body}
`,
  );
  return path;
}

const run = promisify(execFile);

test('two processes that create, replace and collide lose no template and no version', async () => {
  const folder = makeFolder();
  const engine = await createLocalEngine({ workspace: folder });
  await engine.createTemplate({ body: { uuid, slug: 'shared', pages: [{ body: ['0'] }], dataSchema: true, exampleData: {} } });
  const program = writeProgram(
    folder,
    `const won = [];
for (let i = 0; i < 100; i++) {
  await engine.replaceTemplate({ params: { uuid: '${uuid}' }, body: letter('shared', me + i) });
  if (i % 2 === 0) await engine.createTemplate({ body: letter('own-' + me + i, me) });
  else await engine.createTemplate({ body: letter('either-' + i, me) }).then(() => won.push(i), (error) => { if (error.code !== 'SLUG_TAKEN') throw error; });
}
process.stdout.write(JSON.stringify(won));`,
  );
  const [a, b] = await Promise.all(['a', 'b'].map((me) => run(process.execPath, [program, me])));
  const won = [...(JSON.parse(a!.stdout) as number[]), ...(JSON.parse(b!.stdout) as number[])];
  expect(won.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 50 }, (_, i) => 2 * i + 1));
  const slugs = readdirSync(join(folder, 'templates'));
  expect(slugs).toHaveLength(1 + 50 + 100);
  const versions: { version: number; text: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof engine.listTemplateVersions>> = await engine.listTemplateVersions({
      params: { uuid },
      query: { limit: 200, ...(cursor !== null && { cursor }) },
    });
    for (const { version } of page.items) {
      const { pages } = await engine.getTemplateVersion({ params: { uuid, version } });
      versions.push({ version, text: String((pages[0] as { body: string[] }).body[0]) });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(versions.map((one) => one.version)).toEqual(Array.from({ length: 201 }, (_, i) => 201 - i));
  const written = ['a', 'b'].flatMap((me) => Array.from({ length: 100 }, (_, i) => `${me}${i}`));
  expect(versions.map((one) => one.text).sort()).toEqual(['0', ...written].sort());
  expect(readdirSync(join(folder, '.pdfgen')).sort()).toEqual(['.gitignore', 'versions']);
});

test('of two processes with one If-Match, one is told that it comes too late', async () => {
  const folder = makeFolder();
  const engine = await createLocalEngine({ workspace: folder });
  await engine.createTemplate({ body: { uuid, slug: 'shared', pages: [{ body: ['0'] }], dataSchema: true, exampleData: {} } });
  const program = writeProgram(
    folder,
    `let won = 0;
for (let i = 0; i < 50; i++) {
  for (;;) {
    const { version, pages } = await engine.getTemplate({ params: { uuid: '${uuid}' } });
    const next = String(Number(pages[0].body[0]) + 1);
    const tag = '"' + version + '"';
    const done = await engine.replaceTemplate({ params: { uuid: '${uuid}' }, headers: { 'if-match': tag }, body: letter('shared', next) })
      .then(() => true, (error) => { if (error.code !== 'REVISION_CONFLICT') throw error; return false; });
    if (done) break;
  }
}`,
  );
  await Promise.all(['a', 'b'].map((me) => run(process.execPath, [program, me])));
  // A lost update would leave the counter short.
  expect(await engine.getTemplate({ params: { uuid } })).toMatchObject({ version: 101, pages: [{ body: ['100'] }] });
});

test('a process that is killed while it writes leaves whole templates and no lock that stays', async () => {
  const folder = makeFolder();
  const program = writeProgram(
    folder,
    `for (let i = 0; ; i++) {
  await engine.createTemplate({ body: letter(me + '-' + i, 'x'.repeat(100000)) });
  if (i === 0) process.stdout.write('begun');
}`,
  );
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, [program, `round${round}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20 + round * 7));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  const engine = await createLocalEngine({ workspace: folder });
  const { items } = await engine.listTemplates({ query: { limit: 200 } });
  expect(items.length).toBeGreaterThanOrEqual(5);
  for (const { slug } of items) {
    expect(readdirSync(join(folder, 'templates', slug)).sort()).toEqual(['example.json', 'schema.json', 'template.json']);
    JSON.parse(readFileSync(join(folder, 'templates', slug, 'template.json'), 'utf8'));
  }
  await engine.createTemplate({ body: { slug: 'last', pages: [{ body: ['0'] }], dataSchema: true, exampleData: {} } });
  expect(readdirSync(join(folder, 'templates')).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(existsSync(join(folder, '.pdfgen', 'lock'))).toBe(false);
});
