import { expect, test } from 'vitest';
import { createStyle } from '../../../src/cli/io/style.ts';
import { type LogRecord, writeLogLine } from '../../../src/cli/serve/log-line.ts';

const time = '2026-11-22T16:26:15.105Z';
const style = await createStyle(false);
const clock = new Date(time).toTimeString().slice(0, 8);
const uuid = '01a20414-6438-7219-96cb-e10c87266a10';

const call = { level: 30, method: 'GET', operation: 'getRenderJob', requestId: uuid, team: uuid, status: 200, ms: 3 };

test.each<[Partial<LogRecord> & { readonly msg: string }, string]>([
  [{ ...call, path: `/api/v1/render-jobs/${uuid}`, msg: 'answered' }, '200 getRenderJob 3 ms'],
  [{ ...call, operation: 'other', path: '/docs', msg: 'answered' }, '200 GET /docs 3 ms'],
  [{ ...call, operation: 'other', path: '/a\u001b[2J\nb', msg: 'answered' }, '200 GET /a\\u001b[2J\\u000ab 3 ms'],
  [{ ...call, status: 499, msg: 'the client left' }, '499 getRenderJob 3 ms, the client left'],
  [{ level: 30, msg: 'stopped' }, 'stopped'],
  [
    { level: 40, msg: 'job failed', job: uuid, team: uuid, code: 'RENDER_WARNINGS', detail: 'Strict.' },
    'warning job failed: Strict. (job e10c87266a10, code RENDER_WARNINGS)',
  ],
  [{ level: 40, msg: 'not ready', obstacles: ['The disk is full.', 'b'] }, 'warning not ready (obstacles The disk is full.; b)'],
  [
    { level: 50, msg: 'a call failed', requestId: uuid, fault: { name: 'Error', message: 'x', at: 'a.ts:1:2' } },
    'error a call failed (fault x at a.ts:1:2)',
  ],
])('the line of %j at a terminal is %j', (record, text) => {
  expect(writeLogLine({ level: 30, time, ...record }, style)).toBe(`${clock} ${text}\n`);
});
