// How an editor brings the work of several people and tabs together: every condition of it, without a browser. test/system has the same in a real one.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EditorModel } from '../../src/editor-page/editor-model.ts';
import type { Draft } from '../../src/live-pages/embedded-source.ts';

type Body = readonly unknown[];
const pagesOf = (body: Body) => [{ body }];
const textOf = (...body: Body) => JSON.stringify(pagesOf(body));

/** A server with one template, its draft and its revisions, for editors whose capabilities are the names of their tabs. */
function openServer() {
  const server = {
    pages: pagesOf(['First']) as unknown,
    revision: 1,
    resetRevision: 0,
    draft: undefined as Draft | undefined,
    drafts: 0,
    /** Tabs that are closed or without a network. */
    away: new Set<string>(),
    isDeleted: false,
    /** A proxy answers in its place. */
    isBehindProxy: false,
    /** What changes something arrives twice. */
    isTwice: false,
    /** Is called before an answer, with the method and the path. It may change the server, or lose the answer. */
    before: undefined as ((call: string) => unknown) | undefined,
    after: undefined as ((call: string) => unknown) | undefined,
    keep(pages: string, revision?: number): void {
      server.draft = { pages, revision: revision ?? server.revision, draft: ++server.drafts, savedAt: '' };
    },
    save(body: Body): void {
      server.pages = pagesOf(body);
      server.revision++;
    },
    drop(): void {
      server.draft = undefined;
    },
    reset(body: Body): void {
      server.save(body);
      server.draft = undefined;
      server.resetRevision = server.revision;
    },
  };
  const problem = (status: number, code: string) => ({ status, content: { code, detail: code, errors: [] } });
  const deleted = problem(404, 'EMBEDDED_TEMPLATE_NOT_FOUND');
  const over = (headers: Readonly<Record<string, string>>) => Number(headers['if-match']?.slice(1, -1)) || undefined;
  const answers: Readonly<Record<string, (body: never, headers: Readonly<Record<string, string>>) => object>> = {
    'GET template': () => ({
      content: {
        embeddedTemplateUuid: 'a',
        name: 'Letter',
        exampleData: {},
        files: { assets: {} },
        document: {},
        pages: server.pages,
        revision: server.revision,
        ...(server.draft && { draft: server.draft.draft }),
      },
    }),
    'PUT template': ({ pages, draft }: { pages: unknown; draft?: number }, headers) => {
      if (over(headers) !== server.revision) return problem(412, 'REVISION_CONFLICT');
      if (JSON.stringify(pages) !== JSON.stringify(server.pages)) {
        server.revision++;
        server.pages = pages;
      }
      if (draft !== undefined && server.draft?.draft === draft) server.draft = undefined;
      return answers['GET template']!(undefined as never, {});
    },
    'GET draft': () => (server.draft ? { content: server.draft } : problem(404, 'DRAFT_NOT_FOUND')),
    'PUT draft': ({ pages, revision }: { pages: string; revision: number }, headers) => {
      if (revision < server.resetRevision) return problem(410, 'DRAFT_ENDED');
      if (over(headers) !== server.draft?.draft) return problem(412, 'REVISION_CONFLICT');
      server.keep(pages, revision);
      return { content: server.draft };
    },
    'DELETE draft': (_, headers) => {
      if (!server.draft) return problem(404, 'DRAFT_NOT_FOUND');
      if (over(headers) !== server.draft.draft) return problem(412, 'REVISION_CONFLICT');
      server.draft = undefined;
      return { status: 204 };
    },
    'GET revisions': () => ({ content: { items: [{ revision: server.revision, savedAt: '' }] } }),
    'GET revisions/1': () => ({ content: { pages: pagesOf(['First']) } }),
  };
  vi.stubGlobal('fetch', async (address: URL, init: { method: string; body?: string; headers: Record<string, string> }) => {
    const call = `${init.method} ${address.pathname.replace('/editor/v1/', '')}`;
    const refuseAway = () => {
      if (server.away.has(init.headers.authorization!.slice('Bearer '.length))) throw new TypeError('fetch failed');
    };
    refuseAway();
    server.before?.(call);
    if (server.isBehindProxy) return { status: 502, ok: false, json: async () => JSON.parse('<h1>Bad gateway</h1>') };
    const answer = () => (server.isDeleted ? deleted : answers[call]!(JSON.parse(init.body ?? 'null') as never, init.headers));
    if (server.isTwice && init.method !== 'GET') answer();
    const { status = 200, content } = answer() as { status?: number; content?: object };
    // What comes later does not change the answer.
    const json = JSON.stringify(content);
    server.after?.(call);
    refuseAway();
    return { status, ok: status < 400, json: async () => JSON.parse(json) };
  });
  return server;
}

