// Text hyphenated by the patterns of a workspace: the same wherever it is rendered, and copied without hyphens.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digests, runBatch } from '../support/batch-process.ts';
import { makeWorkspace } from '../support/run-cli.ts';
import { runProgram } from '../support/run-program.ts';
import { startServe } from '../support/serve-process.ts';

const patterns = '% hyphenmins:\n%     typesetting:\n%         left: 2\n%         right: 2\n\\patterns{\no1d\no1v\na1r\n}\n';
const word = 'svobodarodovrhovost';
const text = `svoboda ${word} {{ n }} ${word} svoboda ${word}`;
const czech = {
  name: 'Czech',
  document: { lang: 'cs-CZ' },
  dataSchema: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
  exampleData: { n: 'a' },
  // A word that stays whole is wider than the page.
  pages: [{ size: [21, 60], margin: 1, body: [{ text, hyphenate: true, align: 'justify' }] }],
};
const rows = ['n', ...Array.from({ length: 40 }, (_, i) => `x${i}`)].join('\n');

function makeFolder() {
  const cwd = makeWorkspace({
    'templates/czech/template.json': czech,
    'hyphenation/cs.tex': patterns,
    'rows.csv': rows,
    'data.json': { n: 'x7' },
  });
  const env = { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), CI: '1' };
  const run = async (...args: readonly string[]) => {
    const { code, stderr } = await runProgram(args, { cwd, env });
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/text-too-wide|no-hyphenation/)]);
  };
  return { cwd, run };
}

/** What poppler copies. It keeps soft hyphens, by which a program that pastes text joins the parts of a word. */
const copied = (path: string) =>
  execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replaceAll('\u00ad\n', '').replaceAll(/\s+/g, ' ').trim();
const date = ['--date', '2026-03-01'];

test('by threads, by a batch and by a server, a document is the same as by a single call', async () => {
  const { cwd, run } = makeFolder();
  await run('generate', 'single', 'czech', '-d', 'data.json', '-o', 'single.pdf', ...date);
  const single = readFileSync(join(cwd, 'single.pdf'));
  expect(copied(join(cwd, 'single.pdf'))).toBe(text.replace('{{ n }}', 'x7'));

  const batch = await runBatch(cwd, ['czech', '-i', 'rows.csv', '-o', 'out/{{ n }}.pdf', '--workers', '2', ...date]);
  expect([batch.code, batch.stderr]).toEqual([0, expect.not.stringMatching(/text-too-wide|no-hyphenation/)]);
  expect(readFileSync(join(cwd, 'out/x7.pdf')).equals(single)).toBe(true);

  mkdirSync(join(cwd, 'server'));
  const server = await startServe(join(cwd, 'server'));
  onTestFinished(() => server.kill());
  const remote = ['--remote', server.url, '--token-file', 'server/first-token'];
  await run('templates', 'push', 'czech', ...remote);
  await run('generate', 'single', 'czech', '-d', 'data.json', '-o', 'remote.pdf', ...date, ...remote);
  expect(readFileSync(join(cwd, 'remote.pdf')).equals(single)).toBe(true);
  const jobs = await runBatch(cwd, ['czech', '-i', 'rows.csv', '-o', 'jobs/{{ n }}.pdf', ...date, ...remote]);
  expect([jobs.code, jobs.stderr]).toEqual([0, expect.not.stringMatching(/text-too-wide|no-hyphenation/)]);
  expect(digests(join(cwd, 'jobs'))).toEqual(digests(join(cwd, 'out')));
});

test('German text is copied as it was written', async () => {
  const { cwd, run } = makeFolder();
  const article =
    'Da die Anerkennung der angeborenen Würde und der gleichen und unveräußerlichen Rechte aller Mitglieder der Gemeinschaft der Menschen die Grundlage von Freiheit, Gerechtigkeit und Frieden in der Welt bildet';
  const template = {
    name: 'Article',
    document: { lang: 'de', title: 'Article' },
    pages: [{ size: [50, 100], margin: 5, body: [{ text: article, hyphenate: true, align: 'justify' }] }],
  };
  mkdirSync(join(cwd, 'templates/article'));
  writeFileSync(join(cwd, 'templates/article/template.json'), JSON.stringify(template));
  await run('generate', 'single', 'article', '-o', 'article.pdf');
  expect(copied(join(cwd, 'article.pdf'))).toBe(article);
});
