// Files of hyphenation patterns in the folder `hyphenation` of a workspace.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ends } from '../support/ends.ts';
import { makeWorkspace, runCli } from '../support/run-cli.ts';

const patterns = '% hyphenmins:\n%     typesetting:\n%         left: 2\n%         right: 2\n\\patterns{\no1d\no1v\na1r\n}\n';
const text = 'svoboda svobodarodovrhovost svobodarodovrhovost';
const template = (lang: string) => ({
  document: { lang },
  pages: [{ size: [21, 40], margin: 1, body: [{ text, hyphenate: true }] }],
});
const isDivided = async (cwd: string, slug = 'note') => {
  const { exitCode, stderr } = await runCli(['generate', 'single', slug, '-o', 'out.pdf'], { cwd });
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  // A word that stays whole is wider than the page.
  return !stderr.includes('text-too-wide');
};

test('a workspace adds languages, and its files win over those that ship', async () => {
  const cwd = makeWorkspace({
    'templates/note/template.json': template('cs'),
    'templates/german/template.json': template('de-AT'),
  });
  expect(await isDivided(cwd)).toBe(false);
  const { stderr } = await runCli(['generate', 'single', 'note', '-o', 'out.pdf'], { cwd });
  expect(stderr).toContain(
    'for the language "cs". Download hyph-cs.tex of hyph-utf8 (https://www.hyphenation.org/tex) and put it into the workspace as hyphenation/cs.tex.',
  );
  expect(await isDivided(cwd, 'german')).toBe(true);
  const folder = makeWorkspace({
    'templates/note/template.json': template('cs-CZ'),
    'templates/german/template.json': template('de-AT'),
    'hyphenation/cs.tex': patterns,
    'hyphenation/DE.tex': '\\patterns{x1x}',
  });
  expect(await isDivided(folder)).toBe(true);
  expect(await isDivided(folder, 'german')).toBe(false);
  writeFileSync(join(folder, 'hyphenation/DE.tex'), patterns);
  expect(await isDivided(folder, 'german')).toBe(true);
});

test.each([
  [
    'hu-HU',
    'Download hyph-hu.tex of hyph-utf8 (https://www.hyphenation.org/tex) and put it into the workspace as hyphenation/hu.tex.',
  ],
  ['ro', 'Download hyph-ro.tex'],
  ['ja', 'A TeX file of patterns for it goes into the workspace as hyphenation/ja.tex.'],
])('says what to do for a language without patterns: %s', async (lang, advice) => {
  const cwd = makeWorkspace({ 'templates/note/template.json': template(lang) });
  const { stderr } = await runCli(['generate', 'single', 'note', '-o', 'out.pdf'], { cwd });
  expect(stderr).toContain(advice);
});

test('a version of a template keeps its patterns', async () => {
  const cwd = makeWorkspace({ 'templates/note/template.json': template('cs'), 'hyphenation/cs.tex': patterns });
  const { stdout } = await runCli(['templates', 'get', 'note', '--json'], { cwd });
  expect(JSON.parse(stdout).assets).toHaveProperty(['hyphenation/cs.tex', 'type'], 'text/plain');
});

test('a faulty file is an error with its line, for templates that use it and for lint', async () => {
  const cwd = makeWorkspace({
    'templates/note/template.json': template('cs'),
    'templates/other/template.json': template('de'),
    'hyphenation/cs.tex': '\\patterns{\no1d\no12v\n}',
  });
  const fault =
    'The hyphenation patterns hyphenation/cs.tex cannot be read: line 3: "o12v" is not valid: \\patterns takes letters';
  await ends(runCli(['generate', 'single', 'note', '-o', 'out.pdf'], { cwd }), 3, fault);
  const linted = await runCli(['templates', 'lint', 'note'], { cwd });
  expect([linted.exitCode, linted.stdout]).toEqual([3, expect.stringContaining(fault)]);
  expect(linted.stdout.split(fault)).toHaveLength(2);
  expect(await isDivided(cwd, 'other')).toBe(true);
});

test('a file that is too large or not in UTF-8 is refused', async () => {
  const cwd = makeWorkspace({
    'templates/note/template.json': template('cs'),
    'hyphenation/cs.tex': `${patterns}%${' '.repeat(2 * 1024 ** 2)}`,
  });
  const make = () => runCli(['generate', 'single', 'note', '-o', 'out.pdf'], { cwd });
  expect((await make()).stderr).toContain('hyphenation/cs.tex cannot be read: it is larger than 2 MB.');
  writeFileSync(join(cwd, 'hyphenation/cs.tex'), Buffer.from('\\patterns{\xe1b1c}', 'latin1'));
  expect((await make()).stderr).toContain('hyphenation/cs.tex cannot be read: it is not in UTF-8.');
});

test('lint warns of a file whose name is no language', async () => {
  const cwd = makeWorkspace({ 'templates/note/template.json': template('de'), 'hyphenation/hyph-cs.tex': patterns });
  const message =
    'No language uses hyphenation/hyph-cs.tex: name it by its language, such as "hyphenation/cs.tex".  unused-patterns';
  expect((await runCli(['templates', 'lint', 'note'], { cwd })).stdout).toContain(message);
  renameSync(join(cwd, 'hyphenation/hyph-cs.tex'), join(cwd, 'hyphenation/cs.tex'));
  expect((await runCli(['templates', 'lint', 'note'], { cwd })).stdout).not.toContain('unused-patterns');
});
