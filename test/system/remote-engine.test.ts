import { afterAll, beforeAll } from 'vitest';
import { createHttpEngine } from '../../src/remote/http-engine.ts';
import { embeddedSuite } from '../contract/embedded.suite.ts';
import { engineSuite } from '../contract/engine.suite.ts';
import { itemsSuite } from '../contract/items.suite.ts';
import { jobsSuite } from '../contract/jobs.suite.ts';
import { webhooksSuite } from '../contract/webhooks.suite.ts';
import { type OpenedServer, openServer } from '../support/open-server.ts';

const name = 'remote, over a real server';

/** One server without a worker and one with a worker. Each test has a team of its own. */
let idle: OpenedServer;
let busy: OpenedServer;
let teams = 0;
beforeAll(async () => {
  idle = await openServer({ worker: false, clockStands: true });
  busy = await openServer();
});
afterAll(() => Promise.all([idle.close(), busy.close()]));

async function enter(server: OpenedServer) {
  const team = `team-${++teams}`;
  const token = await server.tokenOf(team);
  return { ...server, team, token, engine: createHttpEngine({ baseUrl: server.url, token }), close: async () => {} };
}

engineSuite(name, () => enter(idle));

embeddedSuite(name, async () => {
  const origin = 'https://app.example';
  const opened = await enter(idle);
  await idle.allowOrigins(opened.team, [origin]);
  return { ...opened, origin };
});

itemsSuite(name, () => enter(busy));

// Their jobs wait until the test starts a worker: a server for each.
jobsSuite(name, async () => {
  const server = await openServer({ worker: false });
  return {
    ...server,
    async startWorker() {
      await server.service.startWorker({ concurrency: 2 });
    },
  };
});

webhooksSuite(name, async () => {
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
