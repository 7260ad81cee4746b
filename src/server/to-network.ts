// Groups client addresses by network, for limits.
import { isIPv6 } from 'node:net';

/** The key to count an address under. IPv6: its /64, because one host has all of it. IPv6 that carries an IPv4 address: the IPv4 address. */
export function toNetwork(address: string): string {
  const bare = address.split('%', 1)[0]!;
  if (!isIPv6(bare)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  // A part in dotted form replaces two groups, always in the last half.
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length - (bare.includes('.') ? 1 : 0);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
