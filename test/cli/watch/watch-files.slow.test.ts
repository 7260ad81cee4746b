import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../../src/cli/watch/watch-files.ts';
import { makeFolder } from '../../support/run-cli.ts';

const never = new AbortController().signal;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Watches a path. `isTold`: changes files, and waits until the watch tells of a path. */
async function open(path: string) {
  const watch = await watchFiles([path], () => new Set());
  onTestFinished(() => watch.close());
  return {
    async isTold(told: string, change: () => void | Promise<void>) {
      // A change is told several times: nothing of the one before may count.
      while ((await watch.within(300, never)).length > 0);
      await change();
      while (!(await watch.next(never)).includes(told));
    },
  };
}

/** Saves as editors do: a new file or link takes the place of the old one. */
function replace(path: string, write: (path: string) => void): void {
  write(`${path}~`);
  renameSync(`${path}~`, path);
}

test('a link counts when its target is saved, and when it leads elsewhere', async () => {
  const folder = makeFolder({ 'to/a.json': {}, 'to/b.json': {} });
  const [link, b] = [join(folder, 'link.json'), join(folder, 'to/b.json')];
  symlinkSync('to/a.json', link);
  const watch = await open(link);
  await watch.isTold(link, () => writeFileSync(join(folder, 'to/a.json'), '1'));
  await watch.isTold(link, () => replace(link, (path) => symlinkSync('to/b.json', path)));
  await watch.isTold(link, () => writeFileSync(b, '1'));
  await watch.isTold(link, () => replace(b, (path) => writeFileSync(path, '2')));
  await watch.isTold(link, () => writeFileSync(b, '3'));
});

test('a link to a folder counts with the files of another target', async () => {
  const folder = makeFolder({ 'one/template.json': {}, 'two/template.json': {} });
  const link = join(folder, 'note');
  symlinkSync('one', link);
  const watch = await open(link);
  await watch.isTold(link, () => replace(link, (path) => symlinkSync('two', path)));
  await watch.isTold(join(link, 'template.json'), () => writeFileSync(join(folder, 'two/template.json'), '1'));
});

test.each([
  ['soon', 50],
  ['later', 500],
])('a file whose folder is removed counts again when it returns %s', async (_, ms) => {
  const folder = makeFolder({ 'data/one.json': {} });
  const file = join(folder, 'data/one.json');
  const watch = await open(file);
  for (const text of ['1', '2']) {
    await watch.isTold(file, async () => {
      rmSync(join(folder, 'data'), { recursive: true });
      await wait(ms);
      mkdirSync(join(folder, 'data'));
      writeFileSync(file, text);
    });
    await watch.isTold(file, () => writeFileSync(file, `${text} again`));
  }
});

test('a wait within some time ends, though garbage is collected meanwhile', async () => {
  const watch = await watchFiles([makeFolder()], () => new Set());
  onTestFinished(() => watch.close());
  const changed = watch.within(200, never);
  for (let i = 0; i < 4; i++) {
    await wait(10);
    collectGarbage();
  }
  expect(await changed).toEqual([]);
});
