// Which addresses webhooks may reach. A team chooses the address, and the server calls it: without rules a team could reach what only the
// server can reach, such as databases and the metadata of a cloud.
import { BlockList, isIP } from 'node:net';

export interface AddressRules {
  /** Whether an IP address may be reached. */
  allows(address: string): boolean;
  /** Whether an IP address may be reached without TLS. */
  allowsPlain(address: string): boolean;
  /** Whether any address may be reached without TLS. */
  readonly allowsSomePlain: boolean;
  /** Whether the caller may learn why an address is refused. The caller could otherwise find out which names the network of the server knows. */
  readonly givesReasons: boolean;
  /** Whether the caller may read what an endpoint answers. In a private network that could be a page that only the server can reach. */
  readonly showsBodies: boolean;
}

/** RFC 6890 and the IANA registry of special-purpose addresses: what is not reached over the internet. */
const specialV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and metadata of Alibaba Cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the platform of Azure
  '169.254.0.0/16', // link-local, and metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/** All that is reached over the internet. Outside: loopback, mapped IPv4, NAT64, private, link-local, multicast. */
const globalV6 = ['2000::/3'];
const specialV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries IPv4 addresses
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const special = listOf([...specialV4, ...specialV6]);
const global = listOf(globalV6);

/** The rules of a server. `networks`: addresses and networks that are allowed beside the internet, also without TLS. */
export function createAddressRules(networks: readonly string[]): AddressRules {
  const allowed = listOf(networks);
  return {
    allows: (address) => isIn(allowed, address) || isGlobal(address),
    allowsPlain: (address) => isIn(allowed, address),
    allowsSomePlain: networks.length > 0,
    givesReasons: false,
    showsBodies: networks.length === 0,
  };
}

/** The rules of a person's own machine: the person could call any address anyway. */
export const anyAddress: AddressRules = {
  allows: () => true,
  allowsPlain: () => true,
  allowsSomePlain: true,
  givesReasons: true,
  showsBodies: true,
};

function isGlobal(address: string): boolean {
  return !isIn(special, address) && (isIP(address) === 4 || isIn(global, address));
}

function isIn(list: BlockList, address: string): boolean {
  // A link-local address may name an interface.
  const bare = address.split('%', 1)[0]!;
  return isIP(bare) !== 0 && list.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family);
  }
  return list;
}
