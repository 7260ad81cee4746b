import { expect, test } from 'vitest';
import { readEvents } from '../../src/remote/read-events.ts';

async function read(...chunks: readonly (string | Uint8Array)[]) {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  const events: string[] = [];
  for await (const { name, data, id } of readEvents(bytes())) events.push(`${name}|${data}|${id}`);
  return events;
}

// The examples of WHATWG HTML, 9.2.6.
test.each([
  ['lines of data are joined', 'data: YHOO\ndata: +2\ndata: 10\n\n', ['message|YHOO\n+2\n10|']],
  [
    'comments are left out, an id stays until another comes, and an event that has no empty line is left out',
    ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n',
    ['message|first event|1', 'message|second event|'],
  ],
  ['empty lines of data count', 'data\n\ndata\ndata\n\ndata:', ['message||', 'message|\n|']],
  ['one space behind the colon is no part of the data', 'data:test\n\ndata: test\n\n', ['message|test|', 'message|test|']],
  ['a name is good for one event', 'event: end\ndata: 1\n\ndata: 2\n\n', ['end|1|', 'message|2|']],
  ['an event without data is left out, and unknown fields too', 'event: end\nfoo: 1\n\ndata: 2\n\n', ['message|2|']],
  ['an id with U+0000 is left out', 'id: a\0b\ndata: 1\n\n', ['message|1|']],
])('%s', async (_, text, events) => {
  expect(await read(text)).toEqual(events);
  for (const end of ['\r\n', '\r']) expect(await read(text.replaceAll('\n', end))).toEqual(events);
  // However the network cuts it.
  expect(await read(...[...Buffer.from(text.replaceAll('\n', '\r\n'))].map((byte) => Uint8Array.of(byte)))).toEqual(events);
});

test('text is UTF-8, after a byte order mark too', async () => {
  const bytes = Buffer.from('\uFEFFdata: Grüße 😀\n\n');
  expect(await read(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['message|Grüße 😀|']);
});

test('the wish for a pause comes with the events after it', async () => {
  async function* bytes() {
    yield Buffer.from('retry: 50\nretry: soon\ndata: 1\n\n');
  }
  for await (const { retryMs } of readEvents(bytes())) expect(retryMs).toBe(50);
  expect.assertions(1);
});

test.each(['data: ', ''])('a line that does not end is an error, and does not fill the memory (%j)', async (begin) => {
  async function* bytes() {
    yield Buffer.from(begin);
    for (;;) yield Buffer.alloc(1_000_000, 'x');
  }
  await expect(readEvents(bytes()).next()).rejects.toThrow('too long');
});
