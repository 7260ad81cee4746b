// pdfgen batches get
import { expect, test } from 'vitest';
import { ends } from '../../../support/ends.ts';
import { openForeignServer } from '../../../support/foreign-server.ts';
import { makeFolder, runCli } from '../../../support/run-cli.ts';

const batchUuid = '0190a1b2-0000-7000-8000-0000000000cc';
const items = 3;

/** A server whose pages hold one item each. */
async function open() {
  return openForeignServer({
    [`GET /api/v1/render-batches/${batchUuid}`]: (request, response) => {
      const index = Number(new URL(request.url!, 'http://host').searchParams.get('cursor') ?? '0');
      const counts = { total: items, queued: 0, processing: 0, completed: items, failed: 0, canceled: 0, expired: 0 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          ...{ batchUuid, state: 'completed', counts, templateUuid: null, templateVersion: null },
          ...{ createdAt: '2026-03-01T00:00:00.000Z', finishedAt: '2026-03-01T00:00:01.000Z' },
          items: [{ index, jobUuid: batchUuid, state: 'completed', reference: null, error: null, warningCount: 0, warnings: [] }],
          nextCursor: index + 1 < items ? String(index + 1) : null,
        }),
      );
    },
  });
}

test.each([
  [[], 1, '3 of 3 done'],
  [['--state', 'completed'], items, batchUuid],
  [['--json'], items, '"index": 2'],
])('batches get %j asks only for the items that it prints', async (flags, pages, printed) => {
  const { url, calls } = await open();
  const env = { PDFGEN_TOKEN: 'secret', PDFGEN_REMOTE: url };
  const { stdout } = await ends(runCli(['batches', 'get', batchUuid, ...flags], { cwd: makeFolder(), env }), 0);
  expect(stdout).toContain(printed);
  expect(calls.filter((call) => call.endsWith(batchUuid))).toHaveLength(pages);
});
