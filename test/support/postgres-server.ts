// Starts PostgreSQL and PgBouncer for tests. They listen at sockets in a folder that only their user may enter.
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface PostgresServer {
  /** The address of a database. */
  url(database: string): string;
  start(): void;
  /** Ends the server as a power cut would. */
  stop(): void;
  /** Ends the server and removes its data. Other work goes on meanwhile. */
  remove(): Promise<void>;
}

/** Debian keeps the programs of PostgreSQL in a folder for each version, outside of PATH. */
function programOf(name: string): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(root, version, 'bin', name)), join('/usr/sbin', name)].find(existsSync);
  return found ?? name;
}

/** The servers refuse to run as root. */
const isRoot = process.getuid?.() === 0;

/** A command line under the user of the servers. */
export function commandOf(
  name: string,
  args: readonly string[],
): [program: string, args: string[], options: { readonly cwd: string }] {
  const own = [programOf(name), ...args];
  const [program, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...own] : own;
  return [program!, rest, { cwd: tmpdir() }];
}

function run(name: string, args: readonly string[]): void {
  const [program, rest, options] = commandOf(name, args);
  execFileSync(program, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Gives a file or folder to the user of the servers. */
export function giveToServer(path: string): void {
  if (!isRoot) return;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(path, uid!, gid!);
}

/** A server with its data in the folder. It is not running yet. `more`: settings beside the usual ones. */
export function postgresIn(folder: string, more: Readonly<Record<string, string>> = {}): PostgresServer {
  const data = join(folder, 'data');
  const isStarted = () => existsSync(join(data, 'postmaster.pid'));
  const stopArgs = ['stop', '-D', data, '-s', '-w', '-m', 'immediate'];
  return {
    url: (database) => `postgres:///${database}?host=${folder}&user=postgres`,
    start() {
      giveToServer(folder);
      if (!existsSync(data)) {
        run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
      }
      const options = { fsync: 'off', max_connections: 200, listen_addresses: "''", unix_socket_directories: folder, ...more };
      const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`);
      run('pg_ctl', ['start', '-D', data, '-s', '-w', '-l', join(folder, 'log'), '-o', flags.join(' ')]);
    },
    stop() {
      if (isStarted()) run('pg_ctl', stopArgs);
    },
    async remove() {
      if (isStarted()) await promisify(execFile)(...commandOf('pg_ctl', stopArgs));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Bouncer {
  /** The address of a database through PgBouncer. */
  url(database: string): string;
  stop(): void;
}

/** PgBouncer in transaction mode before a PostgreSQL (its URL). Its few connections are shared by all clients. */
export async function startBouncer(serverUrl: string): Promise<Bouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-bouncer-'));
  giveToServer(folder);
  const config = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_port: 6432,
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 4,
    max_client_conn: 200,
    pidfile: join(folder, 'pid'),
    logfile: join(folder, 'log'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(config, ['[databases]', `* = ${targetOf(serverUrl)}`, '[pgbouncer]', ...lines, ''].join('\n'));
  run('pgbouncer', ['-d', '-q', config]);
  // The command ends before its background process listens.
  while (!existsSync(join(folder, '.s.PGSQL.6432'))) await sleep(5);
  return {
    url: (database) => `postgres:///${database}?host=${folder}&port=6432&user=postgres`,
    stop() {
      process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function targetOf(serverUrl: string): string {
  const { hostname, port, username, password, searchParams } = new URL(serverUrl);
  const target = {
    host: searchParams.get('host') ?? hostname,
    port: port || searchParams.get('port'),
    user: username || searchParams.get('user'),
    password,
  };
  return Object.entries(target)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
