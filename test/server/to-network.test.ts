import { expect, test } from 'vitest';
import { toNetwork } from '../../src/server/to-network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::ffff:2', '2001:db8:0:0::/64'],
  ['2001:0DB8:0001::1', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('%s is counted under %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
