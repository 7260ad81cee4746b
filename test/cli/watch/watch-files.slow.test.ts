import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { watchFiles } from '../../../src/cli/watch/watch-files.ts';
import { makeFolder } from '../../support/run-cli.ts';

const never = new AbortController().signal;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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
