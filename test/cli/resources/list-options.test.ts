import { expect, test } from 'vitest';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

test.each([
  [['jobs', 'list'], 'There are no jobs.'],
  [['jobs', 'list', '--limit', '5'], 'There are no jobs.'],
  [['jobs', 'list', '--state', 'failed'], 'No job matches.'],
  [['batches', 'list', '--state', 'failed'], 'No batch matches.'],
  [['embedded', 'list', '--outdated'], 'No embedded template matches.'],
  [['webhooks', 'deliveries', '--state', 'failed'], 'No delivery matches.'],
])('an empty list of a workspace says whether there is nothing at all: %j', async (words, says) => {
  const cwd = makeWorkspace({});
  expect(await runCli(words, { cwd })).toMatchObject({ exitCode: 0, stdout: '', stderr: `${says}\n` });
});
