// JSON on standard output and standard error goes to terminals, too.
import { expect, test } from 'vitest';
import { makeFolder, runCli } from '../../support/run-cli.ts';

/** The single character that begins a command to a terminal, as ESC [ does. */
const csi = '\u009b';
const template = { document: { title: '{{ t }}' }, pages: [{ body: ['a'] }] };

test.each([
  ['a document', ['generate', 'single', 'note.json', '-d', 'a.json', '-o', `${csi}.pdf`, '--json']],
  ['an error', ['inspect', `${csi}31m.pdf`, '--json']],
  ['a report', ['validate', `${csi}.t.json`, 'a.json', '--json']],
  ['a report in SARIF', ['validate', `${csi}.t.json`, 'a.json', '--format', 'sarif']],
  ['the events of a batch', ['generate', 'batch', `${csi}.t.json`, '-i', 'a.jsonl', '--json']],
])('the JSON of %s escapes control characters', async (_, args) => {
  const cwd = makeFolder({
    'note.json': template,
    'a.json': { t: `a${csi}31m` },
    [`${csi}.t.json`]: template,
    'a.jsonl': '{"t":"b"}\n',
  });
  const { stdout, stderr } = await runCli(args, { cwd });
  expect(stdout + stderr).toContain('\\u009b');
  expect(stdout + stderr).not.toMatch(/[\u0080-\u009f]/);
});
