import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RenderBatchSummary } from '../../src/contract/engine.ts';
import type { BatchState } from '../../src/contract/job-states.ts';
import { createBatchListener } from '../../src/remote/batch-news.ts';

const total = 3;
const batchOf = (ended: number, state: BatchState = 'processing') =>
  ({ state, counts: { total, queued: total - ended, processing: 0 } }) as RenderBatchSummary;

/** Events that a test sends. */
function openEvents() {
  const sent: (RenderBatchSummary | boolean | Error)[] = [];
  const opened: AbortSignal[] = [];
  let wake = () => {};
  async function* events(_: string, signal: AbortSignal): AsyncGenerator<RenderBatchSummary, boolean> {
    opened.push(signal);
    const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
    for (;;) {
      signal.throwIfAborted();
      const next = sent.shift();
      if (next instanceof Error) throw next;
      if (typeof next === 'boolean') return next;
      if (next) yield next;
      else await Promise.race([stopped, new Promise<void>((done) => (wake = done))]);
    }
  }
  const send = (...what: typeof sent) => {
    sent.push(...what);
    wake();
  };
  return { events, opened, send };
}

function listen() {
  const { events, opened, send } = openEvents();
  const open = createBatchListener(events);
  const stop = new AbortController();
  const openNews = () => {
    const news = open('b', stop.signal);
    onTestFinished(() => news.close());
    return news;
  };
  return { openNews, opened, send, stop };
}

/** Whether news come within a time in which a server without events would be asked again. */
const comes = (news: Promise<void>) => Promise.race([news.then(() => true), sleep(300, false)]);

test('once events arrive, they alone say when a batch has news', async () => {
  const { openNews, send } = listen();
  const news = openNews();
  send(batchOf(0));
  const first = news.next(0, total);
  expect(await comes(first)).toBe(false);
  send(batchOf(1));
  await first;
  const second = news.next(1, total - 1);
  send(batchOf(1));
  expect(await comes(second)).toBe(false);
  send(batchOf(2), batchOf(3));
  await second;
});

test('items that ended while nobody waited are news at once', async () => {
  const { openNews, send } = listen();
  const news = openNews();
  send(batchOf(1));
  await news.next(0, total);
  send(batchOf(2));
  await sleep(1);
  await news.next(1, total);
});

test('the end of a batch is news, even if no more items have ended', async () => {
  const { openNews, send } = listen();
  const news = openNews();
  send(batchOf(2));
  await news.next(0, total);
  send(batchOf(2, 'completed_with_errors'));
  await news.next(2, 1);
});

test('events without counts are news', async () => {
  const { openNews, send } = listen();
  send({ state: 'processing', counts: {} } as RenderBatchSummary);
  await openNews().next(2, 1);
});

test('without events a batch may have news after a pause, and the server is asked for events once', async () => {
  const { openNews, opened, send } = listen();
  send(false);
  for (const news of [openNews(), openNews()]) {
    await news.next(0, 1);
    await news.next(0, 1);
  }
  expect(opened).toHaveLength(1);
});

test('as long as no event has come, pauses count', async () => {
  await listen().openNews().next(0, 1);
});

test('a fault of the server is raised', async () => {
  const { openNews, send } = listen();
  const news = openNews();
  send(batchOf(0));
  const next = news.next(0, 1);
  send(new Error('the batch is gone'));
  await expect(next).rejects.toThrow('the batch is gone');
});

test.each([true, false])('the signal ends the wait (events: %s)', async (hasEvents) => {
  const { openNews, send, stop } = listen();
  send(hasEvents ? batchOf(0) : false);
  const next = openNews().next(0, 1);
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});

test('closed news end the events', async () => {
  const { openNews, opened, send } = listen();
  const news = openNews();
  send(batchOf(1));
  await news.next(0, 1);
  news.close();
  expect(opened[0]!.aborted).toBe(true);
});
