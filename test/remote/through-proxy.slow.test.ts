import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { listen } from '../support/listen.ts';
import { makeFolder } from '../support/run-cli.ts';

const host = 'pdf.example.invalid';
const list = JSON.stringify({ items: [], nextCursor: null });

/** A server for `host`, and a proxy in front of it that notes what it is asked for. `refusal`: the status line of each answer of the proxy. */
async function start(refusal?: string) {
  const folder = makeFolder();
  const certificate = makeCertificate(folder, host, host);
  const server = createSecureServer(certificate, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(list);
  });
  const serverPort = await listen(server);
  const asked: (readonly [string | undefined, string | undefined, string | undefined])[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => asked.push([method, url, headers['proxy-authorization']]);
  const proxy = createServer((request, response) => {
    note(request);
    response.setHeader('content-type', 'application/json');
    response.end(list);
  });
  proxy.on('connect', (request, socket) => {
    note(request);
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const onward = connect(serverPort, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'));
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    onTestFinished(() => void onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const address = `127.0.0.1:${await listen(proxy)}`;
  return { asked, address, authority: join(folder, 'cert.pem') };
}

/** Lists the templates of a server three times, in a process of its own. Gives what it prints. */
async function call(baseUrl: string, env: Record<string, string>): Promise<string> {
  const module = new URL('../../.build/remote/http-engine.js', import.meta.url).href;
  const program = `import { createHttpEngine } from ${JSON.stringify(module)};
    try {
      const engine = createHttpEngine({ baseUrl: ${JSON.stringify(baseUrl)}, retries: 0 });
      for (let i = 0; i < 3; i++) await engine.listTemplates({});
      console.log('answered');
    } catch (error) { console.log(error.message); }`;
  const { PATH } = process.env;
  const options = { env: { PATH, ...env } };
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options)).stdout.trim();
}

test('calls to a server with TLS share a tunnel through the proxy', async () => {
  const { asked, address, authority } = await start();
  const env = { HTTPS_PROXY: `http://me:p%40ss@${address}`, NODE_EXTRA_CA_CERTS: authority };
  expect(await call(`https://${host}`, env)).toBe('answered');
  expect(asked).toEqual([['CONNECT', `${host}:443`, `Basic ${Buffer.from('me:p@ss').toString('base64')}`]]);
});

test('the certificate behind a proxy must be that of the server', async () => {
  const { address } = await start();
  expect(await call(`https://${host}`, { HTTPS_PROXY: address })).toBe(
    `The server ${host} (through the proxy ${address}) cannot be reached (https://${host}): its certificate is self-signed; name the certificate in NODE_EXTRA_CA_CERTS.`,
  );
});

test('a call without TLS is given to the proxy whole', async () => {
  const { asked, address } = await start();
  expect(await call(`http://${host}:81`, { http_proxy: `http://me:you@${address}` })).toBe('answered');
  expect(asked).toEqual(Array(3).fill(['GET', `http://${host}:81/api/v1/templates`, 'Basic bWU6eW91']));
});

test.each(['407 Proxy Authentication Required', '403 Forbidden'])('an answer %s of the proxy is named', async (status) => {
  const { address } = await start(status);
  expect(await call(`https://${host}`, { HTTPS_PROXY: address })).toBe(
    `The server ${host} (through the proxy ${address}) cannot be reached (https://${host}): the proxy answered ${status}.`,
  );
});

test('a proxy that cannot be reached is named, and so is a variable that names none', async () => {
  expect(await call(`https://${host}`, { HTTPS_PROXY: 'http://127.0.0.1:9' })).toContain(
    '(through the proxy 127.0.0.1:9) cannot be reached (https://pdf.example.invalid): nothing listens there.',
  );
  expect(await call(`https://${host}`, { HTTPS_PROXY: 'socks5://127.0.0.1:9' })).toContain(
    'HTTPS_PROXY takes the address of an HTTP proxy',
  );
});

test('NO_PROXY leads past the proxy', async () => {
  const { asked, address } = await start();
  expect(await call(`http://${host}`, { HTTP_PROXY: address, NO_PROXY: '.invalid' })).toContain('cannot be reached');
  expect(asked).toEqual([]);
});
