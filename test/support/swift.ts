// Starts OpenStack Swift, an object store with the API of S3, for tests. Its Debian packages are in .ci/tools.mjs.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningSwift {
  readonly endpoint: string;
  end(): Promise<void>;
}

/** Hosts below this name are buckets. */
export const swiftDomain = 'objects.test';
export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };

const rings = `
import sys
from swift.common.ring import RingBuilder
for name, port in (one.split(':') for one in sys.argv[1:]):
    ring = RingBuilder(4, 1, 0)
    here = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    ring.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, **here})
    ring.rebalance()
    ring.get_ring().save(name + '.ring.gz')
`;

export async function startSwift(): Promise<RunningSwift> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-swift-'));
  const [proxy, object, container, account, cache] = (await findFreePorts(5)) as [number, number, number, number, number];
  const user = findUser();
  mkdirSync(join(folder, 'srv', 'd1'), { recursive: true });
  mkdirSync(join(folder, 'cache'));
  writeFileSync(
    join(folder, 'swift.conf'),
    ini({
      'swift-hash': { swift_hash_path_prefix: 'test', swift_hash_path_suffix: 'test' },
      'storage-policy:0': { name: 'gold', default: 'yes' },
    }),
  );
  const common = {
    bind_ip: '127.0.0.1',
    workers: 0,
    user: user.name,
    swift_dir: folder,
    log_address: '/dev/null',
    log_level: 'ERROR',
  };
  const stores = { account, container, object };
  for (const [name, port] of Object.entries(stores))
    writeFileSync(
      join(folder, `${name}.conf`),
      ini({
        DEFAULT: {
          ...common,
          bind_port: port,
          devices: join(folder, 'srv'),
          mount_check: false,
          disable_fallocate: true,
          recon_cache_path: join(folder, 'cache'),
        },
        'pipeline:main': { pipeline: `${name}-server` },
        [`app:${name}-server`]: { use: `egg:swift#${name}` },
      }),
    );
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'proxy_logging',
    'memcache',
    'listing_formats',
    'bulk',
    's3api',
    'tempauth',
  ];
  const settings: Readonly<Record<string, object>> = {
    memcache: { memcache_servers: `127.0.0.1:${cache}` },
    s3api: { location: 'us-east-1', s3_acl: false, dns_compliant_bucket_names: false, storage_domain: swiftDomain },
    tempauth: { user_test_tester: 'testing .admin' },
  };
  writeFileSync(
    join(folder, 'proxy.conf'),
    ini({
      DEFAULT: { ...common, bind_port: proxy },
      'pipeline:main': { pipeline: [...filters, 'slo', 'dlo', 'proxy_logging', 'proxy-server'].join(' ') },
      ...Object.fromEntries(
        [...filters, 'slo', 'dlo'].map((name) => [`filter:${name}`, { use: `egg:swift#${name}`, ...settings[name] }]),
      ),
      // A slow answer on a busy machine must not shut out the only store.
      'app:proxy-server': {
        use: 'egg:swift#proxy',
        account_autocreate: true,
        allow_account_management: true,
        error_suppression_limit: 1_000_000,
      },
    }),
  );
  // Debian's packages are seen by Debian's Python only.
  execFileSync('/usr/bin/python3', ['-c', rings, ...Object.entries(stores).map(([name, port]) => `${name}:${port}`)], {
    cwd: folder,
  });
  if (user.ids) giveTo(folder, user.ids);

  const processes = [
    startAs(user.ids, 'memcached', ['-l', '127.0.0.1', '-p', String(cache), '-m', '16']),
    ...Object.keys(stores).map((name) => startAs(user.ids, `swift-${name}-server`, [join(folder, `${name}.conf`)])),
    startAs(user.ids, 'swift-proxy-server', [join(folder, 'proxy.conf')]),
  ];
  const end = async () => {
    await Promise.all(processes.map(endProcess));
    rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${proxy}`;
  // The proxy answers before the others listen, and would then refuse calls for a minute.
  for (let left = 600; !(await isReady(endpoint, [object, container, account, cache])); left--) {
    const ended = processes.find((one) => one.exitCode !== null);
    if (left === 0 || ended) {
      await end();
      throw new Error(ended ? `A process of Swift ended: ${ended.spawnargs.join(' ')}` : 'Swift did not start.');
    }
    await sleep(100);
  }
  return { endpoint, end };
}

const ini = (sections: Readonly<Record<string, object>>): string =>
  Object.entries(sections)
    .map(
      ([name, members]) =>
        `[${name}]\n${Object.entries(members)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}`,
    )
    .join('');

interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** Swift gives up root, so root starts it as the user of its Debian package. */
function findUser(): { readonly name: string; readonly ids?: Ids } {
  const id = (...args: readonly string[]) => execFileSync('id', args, { encoding: 'utf8' }).trim();
  if (process.getuid?.() !== 0) return { name: id('-un') };
  return { name: 'swift', ids: { uid: Number(id('-u', 'swift')), gid: Number(id('-g', 'swift')) } };
}

function giveTo(folder: string, { uid, gid }: Ids): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid);
}

/** The shell ends the program when its own standard input ends: also when the test process is killed. */
function startAs(ids: Ids | undefined, program: string, args: readonly string[]): ChildProcess {
  const script = 'exec 3<&0; "$@" & program=$!; exec 2>/dev/null; (read -r _ <&3; kill $program) & wait $program; kill $!';
  return spawn('sh', ['-c', script, 'sh', program, ...args], { ...ids, stdio: ['pipe', 'ignore', 'inherit'] });
}

async function endProcess(child: ChildProcess): Promise<void> {
  const closed = child.exitCode === null ? once(child, 'close') : undefined;
  child.stdin?.end();
  await closed;
}

async function isReady(endpoint: string, ports: readonly number[]): Promise<boolean> {
  const isListening = await Promise.all(ports.map(isListened));
  if (isListening.includes(false)) return false;
  return fetch(`${endpoint}/healthcheck`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function isListened(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
