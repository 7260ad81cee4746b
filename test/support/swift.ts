// Starts OpenStack Swift, an object store with the API of S3, for tests, by the script of docs/deploy/cluster. Its Debian packages are in scripts/tools.mjs.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface RunningSwift {
  readonly endpoint: string;
  /** Where it keeps everything. */
  readonly folder: string;
  end(): Promise<void>;
}

/** Hosts below this name are buckets. */
export const swiftDomain = 'objects.test';
export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };
/** The bucket that the script makes. */
export const swiftBucket = 'pdfgen';

const script = fileURLToPath(new URL('../../docs/deploy/cluster/objects/start.py', import.meta.url));

/** The shell ends the program when its own standard input ends: also when the test process is killed. */
const guarded = 'exec 3<&0; "$@" & program=$!; (read -r _ <&3; kill $program) 2>/dev/null & wait $program; kill $! 2>/dev/null';

/**
 * Starts the store. `updateSeconds`: pause between two runs that bring late objects to the listings. Each run takes one to two seconds of a processor,
 * and only a store that is stopped for seconds has late objects.
 */
export async function startSwift({ updateSeconds = 300 } = {}): Promise<RunningSwift> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-swift-'));
  const ids = findUser();
  if (ids) chownSync(folder, ids.uid, ids.gid);
  // Debian's packages are seen by Debian's Python only.
  const child = spawn('sh', ['-c', guarded, 'sh', '/usr/bin/python3', script], {
    ...ids,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      OBJECTS_FOLDER: folder,
      OBJECTS_HOST: '127.0.0.1',
      OBJECTS_PORT: '0',
      OBJECTS_BUCKET: swiftBucket,
      OBJECTS_DOMAIN: swiftDomain,
      OBJECTS_UPDATE_SECONDS: String(updateSeconds),
      ...swiftKeys,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const end = async () => {
    child.stdin.end();
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    const [, endpoint] = /listening on (\S+)/.exec(String(chunk)) ?? [];
    if (endpoint !== undefined) return { endpoint, folder, end };
  }
  await end();
  throw new Error('Swift did not start. Its reason stands above.');
}

/** Swift refuses to run as root, so root starts it as the user of its Debian package. */
function findUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'swift'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
