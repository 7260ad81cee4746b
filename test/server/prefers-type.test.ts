import { expect, test } from 'vitest';
import { prefersType } from '../../src/server/prefers-type.ts';

test.each([
  ['text/event-stream', true],
  ['text/event-stream, */*', true],
  ['application/json;q=0.5, Text/Event-Stream', true],
  ['text/event-stream;q=0.5, application/json', false],
  ['text/event-stream;q=0', false],
  ['application/json', false],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  [undefined, false],
])('Accept: %s wants events: %s', (accept, wants) => {
  expect(prefersType(accept, 'text/event-stream', 'application/json')).toBe(wants);
});
