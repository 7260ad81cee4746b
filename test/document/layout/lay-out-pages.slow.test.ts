// A page that is done keeps nothing of its items, though its page number is printed when the document ends.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { directionsOf } from '../../../src/document/layout/direction.ts';
import type { Page } from '../../../src/document/layout/fragment.ts';
import { layOutPages } from '../../../src/document/layout/lay-out-pages.ts';
import { LayoutSession } from '../../../src/document/layout/session.ts';
import { compile, defaultLimits } from '../../support/render.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test.each([
  ['a body', [{ repeat: 'list', body: 'Line' }]],
  ['columns', [{ flow: [{ repeat: 'list', body: 'Line' }], margin: 2, columns: 3 }]],
])('the items of a page of %s can be collected when the page is handed over', async (_, body) => {
  const layout = { size: [200, 100], margin: 10, body, footer: ['Page {{ page.total }}'] };
  const { program } = await compile({ unit: 'pt', pages: [layout] });
  const session = new LayoutSession(
    defaultLimits,
    () => ({ problem: 'Not found.' }),
    () => {},
  );
  const scope = {
    data: { list: Array.from({ length: 300 }) },
    locals: [],
    loop: undefined,
    page: { number: undefined, total: undefined },
    doc: { title: undefined, date: undefined },
    format: { locale: 'en-US', currency: undefined, timezone: 'UTC' },
    place: undefined,
    ...directionsOf(false),
    tag: undefined,
    session,
    warn: session.warnOfValue,
  };
  const late: Page['late'][] = [];
  const items: WeakRef<Page['items']>[] = [];
  layOutPages(program!, program!.bindLet(scope), session, (page) => {
    late.push(page.late);
    items.push(new WeakRef(page.items));
  });
  expect(items.length).toBeGreaterThan(10);
  expect(late.every(Boolean)).toBe(true);
  // What was made or looked at in this turn of the event loop stays until the next one. Code that V8 is about to optimise may hold an object a little longer.
  const held = () => items.slice(0, -1).filter((one) => one.deref() !== undefined);
  for (let turn = 0; turn === 0 || (turn < 5 && held().length > 0); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  expect(held()).toEqual([]);
});
