// The proxies that the environment names for calls to servers: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, also in small letters, which win.
import { BlockList, isIP } from 'node:net';
import { UsageError } from '../words/usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy of calls to an address. Calls to this machine have none. Raises UsageError for a variable that names no HTTP proxy. */
export function proxyFor(url: URL, env: Environment = process.env): URL | undefined {
  const variable = `${url.protocol.slice(0, -1)}_proxy`;
  const name = [variable, variable.toUpperCase()].find((one) => env[one]);
  if (name === undefined || isThisMachine(url) || isExempt(url, env.no_proxy || env.NO_PROXY || '')) return undefined;
  const given = env[name]!;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`${name} takes the address of an HTTP proxy, such as http://proxy.example.com:8080`);
  const proxy = new URL(address);
  if (!isDecodable(proxy.username) || !isDecodable(proxy.password))
    throw new UsageError(`${name} has a name or a password with a % that begins no escape; write it as %25`);
  return proxy;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Names the proxy of a server, to follow the server's name in messages. Empty: no proxy. Raises UsageError. */
export function throughProxy(url: URL): string {
  const proxy = proxyFor(url);
  return proxy ? ` (through the proxy ${proxy.host})` : '';
}

/** The header that gives a proxy the name and the password in its address. */
export function proxyCredentials({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

const isThisMachine = ({ hostname }: URL): boolean => /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** Whether NO_PROXY lists an address: by `*`, a domain with what is below it, an IP address or a range of addresses; each but `*` and a range with a port if need be. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = withoutBrackets(hostname);
  const hostPort = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInRange(host, entry);
      const parts = isIP(entry) ? null : /^(.*):(\d+)$/.exec(entry);
      if (parts && parts[2] !== hostPort) return false;
      const name = withoutBrackets(parts?.[1] ?? entry).replace(/^\*?\./, '');
      return host === name || host.endsWith(`.${name}`);
    });
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Whether an IP address is in a range such as `10.0.0.0/8`. */
function isInRange(host: string, range: string): boolean {
  const [, start = '', bits] = /^(.*)\/(\d+)$/.exec(range) ?? [];
  const family = isIP(start);
  if (family === 0 || family !== isIP(host) || !(Number(bits) <= (family === 4 ? 32 : 128))) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(start, Number(bits), type);
  return list.check(host, type);
}
