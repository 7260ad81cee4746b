import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../support/listen.ts';
import { makeFolder, runCli } from '../../support/run-cli.ts';

/** A server that answers the first call with 429, and asks to wait for 3 s. */
async function startBusyServer(): Promise<string> {
  let calls = 0;
  const server = createServer((_, response) => {
    const [status, body] =
      calls++ === 0 ? [429, { code: 'RATE_LIMITED', detail: 'Slowly.' }] : [200, { items: [], nextCursor: null }];
    response.writeHead(status as number, { 'content-type': 'application/json', 'retry-after': '3' }).end(JSON.stringify(body));
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const list = async (...more: string[]) =>
  runCli(['templates', 'list', '--remote', await startBusyServer(), ...more], { cwd: makeFolder(), env: { PDFGEN_TOKEN: 'x' } });

test('a wait that a server asks for is told with its end', async () => {
  const { stderr, exitCode } = await list();
  expect(stderr).toMatch(/^http:.*\nThe server asks to wait 3 s, until \d\d:\d\d:\d\d: Slowly\.\n/);
  expect(exitCode).toBe(0);
});

test('it is not told with --json', async () => {
  expect(await list('--json')).toMatchObject({ stderr: '', exitCode: 0 });
});
