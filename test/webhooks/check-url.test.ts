import { expect, test } from 'vitest';
import { anyAddress, createAddressRules } from '../../src/webhooks/address-rules.ts';
import { checkUrl } from '../../src/webhooks/check-url.ts';

const internet = createAddressRules([]);
const check = (url: string, rules = internet) => checkUrl(url, '"url"', rules);

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '10.0.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '168.63.129.16', '100.100.100.200', '100.64.0.1', '0.0.0.0', '192.0.0.192', '198.18.0.1', '224.0.0.1'],
  ...['255.255.255.255', '240.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...['[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[100::1]'],
])('https://%s is refused', (host) => {
  expect(() => check(`https://${host}/hook`)).toThrow(/is not on the internet/);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]', 'shop.example', 'shop.example:8443'])(
  'https://%s is accepted',
  (host) => {
    expect(check(`https://${host}/hook`)).toBe(`https://${host}/hook`);
  },
);

test.each([
  ['shop.example/hook', /must be an address such as/],
  ['', /must be an address such as/],
  ['ftp://shop.example', /must begin with https:\/\/, not with ftp:/],
  ['file:///etc/passwd', /not with file:/],
  ['http://shop.example', /sends nothing without TLS/],
  ['https://ada:secret@shop.example', /must not hold a user or password/],
  ['https://shop.example/#a', /"#"/],
  [`https://shop.example/${'a'.repeat(2_000)}`, /at most 2000 characters/],
])('%s is refused with a reason', (url, reason) => {
  expect(() => check(url)).toThrow(reason);
});

test('allowed networks may be called, with http too, and nothing else', () => {
  const rules = createAddressRules(['10.1.0.0/16', 'fd00::/8', '127.0.0.1']);
  for (const host of ['10.1.2.3', '[fd12::1]', '127.0.0.1:8080', '[::ffff:10.1.0.1]']) {
    expect(() => check(`https://${host}`, rules)).not.toThrow();
    expect(() => check(`http://${host}`, rules)).not.toThrow();
  }
  for (const host of ['10.2.0.1', '127.0.0.2', '[::1]'])
    expect(() => check(`https://${host}`, rules)).toThrow(/not on the internet/);
  expect(() => check('http://8.8.8.8', rules)).toThrow(/with https only/);
});

test('a person calls any address from their own machine', () => {
  expect(check('http://localhost:3000/hook', anyAddress)).toBe('http://localhost:3000/hook');
  expect(check('http://127.0.0.1', anyAddress)).toBe('http://127.0.0.1/');
});
