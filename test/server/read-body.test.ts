import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readBytes } from '../../src/server/read-body.ts';

test('a body that is too slow ends its call, also if the call was answered before', async () => {
  let fault: unknown;
  const isRead = new Promise<void>((resolve) => {
    const server = createServer((call, response) => {
      response.writeHead(503).end();
      const rate = { minBytesPerSecond: 1_000_000, windowMs: 20 };
      readBytes(call, { limit: 1000, response, rate })
        .catch((error) => {
          fault = error;
        })
        .finally(() => {
          server.close();
          server.closeAllConnections();
          resolve();
        });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const call = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 100 } });
      call.on('error', () => {});
      call.write('a');
    });
  });
  await isRead;
  expect(fault).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('minUploadBytesPerSecond') });
});
