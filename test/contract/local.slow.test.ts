import { createLocalEngine } from '../../src/engine/wiring/create-local-engine.ts';
import { createFileRenderer } from '../../src/renderer/pool/create-file-renderer.ts';
import { makeFolder } from '../support/folders.ts';
import { engineSuite } from './engine.suite.ts';
import { itemsSuite } from './items.suite.ts';
import { jobsSuite } from './jobs.suite.ts';
import { webhooksSuite } from './webhooks.suite.ts';

engineSuite('local', async () => {
  const workspace = makeFolder();
  let seconds = 0;
  const now = () => {
    seconds += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  };
  const engine = await createLocalEngine({ workspace }, { now });
  return {
    engine,
    close: () => engine.close(),
  };
});

jobsSuite('local', async () => {
  const workspace = makeFolder();
  let ahead = 0;
  const engine = await createLocalEngine({ workspace }, { now: () => new Date(Date.now() + ahead) });
  return {
    engine,
    async startWorker() {
      await engine.startWorker({ concurrency: 2 });
    },
    async advance(ms) {
      ahead += ms;
    },
    close: () => engine.close(),
  };
});

itemsSuite('local, in threads of this process', async () => {
  const workspace = makeFolder();
  const folder = new URL('../../dist/js/', import.meta.url);
  const engine = await createLocalEngine(
    { workspace },
    { openFileRenderer: async (threads) => createFileRenderer({ threads, folder }) },
  );
  return {
    engine,
    close: () => engine.close(),
  };
});

webhooksSuite('local', async () => {
  const workspace = makeFolder();
  const engine = await createLocalEngine({ workspace });
  return {
    engine,
    showsBodies: true,
    async start() {
      await engine.startWorker({ concurrency: 2 });
      await engine.startDeliverer(() => {});
    },
    close: () => engine.close(),
  };
});