let server: ReturnType<typeof openServer>;
let storage: Record<string, string>;
let isStorageFull: boolean;
let tabs: number;
beforeEach(() => {
  vi.useFakeTimers();
  storage = {};
  isStorageFull = false;
  tabs = 0;
  const methods = {
    getItem: (name: string) => storage[name] ?? null,
    setItem(name: string, text: string) {
      if (isStorageFull) throw new DOMException('There is no room.', 'QuotaExceededError');
      storage[name] = text;
    },
    removeItem: (name: string) => void delete storage[name],
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(storage),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('document', { activeElement: null });
  vi.stubGlobal('devicePixelRatio', 1);
  server = openServer();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
/** Longer than the time without a change before work is kept. */
const rest = () => pass(1_600);
/** Longer than the time before a server that was away is tried again. */
const retry = () => pass(5_100);

/** Opens the editor in another tab of the browser. */
async function openTab() {
  // Each import is a tab.
  vi.resetModules();
  const { EditorModel } = await import('../../src/editor-page/editor-model.ts');
  const name = `tab ${++tabs}`;
  const model: EditorModel = new EditorModel(name, () => ({ postMessage() {}, terminate() {} }) as unknown as Worker);
  await model.open();
  const tab = {
    model,
    isAway: (isAway: boolean) => void (isAway ? server.away.add(name) : server.away.delete(name)),
    close: () => tab.isAway(true),
    write(...body: Body) {
      model.showCode(true);
      model.write(textOf(...body));
    },
    /** Writes, and waits until the work is kept. */
    async keep(...body: Body) {
      tab.write(...body);
      await rest();
    },
    body: () => (model.history.value.pages as readonly { body: Body }[])[0]!.body,
    conflict: () => model.versions.conflict.value?.reason,
    theirs: () => model.versions.conflict.value?.theirs.text,
    choose(side: 'mine' | 'theirs') {
      model.endConflict(model.versions.conflict.value![side]);
    },
    async save() {
      await model.save();
      await pass();
      return server.revision;
    },
    async discard() {
      await model.discard();
      await model.discard();
    },
    look: () => model.look(() => true),
  };
  return tab;
}

/** A tab whose work is kept as the draft. */
async function openWithWork(...body: Body) {
  const tab = await openTab();
  await tab.keep(...body);
  return tab;
}

/** A tab with work, and the draft of somebody else. `revision`: of the draft. Default: the last one. */
async function openConflict(revision?: number) {
  const tab = await openTab();
  server.keep(textOf('Theirs'), revision);
  await tab.keep('Mine');
  return tab;
}

/** Writes in a tab without a network, and closes it: only the browser has the work. */
async function leaveWork(...body: Body): Promise<void> {
  const tab = await openTab();
  tab.isAway(true);
  await tab.keep(...body);
}

/** Once the template was read, it is saved elsewhere, and a draft of the first pages kept. */
function saveOnceLoaded(): void {
  server.after = (call) => {
    if (call !== 'GET template') return;
    server.after = undefined;
    server.save(['Saved']);
    server.keep(textOf('First'));
  };
}

describe('an editor that is opened', () => {
  test('shows the template, and keeps nothing', async () => {
    const tab = await openTab();
    await rest();
    expect([tab.body(), tab.model.isChanged.value, tab.model.keeping.value, server.draft]).toEqual([
      ['First'],
      false,
      '',
      undefined,
    ]);
  });

  test('goes on with the work of the browser, and with the draft', async () => {
    await leaveWork('Mine');
    const tab = await openTab();
    expect([tab.body(), tab.conflict()]).toEqual([['Mine'], undefined]);
    await rest();
    expect(server.draft?.pages).toBe(textOf('Mine'));
    storage = {};
    expect((await openTab()).body()).toEqual(['Mine']);
  });

  test('asks if the browser has other work than the draft, and keeps its work until the choice', async () => {
    await leaveWork('Mine');
    server.keep(textOf('Theirs'));
    for (let i = 0; i < 2; i++) {
      const tab = await openTab();
      expect([tab.conflict(), tab.theirs(), tab.body()]).toEqual(['draft', textOf('Theirs'), ['Mine']]);
      await retry();
      expect(server.draft?.pages).toBe(textOf('Theirs'));
    }
    const tab = await openTab();
    await tab.discard();
    expect([tab.body(), tab.conflict(), server.draft?.pages]).toEqual([['Theirs'], undefined, textOf('Theirs')]);
  });

  test.each([
    ['was written after the draft', textOf('Draft'), ['Newer']],
    ['is that of the draft', textOf('Newer'), ['Newer']],
  ])('does not ask if the work of the browser %s', async (_, draft, body) => {
    server.keep(draft);
    const before = await openTab();
    before.isAway(true);
    await before.keep(...body);
    expect([(await openTab()).conflict(), before.body()]).toEqual([undefined, body]);
  });

  test('does not ask if somebody else has kept the same work', async () => {
    await leaveWork('Same');
    server.keep(textOf('Same'));
    expect((await openTab()).conflict()).toBeUndefined();
  });

  test('does not ask if it was closed before it sent the same work', async () => {
    (await openTab()).write('Same');
    server.away.add('tab 1');
    server.keep(textOf('Same'));
    expect((await openTab()).conflict()).toBeUndefined();
  });

  test('does not ask if the answer to its draft was lost, and more was written', async () => {
    const before = await openTab();
    server.after = (call) => call === 'PUT draft' && before.isAway(true);
    await before.keep('Sent');
    await before.keep('Sent', 'More');
    server.after = undefined;
    const tab = await openTab();
    expect([server.draft?.pages, tab.conflict(), tab.body()]).toEqual([textOf('Sent'), undefined, ['Sent', 'More']]);
  });

  test('asks if somebody else has saved since its work, with and without a draft', async () => {
    await leaveWork('Mine');
    server.save(['Saved']);
    const tab = await openTab();
    expect([tab.conflict(), tab.theirs()]).toEqual(['saved', textOf('Saved')]);
    tab.choose('mine');
    await rest();
    expect([server.draft?.pages, server.draft?.revision]).toEqual([textOf('Mine'), 2]);
    server.save(['Saved again']);
    const next = await openTab();
    expect([next.conflict(), next.body(), next.theirs()]).toEqual(['saved', ['Mine'], textOf('Saved again')]);
    // Nothing is saved before the choice, and the draft stays until then.
    expect([await next.save(), server.draft?.revision]).toEqual([3, 2]);
    next.choose('mine');
    await rest();
    expect([server.draft?.pages, server.draft?.revision, await next.save()]).toEqual([textOf('Mine'), 3, 4]);
  });

  test('forgets work that was saved meanwhile, and goes on with the draft of somebody else', async () => {
    await leaveWork('Mine');
    server.save(['Mine']);
    const tab = await openTab();
    expect([tab.model.isChanged.value, tab.model.revision.value, Object.keys(storage)]).toEqual([false, 2, []]);
    await leaveWork('Mine too');
    server.save(['Mine too']);
    server.keep(textOf('Theirs'));
    const next = await openTab();
    expect([next.conflict(), next.body()]).toEqual([undefined, ['Theirs']]);
  });

  test('takes a draft that says what was saved for no work, and drops it', async () => {
    server.keep(textOf('First'));
    server.save(['Second']);
    server.save(['First']);
    const tab = await openTab();
    expect([tab.model.isChanged.value, tab.model.revision.value, tab.model.history.value.done]).toEqual([false, 3, []]);
    await rest();
    expect(server.draft).toBeUndefined();
  });

  test('knows its own save if the answer was lost, and more was written', async () => {
    const before = await openTab();
    before.write('Saved');
    server.after = (call) => call === 'PUT template' && before.isAway(true);
    await before.save();
    await before.keep('Saved', 'More');
    server.after = undefined;
    const tab = await openTab();
    expect([tab.conflict(), tab.body(), await tab.save()]).toEqual([undefined, ['Saved', 'More'], 3]);
  });

  test('takes a draft of a newer revision, which comes while the template is loaded, for no work on the older one', async () => {
    server.keep(textOf('Draft'));
    saveOnceLoaded();
    const tab = await openTab();
    await rest();
    // Not the first revision, which has the same pages: the draft stays.
    expect([tab.model.isChanged.value, tab.model.revision.value, server.draft?.pages]).toEqual([true, 2, textOf('First')]);
  });

  test('begins anew while Code is open, and Code shows the same', async () => {
    const tab = await openTab();
    tab.model.showCode(true);
    server.save(['Saved']);
    await tab.look();
    expect(JSON.parse(tab.model.code.value!)).toEqual(pagesOf(['Saved']));
    const other = await openTab();
    server.save(['Saved again']);
    await other.look();
    expect([other.model.code.value, other.model.words.value]).toEqual([undefined, expect.stringContaining('Somebody else')]);
  });
});

describe('a look', () => {
  test('loads nothing if there is no news, and writes the draft once if there is', async () => {
    const tab = await openTab();
    const calls: string[] = [];
    server.before = (call) => void calls.push(call);
    await tab.look();
    expect(calls).toEqual(['GET revisions']);
    await tab.keep('Mine');
    server.save(['Saved']);
    calls.length = 0;
    await tab.look();
    await tab.look();
    expect(calls).toEqual(['GET revisions', 'PUT draft', 'GET revisions']);
  });

  test('takes no work of other tabs', async () => {
    const tab = await openTab();
    await leaveWork('Theirs');
    server.save(['Saved']);
    await tab.look();
    expect(tab.body()).toEqual(['Saved']);
  });

  test('shows a draft that cannot be read in Code', async () => {
    const tab = await openTab();
    tab.model.showCode(true);
    server.save(['Saved']);
    server.keep('[{');
    await tab.look();
    expect(tab.model.code.value).toBe('[{');
  });

  test('loads nothing if the person has begun something before it hears of news', async () => {
    const tab = await openTab();
    server.save(['Saved']);
    const calls: string[] = [];
    let isIdle = true;
    server.before = (call) => {
      calls.push(call);
      isIdle = false;
    };
    await tab.model.look(() => isIdle);
    expect(calls).toEqual(['GET revisions']);
  });

  test('hears of a reset and of a deletion, and says nothing of a network that is away', async () => {
    const tab = await openTab();
    tab.isAway(true);
    await tab.look();
    expect(tab.model.words.value).toBe('');
    tab.isAway(false);
    await tab.keep('Mine');
    server.reset(['Reset']);
    await tab.look();
    expect(tab.conflict()).toBe('reset');
    tab.choose('mine');
    server.isDeleted = true;
    await tab.look();
    expect(tab.model.words.value).toContain('This template was deleted.');
  });
});

test('the words below say who keeps the work: the server, this browser, or nobody', async () => {
  const tab = await openTab();
  const keeping = () => tab.model.keeping.value;
  await tab.keep('Mine');
  expect(keeping()).toContain('Your changes are kept.');
  tab.isAway(true);
  tab.write('Mine', 'More');
  expect(keeping()).toBe('');
  await rest();
  expect(keeping()).toContain('The server cannot be reached. This browser keeps your changes');
  isStorageFull = true;
  await tab.keep('Mine', 'Even more');
  expect(keeping()).toContain('this browser has no room to keep your changes');
  tab.write('Mine');
  expect(keeping()).toContain('Your changes are kept.');
  tab.isAway(false);
  server.isBehindProxy = true;
  await tab.keep('Mine', 'Last');
  expect(keeping()).toContain('The server cannot be reached');
  server.isBehindProxy = false;
  expect(await tab.save()).toBe(2);
});

test('what is sent twice on its way is no work of somebody else', async () => {
  const tab = await openTab();
  server.isTwice = true;
  for (const more of [['One'], ['One', 'Two']]) {
    await tab.keep(...more);
    await rest();
    expect([tab.conflict(), server.draft?.pages]).toEqual([undefined, textOf(...more)]);
  }
  expect([await tab.save(), tab.conflict()]).toEqual([2, undefined]);
  await tab.keep('Three');
  await tab.discard();
  expect([tab.conflict(), tab.body(), server.draft]).toEqual([undefined, ['One', 'Two'], undefined]);
});

describe('what is written while an editor loads news', () => {
  test.each(['written', 'begun'])('stays if it was %s', async (what) => {
    const tab = await openTab();
    server.save(['Saved']);
    let isIdle = true;
    server.before = (call) => {
      if (call !== 'GET template') return;
      if (what === 'written') tab.write('Mine');
      else isIdle = false;
    };
    await tab.model.look(() => isIdle);
    expect([tab.body(), tab.model.revision.value]).toEqual([[what === 'written' ? 'Mine' : 'First'], 1]);
    expect(tab.model.words.value).toBe('');
  });
});

test('what is written while Discard loads the template stays', async () => {
  const tab = await openWithWork('Mine');
  server.before = (call) => call === 'GET template' && tab.write('Newer');
  await tab.discard();
  await rest();
  expect([tab.body(), server.draft?.pages]).toEqual([['Newer'], textOf('Newer')]);
});

test('Discard without a network changes nothing, and keeps the work again if only the template cannot be loaded', async () => {
  const tab = await openWithWork('Mine');
  tab.isAway(true);
  await tab.discard();
  expect(tab.model.words.value).toContain('Nothing was done: The server cannot be reached.');
  tab.isAway(false);
  server.before = (call) => {
    if (call === 'GET template') throw new TypeError('fetch failed');
  };
  await tab.discard();
  expect([tab.body(), server.draft]).toEqual([['Mine'], undefined]);
  await rest();
  expect(server.draft?.pages).toBe(textOf('Mine'));
  server.before = undefined;
  await tab.discard();
  await rest();
  expect([tab.body(), server.draft, tab.model.words.value]).toEqual([['First'], undefined, '']);
});

describe('of two versions', () => {
  test('none is chosen while Discard is under way', async () => {
    const tab = await openConflict();
    server.after = (call) => call === 'GET template' && tab.choose('mine');
    const words: string[] = [];
    const stop = tab.model.words.subscribe((text) => words.push(text));
    await tab.discard();
    stop();
    expect(words).toContainEqual(expect.stringContaining('Try again in a moment.'));
    expect([tab.conflict(), tab.body()]).toEqual([undefined, ['Theirs']]);
  });

  test('one is chosen also when the template is deleted', async () => {
    const tab = await openConflict();
    server.isDeleted = true;
    await tab.model.listRevisions();
    tab.choose('mine');
    expect([tab.conflict(), tab.body()]).toEqual([undefined, ['Mine']]);
    expect(tab.model.words.value).toContain('This template was deleted.');
  });

  test('the other is taken also while an earlier revision is looked at', async () => {
    const tab = await openTab();
    server.keep('[{');
    tab.write('Mine');
    await tab.model.listRevisions();
    await tab.model.seeRevision(1);
    await rest();
    expect([tab.conflict(), tab.model.versions.seen.value]).toEqual(['draft', undefined]);
    tab.choose('theirs');
    await rest();
    expect([tab.model.code.value, server.draft?.pages]).toEqual(['[{', '[{']);
  });
});

describe('news of a draft', () => {
  test('of somebody else is a question', async () => {
    const tab = await openConflict();
    expect([tab.conflict(), tab.theirs(), server.draft?.pages]).toEqual(['draft', textOf('Theirs'), textOf('Theirs')]);
    tab.choose('mine');
    await rest();
    expect([server.draft?.pages, tab.model.keeping.value]).toEqual([textOf('Mine'), expect.stringContaining('are kept')]);
  });

  test('of somebody else is a question also if both have the same pages saved', async () => {
    const tab = await openWithWork('Mine');
    server.keep(textOf('Theirs'));
    await tab.keep('Mine', 'More');
    expect(tab.conflict()).toBe('draft');
  });

  test('that comes while the person chooses is the next question', async () => {
    const tab = await openConflict();
    server.keep(textOf('Theirs', 'again'));
    tab.choose('mine');
    await rest();
    expect([tab.conflict(), tab.theirs(), server.draft?.pages]).toEqual([
      'draft',
      textOf('Theirs', 'again'),
      textOf('Theirs', 'again'),
    ]);
  });

  test('that was dropped elsewhere is none, and the work is kept again', async () => {
    const tab = await openWithWork('Mine');
    server.drop();
    await tab.keep('Mine', 'More');
    await rest();
    expect([tab.conflict(), server.draft?.pages]).toEqual([undefined, textOf('Mine', 'More')]);
    server.drop();
    await tab.keep('First');
    expect([tab.conflict(), tab.model.words.value]).toEqual([undefined, '']);
  });

  test('with a newer revision, loaded between the two, is met with that revision', async () => {
    const tab = await openTab();
    server.keep(textOf('Theirs'));
    tab.write('Mine');
    saveOnceLoaded();
    await rest();
    tab.choose('theirs');
    await rest();
    // Not taken for what the template has already.
    expect([tab.model.isChanged.value, tab.model.revision.value, server.draft?.pages]).toEqual([true, 2, textOf('First')]);
  });
});

describe('a save', () => {
  test('over the revision of somebody else is a question, whose answer is saved', async () => {
    const tab = await openWithWork('Mine');
    server.save(['Saved']);
    expect([await tab.save(), tab.conflict()]).toEqual([2, 'saved']);
    tab.choose('mine');
    expect([await tab.save(), server.draft, tab.model.isChanged.value]).toEqual([3, undefined, false]);
    expect(server.pages).toEqual(pagesOf(['Mine']));
  });

  test.each([
    ['the same pages as before', ['First']],
    ['what is saved here', ['Mine']],
  ])('after somebody else has saved %s goes on without a question', async (_, body) => {
    const tab = await openWithWork('Mine');
    server.save(body);
    const revision = await tab.save();
    expect([tab.conflict(), revision, server.pages]).toEqual([undefined, body[0] === 'Mine' ? 2 : 3, pagesOf(['Mine'])]);
    await rest();
    expect(server.draft).toBeUndefined();
  });

  test('keeps after it what is written while it is under way', async () => {
    const tab = await openWithWork('Mine');
    server.after = (call) => {
      if (call === 'PUT template') tab.write('Mine', 'More');
    };
    expect(await tab.save()).toBe(2);
    await rest();
    expect([tab.conflict(), server.draft?.pages, server.draft?.revision]).toEqual([undefined, textOf('Mine', 'More'), 2]);
  });

  test('asks for nothing else if the last one was answered', async () => {
    const tab = await openTab();
    tab.write('Mine');
    await tab.save();
    await tab.keep('Mine', 'More');
    const calls: string[] = [];
    server.before = (call) => void calls.push(call);
    await tab.save();
    expect(calls).toEqual(['PUT template']);
  });

  test('knows its draft although two answers about it were lost', async () => {
    const tab = await openTab();
    server.after = (call) => call === 'PUT draft' && tab.isAway(true);
    await tab.keep('Mine');
    tab.isAway(false);
    server.save(['First']);
    server.after = undefined;
    server.before = (call) => {
      if (call !== 'GET draft') return;
      server.before = undefined;
      throw new TypeError('fetch failed');
    };
    expect([await tab.save(), tab.conflict(), server.draft]).toEqual([3, undefined, undefined]);
  });

  test('after a reset is a question about the reset', async () => {
    const tab = await openWithWork('Mine');
    server.reset(['First']);
    expect([await tab.save(), tab.conflict(), tab.model.words.value]).toEqual([2, 'reset', '']);
  });

  test('whose answer was lost is known by the next draft and by the next save', async () => {
    const tab = await openWithWork('Mine');
    server.after = (call) => call === 'PUT template' && tab.isAway(true);
    await tab.save();
    server.after = undefined;
    tab.isAway(false);
    await tab.keep('Mine', 'More');
    await rest();
    expect([tab.conflict(), server.draft?.pages, server.draft?.revision]).toEqual([undefined, textOf('Mine', 'More'), 2]);
    expect(await tab.save()).toBe(3);
  });

  test('with a draft of somebody else that came meanwhile is a question, and saves nothing', async () => {
    const tab = await openWithWork('Mine');
    server.save(['Saved']);
    server.keep(textOf('Theirs'));
    expect([await tab.save(), tab.conflict(), tab.theirs()]).toEqual([2, 'draft', textOf('Theirs')]);
  });

  test('of a draft of an older revision is a question', async () => {
    server.keep(textOf('Draft'));
    server.save(['Saved']);
    const tab = await openTab();
    expect([tab.body(), await tab.save(), tab.conflict()]).toEqual([['Draft'], 2, 'saved']);
  });

  test.each([
    ['the other version, which is of the older revision, is a question', 'theirs', 1, 2, 'saved', ['Saved']],
    ['the own version, which is of the newer revision, is none', 'mine', 2, 3, undefined, ['Mine']],
  ] as const)('of %s', async (_, side, revision, saved, question, body) => {
    server.save(['Saved']);
    const tab = await openConflict(1);
    tab.choose(side);
    expect([tab.model.revision.value, await tab.save(), tab.conflict(), server.pages]).toEqual([
      revision,
      saved,
      question,
      pagesOf(body),
    ]);
  });
});

describe('a reset', () => {
  test('is a question, also if it changed nothing that was saved', async () => {
    const tab = await openWithWork('Mine');
    server.reset(['First']);
    await tab.keep('Mine', 'More');
    expect([tab.conflict(), server.draft]).toEqual(['reset', undefined]);
    tab.choose('theirs');
    expect([tab.body(), tab.model.isChanged.value, tab.model.revision.value]).toEqual([['First'], false, 2]);
    tab.model.undo();
    expect([tab.body(), await tab.save()]).toEqual([['Mine', 'More'], 3]);
  });

  test('to what is written here is none', async () => {
    const tab = await openWithWork('Mine');
    server.reset(['Mine']);
    await tab.look();
    expect([tab.conflict(), tab.model.isChanged.value, tab.model.revision.value]).toEqual([undefined, false, 2]);
  });
});

test('three tabs: the newest work is shown first, and the other is asked about after it was saved', async () => {
  const [first, second] = [await openTab(), await openTab()];
  for (const [tab, text] of [
    [first, 'One'],
    [second, 'Two'],
  ] as const) {
    tab.isAway(true);
    await tab.keep(text);
  }
  const third = await openTab();
  expect([third.body(), await third.save()]).toEqual([['Two'], 2]);
  const fourth = await openTab();
  expect([fourth.conflict(), fourth.theirs(), fourth.body()]).toEqual(['saved', textOf('Two'), ['One']]);
});

test('undo and redo go over the choice of two versions', async () => {
  const tab = await openConflict();
  tab.choose('theirs');
  tab.model.undo();
  await rest();
  expect([tab.body(), server.draft?.pages]).toEqual([['Mine'], textOf('Mine')]);
  tab.model.redo();
  await rest();
  expect([tab.body(), server.draft?.pages, tab.conflict()]).toEqual([['Theirs'], textOf('Theirs'), undefined]);
});
