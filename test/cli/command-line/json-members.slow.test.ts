// --json with a list of members.
import { expect, test } from 'vitest';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

async function json(cwd: string, ...args: string[]): Promise<unknown> {
  const { stdout, stderr, exitCode } = await runCli(args, { cwd });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

test('a list prints these members of each item', async () => {
  const cwd = makeWorkspace();
  expect(await json(cwd, 'templates', 'list', '--json', 'slug,version')).toEqual({
    items: [{ slug: 'note', version: null }],
    nextCursor: null,
  });
});

test.each([[['--json', 'state,attempts']], [['--json=state,attempts']]])(
  'one resource prints these members of it, in this order: %j',
  async (flags) => {
    const cwd = makeWorkspace();
    await runCli(['generate', 'async', 'note'], { cwd });
    expect(JSON.stringify(await json(cwd, 'jobs', 'get', '@last', ...flags))).toBe('{"state":"queued","attempts":0}');
  },
);

test('a single member stands behind an equals sign; a single word after --json is an argument', async () => {
  const cwd = makeWorkspace();
  await runCli(['generate', 'async', 'note'], { cwd });
  // The worker may have begun the job.
  const uuid = expect.any(String) as string;
  expect(await json(cwd, 'jobs', 'get', '@last', '--json=uuid')).toEqual({ uuid });
  expect(await json(cwd, 'jobs', 'get', '--json', '@last')).toMatchObject({ uuid, state: expect.any(String) as string });
});

test.each([
  [['jobs', 'list', '--json', 'uuid,stat'], 'did you mean \\"state\\"'],
  [['jobs', 'list', '--json=what'], 'Members: uuid, templateUuid'],
  [['jobs', 'list', '--json='], '--json has no member'],
  [
    ['jobs', 'get', '--json', 'uuid'],
    '<job> is missing: UUID, the last characters of it, or @last for the newest. To print the member',
  ],
  [['batches', 'wait', '--json', 'state'], 'write --json=state'],
  [['templates', 'list', '--json', 'slug'], 'write --json=slug'],
  [['generate', 'single', 'note', '-o', 'a.pdf', '--json', 'pages,bytes'], 'This command prints all members with --json'],
])('%j is refused before any work, as a problem document', async (args, reason) => {
  const cwd = makeWorkspace();
  const { stdout, stderr, exitCode } = await runCli(args, { cwd });
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain(reason);
  expect(JSON.parse(stderr)).toMatchObject({ detail: expect.stringContaining('--json') });
});
