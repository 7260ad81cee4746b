import type { ServerSettings } from '../../src/settings/server-settings.ts';
import { embeddedSuite } from '../contract/embedded.suite.ts';
import { engineSuite } from '../contract/engine.suite.ts';
import { itemsSuite } from '../contract/items.suite.ts';
import { jobsSuite } from '../contract/jobs.suite.ts';
import { webhooksSuite } from '../contract/webhooks.suite.ts';
import { makeCluster } from '../support/cluster.ts';
import { openServer } from '../support/open-server.ts';

const name = 'remote, over a server on PostgreSQL and an object store';
const open = async (worker = false, settings: Partial<ServerSettings> = {}) => {
  const { openUnowned, setAhead } = await makeCluster();
  return openServer({ worker, settings, stores: await openUnowned(), onAdvance: setAhead });
};

engineSuite(name, () => open());

embeddedSuite(name, async () => {
  const origin = 'https://app.example';
  const server = await open();
  await server.allowOrigins('default', [origin]);
  return { ...server, origin };
});

jobsSuite(name, async () => {
  const server = await open();
  return {
    ...server,
    async startWorker() {
      await server.service.startWorker({ concurrency: 2 });
    },
  };
});

itemsSuite(name, () => open(true));

webhooksSuite(name, async () => {
  const server = await open(false, { webhookNetworks: ['127.0.0.1'] });
  return {
    ...server,
    showsBodies: false,
    async start() {
      await server.service.startWorker({ concurrency: 2 });
      await server.service.startDeliverer(() => {});
    },
  };
});
