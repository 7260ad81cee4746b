import { expect, test } from 'vitest';
import { proxyFor } from '../../src/remote/proxy.ts';

const proxy = 'http://proxy.example:8080';
const proxied = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

test.each([
  ['https://a.example/', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['http://a.example/', { HTTPS_PROXY: proxy }, undefined],
  ['http://a.example/', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['https://a.example/', { HTTP_PROXY: proxy }, undefined],
  ['https://a.example/', { https_proxy: 'small:1', HTTPS_PROXY: proxy }, 'http://small:1/'],
  ['https://a.example/', { https_proxy: '', HTTPS_PROXY: '' }, undefined],
  ['https://localhost:8080/', { HTTPS_PROXY: proxy }, undefined],
  ['https://pdf.localhost/', { HTTPS_PROXY: proxy }, undefined],
  ['http://127.0.0.1:8080/', { HTTP_PROXY: proxy }, undefined],
  ['http://[::1]:8080/', { HTTP_PROXY: proxy }, undefined],
  ['https://127.example/', { HTTPS_PROXY: proxy }, `${proxy}/`],
])('%s with %j goes to %s', (url, env, expected) => {
  expect(proxied(url, env)).toBe(expected);
});

test.each([
  ['leaves out', ['*', 'other.example,a.example', 'other.example a.example', 'A.Example', '.a.example']],
  ['leaves out', ['*.example', 'example', 'a.example:443', '.example:443']],
  ['calls', ['a.example:8443', 'b.a.example', 'ple', '', ',', '10.0.0.0/8']],
] as const)('the proxy %s https://a.example with NO_PROXY of %j', (done, lists) => {
  for (const list of lists) {
    const found = proxied('https://a.example/', { HTTPS_PROXY: proxy, NO_PROXY: list });
    expect(found, list).toBe(done === 'calls' ? `${proxy}/` : undefined);
  }
});

test.each([
  ['http://10.1.2.3/', '10.0.0.0/8', true],
  ['http://11.1.2.3/', '10.0.0.0/8', false],
  ['http://10.1.2.3/', '10.1.2.3', true],
  ['http://10.1.2.3:81/', '10.1.2.3:80', false],
  ['http://10.1.2.3/', '10.0.0.0/33', false],
  ['http://10.1.2.3/', '10.0.0.0/', false],
  ['http://10.1.2.3/', 'fd00::/8', false],
  ['http://[fd00::1]/', 'fd00::/8', true],
  ['http://[fd00::1]/', 'fd00::1', true],
  ['http://[fd00::1]/', '[fd00::1]', true],
  ['http://[fd00::1]/', '[fd00::1]:81', false],
])('%s with no_proxy %s is left out: %j', (url, list, isLeftOut) => {
  expect(proxied(url, { HTTP_PROXY: proxy, no_proxy: list })).toBe(isLeftOut ? undefined : `${proxy}/`);
});

test('a % in a password that begins no escape is refused with its remedy', () => {
  expect(() => proxied('https://a.example/', { HTTPS_PROXY: 'http://me:50%@proxy:1' })).toThrow(
    'HTTPS_PROXY has a name or a password with a % that begins no escape; write it as %25',
  );
  expect(proxied('https://a.example/', { HTTPS_PROXY: 'http://me:50%25@proxy:1' })).toBe('http://me:50%25@proxy:1/');
});

test.each(['socks5://proxy:1080', 'http://', 'http://a b'])('%s is no HTTP proxy', (given) => {
  expect(() => proxied('https://a.example/', { HTTPS_PROXY: given })).toThrow(
    'HTTPS_PROXY takes the address of an HTTP proxy, such as http://proxy.example.com:8080',
  );
});
