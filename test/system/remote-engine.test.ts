import { embeddedSuite } from '../contract/embedded.suite.ts';
import { engineSuite } from '../contract/engine.suite.ts';
import { itemsSuite } from '../contract/items.suite.ts';
import { jobsSuite } from '../contract/jobs.suite.ts';
import { webhooksSuite } from '../contract/webhooks.suite.ts';
import { openServer } from '../support/open-server.ts';

engineSuite('remote, over a real server', () => openServer({ worker: false }));

embeddedSuite('remote, over a real server', async () => {
  const origin = 'https://app.example';
  const server = await openServer({ worker: false, clockStands: true });
  await server.allowOrigins('default', [origin]);
  return { ...server, origin };
});

jobsSuite('remote, over a real server', async () => {
  const server = await openServer({ worker: false });
  return {
    ...server,
    async startWorker() {
      await server.service.startWorker({ concurrency: 2 });
    },
  };
});

itemsSuite('remote, over a real server', () => openServer());

webhooksSuite('remote, over a real server', async () => {
  const server = await openServer({ worker: false, settings: { webhookNetworks: ['127.0.0.1'] } });
  return {
    ...server,
    showsBodies: false,
    async start() {
      await server.service.startWorker({ concurrency: 2 });
      await server.service.startDeliverer(() => {});
    },
  };
});
