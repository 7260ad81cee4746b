import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalEngine } from '../../src/engine/create-local-engine.ts';
import { engineSuite } from './engine.suite.ts';

engineSuite('local', async () => {
  const workspace = await mkdtemp(join(tmpdir(), 'pdfgen-engine-'));
  let seconds = 0;
  const now = () => {
    seconds += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  };
  const engine = await createLocalEngine({ workspace }, { now });
  return {
    engine,
    async close() {
      await engine.close();
      await rm(workspace, { recursive: true });
    },
  };
});
