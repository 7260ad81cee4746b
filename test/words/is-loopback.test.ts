import { expect, test } from 'vitest';
import { isLoopback } from '../../src/words/is-loopback.ts';

const hostOf = (url: string) => new URL(url).hostname;

test.each([
  ...'http://localhost:8080 http://app.localhost http://127.0.0.1 http://127.1:80 http://[::1]:9'.split(' '),
  'http://0x7f.1',
])('%s is this machine', (url) => expect(isLoopback(hostOf(url))).toBe(true));

test.each([
  ...'http://127.example.com http://127.0.0.1.example.com http://localhost.example.com http://notlocalhost'.split(' '),
  ...'http://[::2] http://10.0.0.1'.split(' '),
])('%s is another machine', (url) => expect(isLoopback(hostOf(url))).toBe(false));
