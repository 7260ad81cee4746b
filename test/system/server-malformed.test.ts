import { expect, onTestFinished, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { makeFolder } from '../support/folders.ts';
import { type Answer, malformedRequests, sendBytes } from '../support/malformed-requests.ts';
import { startServe } from '../support/serve-process.ts';

const templateUuid = '0190a1b2-0000-7000-8000-00000000000a';
// More, and others, by hand: PROOF_REQUESTS=10000 PROOF_SEED=7
const requestCount = Number(process.env.PROOF_REQUESTS ?? 400);
const seed = Number(process.env.PROOF_SEED ?? 1);
const atOnce = 8;

test('a malformed request is answered with a problem of the table, soon, and brings nothing down', async () => {
  const dataDir = makeFolder();
  const server = await startServe(dataDir, ['--threads', '1', '--workers', '1']);
  onTestFinished(() => server.kill());
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const letter = {
    uuid: templateUuid,
    slug: 'letter',
    pages: [{ size: 'A6', body: ['Hello'] }],
    dataSchema: true,
    exampleData: {},
  };
  expect((await post('/templates', letter)).status).toBe(201);

  const requests = malformedRequests(seed, { token: server.token, templateUuid });
  const statuses: Record<string, number> = {};
  const breaches: string[] = [];
  let left = requestCount;
  const sendMany = async () => {
    while (left-- > 0) {
      const { faults, bytes, isCut } = requests.next().value!;
      const answer = await sendBytes(server.port, bytes, { isCut }, 60_000).catch((error: Error) => error);
      const breach = answer instanceof Error ? answer.message : breachOf(answer, isCut);
      const status = answer instanceof Error ? 'hung' : String(answer?.status ?? 'closed');
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (breach) breaches.push(`${faults.join(' ')}: ${breach}\n${bytes.subarray(0, 600).toString('latin1')}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendMany));
  if (process.env.PROOF_REQUESTS) process.stdout.write(`${JSON.stringify(statuses)}\n`);
  expect(breaches.slice(0, 10)).toEqual([]);
  expect(server.stderr()).not.toMatch(/"level":(?:50|60)/);
  // Nearly all were refused: the generator makes what it is there for.
  const refused = Object.entries(statuses).reduce((sum, [status, count]) => sum + (/^4/.test(status) ? count : 0), 0);
  expect(refused).toBeGreaterThan(requestCount * 0.7);

  const pdf = await post(`/generate/single/${templateUuid}`, { data: {} });
  expect(pdf.status).toBe(200);
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
}, 900_000);

/** What is wrong with an answer. */
function breachOf(answer: Answer | undefined, isCut: boolean): string | undefined {
  if (!answer) return isCut ? undefined : 'closed without an answer';
  const { status, headers, body } = answer;
  if (status < 400) return undefined;
  if (!/^application\/problem\+json$/.test(headers['content-type'] ?? '')) return `${status} as ${headers['content-type']}`;
  const problem = JSON.parse(body.toString()) as { readonly code: string; readonly status: number; readonly detail?: string };
  const row = errorTable[problem.code as keyof typeof errorTable];
  if (row?.status !== status || problem.status !== status) return `${status} with ${body}`;
  if (status >= 500 && status !== 503 && status !== 504) return `${status} ${body}`;
  if (/node_modules|\/tmp\/|\/src\/|\/dist\/|\n {4}at /.test(body.toString())) return `tells of the inside: ${body}`;
  return undefined;
}
