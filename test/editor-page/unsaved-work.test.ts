import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const day = 86_400_000;

/** The storage of a browser, with room for as many characters as a test says. */
function openStorage() {
  const items = new Map<string, string>();
  const methods = { getItem: (name: string) => items.get(name) ?? null, removeItem: (name: string) => void items.delete(name) };
  const storage = {
    items,
    room: Number.POSITIVE_INFINITY,
    setItem(name: string, text: string) {
      const others = [...items].filter(([other]) => other !== name).reduce((sum, [, { length }]) => sum + length, 0);
      if (others + text.length > storage.room) throw new DOMException('There is no room.', 'QuotaExceededError');
      items.set(name, text);
    },
  };
  // As in a browser, the items are the keys of the object.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      get: (target, name) => Reflect.get(name in methods ? methods : target, name),
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  return storage;
}

/** Each import is another tab. */
async function openTab(uuid = 'a') {
  vi.resetModules();
  const { UnsavedCopies } = await import('../../src/editor-page/unsaved-work.ts');
  return new UnsavedCopies(uuid);
}

const workOf = (pages: string) => ({ pages, revision: 1, draft: 3, sent: { pages: '[0]', revision: 1 }, saving: '[9]' });

let storage: ReturnType<typeof openStorage>;
beforeEach(() => {
  storage = openStorage();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('work is read as it was kept, by the next tab, of its own template alone', async () => {
  const tab = await openTab();
  expect(tab.keep(workOf('[1]'))).toBe(true);
  tab.keep(workOf('[2]'));
  expect((await openTab()).read()).toEqual({ ...workOf('[2]'), at: Date.now() });
  expect((await openTab('b')).read()).toBeUndefined();
});

test('a tab without work leaves the copies of other tabs, and the newest is read first', async () => {
  const [first, second, idle] = [await openTab(), await openTab(), await openTab()];
  first.keep(workOf('[1]'));
  vi.advanceTimersByTime(10);
  second.keep(workOf('[2]'));
  idle.remove();
  const next = await openTab();
  expect(next.read()?.pages).toBe('[2]');
  // It goes on with that copy, which then is its own.
  next.keep(workOf('[3]'));
  expect(storage.items.size).toBe(2);
  next.remove();
  expect((await openTab()).read()?.pages).toBe('[1]');
});

test('a copy that was read goes when its work does', async () => {
  (await openTab()).keep(workOf('[1]'));
  const next = await openTab();
  next.read();
  next.remove();
  expect(storage.items.size).toBe(0);
});

test('in a browser with room for one copy, it becomes that of the next tab', async () => {
  const work = workOf('[1]');
  (await openTab()).keep(work);
  storage.room = [...storage.items.values()][0]!.length;
  const next = await openTab();
  next.read();
  expect(next.keep(work)).toBe(true);
  expect((await openTab()).read()?.pages).toBe('[1]');
});

test('without room no older copy stays, which would pass for the newest', async () => {
  const tab = await openTab();
  tab.keep(workOf('[1]'));
  storage.room = 10;
  expect(tab.keep(workOf('[2]'))).toBe(false);
  expect((await openTab()).read()).toBeUndefined();
});

test('the newest copy of the opened template is read, however old it is, and older ones go', async () => {
  vi.setSystemTime(0);
  (await openTab()).keep(workOf('[1]'));
  vi.setSystemTime(1);
  (await openTab()).keep(workOf('[2]'));
  vi.setSystemTime(365 * day);
  const tab = await openTab();
  expect(tab.read()?.pages).toBe('[2]');
  expect(storage.items.size).toBe(1);
});

test('a copy of another template goes after 30 days, and nothing else goes', async () => {
  (await openTab('b')).keep(workOf('[1]'));
  storage.items.set('unsaved b other', '{"pages": 1}');
  storage.items.set('theirs', '1');
  vi.advanceTimersByTime(30 * day);
  (await openTab()).read();
  expect(storage.items.size).toBe(3);
  vi.advanceTimersByTime(1);
  (await openTab()).read();
  expect([...storage.items.keys()]).toEqual(['unsaved b other', 'theirs']);
});

test('a page without storage keeps nothing, and says so', async () => {
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      {
        get() {
          throw new DOMException('The page may not.', 'SecurityError');
        },
      },
    ),
  );
  const tab = await openTab();
  expect([tab.read(), tab.keep(workOf('[1]'))]).toEqual([undefined, false]);
  tab.remove();
});
