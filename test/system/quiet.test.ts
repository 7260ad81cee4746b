// With --quiet, a command still says in one line why its exit code is not 0. What its results tell already is not said again.
import { expect, test } from 'vitest';
import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { runBatch } from '../support/batch-process.ts';
import { ends } from '../support/ends.ts';
import { makeWorkspace, runCli } from '../support/run-cli.ts';

const missing = '\u5b57';
const makeFiles = () =>
  makeWorkspace({
    'good.json': { title: 'A' },
    'doubtful.json': { title: missing },
    'bad.json': { title: '' },
    'rows.csv': `title,text\nA,1\n,2\n${missing},3\n`,
    'doubtful.csv': `title\n${missing}\n`,
    'templates/broken/template.json': { pages: [{ body: [{ type: 'nothing' }] }] },
    'templates/other/template.json': { pages: [{ body: ['other'] }] },
  });

test.each([
  [
    ['generate', 'single', 'note', '-d', 'doubtful.json', '--fail-on-warnings'],
    6,
    /^The document is made, with 1 warning: No font has U\+5B57/,
  ],
  [['validate', 'note', 'bad.json', '--format', 'junit=report.xml'], 3, /^1 file checked: 0 valid, 1 invalid \(1 error\)$/],
  [['validate', 'note', 'none.json', '--format', 'junit=report.xml'], 9, /^1 file checked: 0 valid, 1 unreadable$/],
  [['generate', 'single', 'note', '-d', 'bad.json'], 3, /^bad\.json:2:12 {2}\/title must have at least 1 character, got ""$/m],
  [['generate', 'single', 'none'], 5, /^error: /],
  [['generate', 'single', 'note', '-d', 'none.json'], 9, /^error: none\.json/],
  [['generate', 'single', 'note', '--none'], 2, /^error: /],
] as const)('%j ends with %d and says why', async (args, code, reason) => {
  const { exitCode, stdout, stderr } = await runCli([...args, '-q'], { cwd: makeFiles() });
  expect([exitCode, stdout, stderr.trimEnd()]).toEqual([code, '', expect.stringMatching(reason)]);
  // Errors list each fault on a line of its own.
  if (!stderr.includes('error:')) expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test.each([
  [['validate', 'note', 'bad.json'], 3, '1 invalid'],
  [['templates', 'lint', 'broken'], 3, 'nothing'],
  [['templates', 'diff', 'note', 'other'], 10, '+++'],
] as const)('%j ends with %d, and its results tell why', async (args, code, result) => {
  const { exitCode, stdout, stderr } = await runCli([...args, '-q'], { cwd: makeFiles() });
  expect([exitCode, stdout, stderr]).toEqual([code, expect.stringContaining(result), '']);
});

test.each([
  [['-i', 'doubtful.csv', '--fail-on-warnings'], 6, '1 document: 1 with warnings\n'],
  [['-i', 'doubtful.csv', '--strict'], 1, '1 document: 1 failed\n'],
  [['-i', 'rows.csv', '--skip-invalid', '--strict'], 6, '3 documents: 1 failed, 1 rejected\n'],
] as const)('generate batch %j ends with %d and says why', async (args, code, reason) => {
  const { code: exitCode, stderr } = await runBatch(makeFiles(), ['note', ...args, '-q']);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(reason)]);
  expect(stderr).not.toContain('Record:');
});

test('waiting for a job or a batch in vain is told', async () => {
  const cwd = makeFiles();
  const engine = await createLocalEngine({ workspace: cwd });
  try {
    const { uuid } = await engine.findTemplate('note');
    const params = { uuid };
    // Nobody is woken to render them.
    const job = await engine.createRenderJob({ params, body: { data: { title: 'A' } } });
    await engine.createRenderBatch({ params, body: { items: [{ data: { title: 'A' } }] } });
    const ofJob = await runCli(['jobs', 'wait', job.uuid, '--timeout', '1s', '-q'], { cwd });
    expect([ofJob.exitCode, ofJob.stderr]).toEqual([8, `The job ${job.uuid} has not ended yet.\n`]);
    await ends(runCli(['batches', 'wait', '@last', '--timeout', '1s', '-q'], { cwd }), 8, /^The batch .* has not ended yet\.\n$/);
  } finally {
    await engine.close();
  }
});

test('a person who declines reads what was not done', async () => {
  const cwd = makeFiles();
  const answers = [['Delete', 'n\n']] as const;
  await ends(runCli(['templates', 'delete', 'other', '-q'], { cwd, terminal: 80, answers }), 1, 'Nothing was deleted.\n');
});
