// Rolls an upgrade of two servers and a worker to a newer program while calls arrive. The newer program is a copy of the built one that calls the
// column `result_filename` of jobs `result_name`. Used by upgrade.mjs and by a test.
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const mostOpenCalls = 100;
export const currentProgram = join(root, 'bin/pdfgen.js');

const renaming = `{
  expand: \`
    ALTER TABLE jobs ADD COLUMN result_name text;
    UPDATE jobs SET result_name = result_filename WHERE result_filename IS NOT NULL;
    CREATE FUNCTION copy_result_name() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.result_name IS DISTINCT FROM OLD.result_name THEN NEW.result_filename := NEW.result_name;
      ELSE NEW.result_name := NEW.result_filename;
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER copy_result_name BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION copy_result_name();\`,
  contract: \`
    DROP TRIGGER copy_result_name ON jobs;
    DROP FUNCTION copy_result_name;
    ALTER TABLE jobs DROP COLUMN result_filename;\`,
}`;

/** Makes the newer program in an empty folder, and gives its path. */
export function makeNewerProgram(folder) {
  const built = join(folder, '.build');
  cpSync(join(root, '.build'), built, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const shared of ['node_modules', 'dist']) symlinkSync(join(root, shared), join(folder, shared));
  let renamed = 0;
  for (const entry of readdirSync(join(built, 'store'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.js') || entry.name === 'tables.js' || /[\\/]sqlite(?:[\\/]|$)/.test(entry.parentPath)) continue;
    const path = join(entry.parentPath, entry.name);
    renamed += replaceIn(path, /\bresult_filename\b/g, 'result_name');
  }
  if (renamed === 0) throw new Error('No code names the column result_filename: rename another column here.');
  const listed = replaceIn(join(built, 'store/postgres/migrate.js'), /export const migrations = \[[^\]]*?(?=,?\s*\];)/, (list) => `${list}, ${renaming}`);
  if (listed !== 1) throw new Error('The list of migrations was not found in migrate.js.');
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin/pdfgen.js');
  writeFileSync(program, "const { main } = await import('../.build/cli/main.js');\nprocess.exitCode = await main(process);\n");
  return program;
}

/** Gives the number of replaced places. */
function replaceIn(path, pattern, replacement) {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(pattern, replacement);
  if (changed === text) return 0;
  writeFileSync(path, changed);
  return 1;
}

/**
 * `env`: the settings of the processes. `token`: of a team. `settleMs`: time with calls after each step.
 * Gives the number of calls, those that failed, and what the commands said.
 */
export async function rollUpgrade({ newerProgram, env, token, callsPerSecond = 20, settleMs = 0, log = () => {} }) {
  const run = (program, ...args) => runProgram(program, args, env);
  const running = new Set();
  const start = async (program, ...args) => {
    const started = startProgram(program, args, env);
    running.add(started);
    if (args[0] === 'serve') started.url = await started.says(/listening on (\S+)/);
    return started;
  };
  const stop = async (started) => {
    started.child.kill('SIGTERM');
    await started.ended;
    running.delete(started);
  };
  const serveArgs = ['serve', '--port', '0', '--workers', '0'];
  try {
    const servers = await Promise.all([start(currentProgram, ...serveArgs), start(currentProgram, ...serveArgs)]);
    const worker = await start(currentProgram, 'worker');
    const balanced = servers.map(({ url }) => url);
    const templateUuid = await makeTemplate(balanced[0], token);
    const load = startLoad({ balanced, token, templateUuid, callsPerSecond });
    const step = async (text, work) => {
      log(text);
      const result = await work();
      await sleep(settleMs);
      return result;
    };
    await step('calls arrive', () => load.reaches(callsPerSecond));
    const tooEarly = await run(newerProgram, ...serveArgs);
    await step('expand', async () => expectDone(await run(newerProgram, 'migrate', '--expand')));
    for (const server of servers) {
      await step('a server is replaced', async () => {
        balanced.push((await start(newerProgram, ...serveArgs)).url);
        // A load balancer stops sending calls first. Calls under way are answered.
        balanced.splice(balanced.indexOf(server.url), 1);
        await stop(server);
      });
    }
    const refused = await run(newerProgram, 'migrate', '--contract');
    await step('the worker is replaced', async () => {
      await start(newerProgram, 'worker');
      await stop(worker);
    });
    await step('contract', async () => expectDone(await run(newerProgram, 'migrate', '--contract')));
    const before = load.calls();
    await step('calls arrive', () => load.reaches(before + callsPerSecond));
    const tooLate = await run(currentProgram, ...serveArgs);
    return { ...(await load.stop()), tooEarly, refused, tooLate };
  } finally {
    await Promise.all([...running].map(stop));
  }
}

function expectDone({ exitCode, stderr }) {
  if (exitCode !== 0) throw new Error(`The command ended with ${exitCode}: ${stderr}`);
}

async function makeTemplate(url, token) {
  const pages = [{ body: ['Hello {{ name }}'] }];
  const dataSchema = { type: 'object', properties: { name: { type: 'string' } } };
  const body = { slug: 'note', name: 'Note', document: { filename: 'note-{{ name }}' }, pages, dataSchema, exampleData: { name: 'Ada' } };
  const answer = await call(url, token, '/templates', body);
  return (await answer.json()).uuid;
}

/** Sends a call at each tick, while not too many are open: a new job, its end, its result, a document at once. */
function startLoad({ balanced, token, templateUuid, callsPerSecond }) {
  const faults = [];
  const jobs = [];
  const open = new Set();
  let sent = 0;
  let downloads = 0;
  /** A call that waits is answered before the end of the job after 30 s, and when its server stops. */
  const endOf = async (url, uuid) => {
    for (let server = url; ; server = balanced[sent % balanced.length]) {
      const { state } = await (await call(server, token, `/render-jobs/${uuid}?wait=30`)).json();
      if (state !== 'queued' && state !== 'processing') return state;
    }
  };
  const kinds = [
    async (url) => {
      const name = `n${sent}`;
      const answer = await call(url, token, `/generate/async/${templateUuid}`, { data: { name } });
      jobs.push({ uuid: (await answer.json()).uuid, name });
    },
    async (url) => {
      const job = jobs.shift();
      if (!job) return;
      const state = await endOf(url, job.uuid);
      if (state !== 'completed') throw new Error(`The job is ${state}.`);
      // Any other server may be asked.
      const answer = await call(balanced[sent % balanced.length], token, `/render-jobs/${job.uuid}/result`);
      const name = answer.headers.get('content-disposition');
      if (!name.includes(`note-${job.name}.pdf`)) throw new Error(`The result is called ${name}.`);
      if ((await answer.arrayBuffer()).byteLength < 500) throw new Error('The result is too short.');
      downloads++;
    },
    async (url) => void (await (await call(url, token, `/generate/single/${templateUuid}`, { data: { name: 'Ada' } })).arrayBuffer()),
    async (url) => void (await (await call(url, token, '/render-jobs?limit=5')).json()),
  ];
  const timer = setInterval(() => {
    // A machine that is slower than the calls would be further behind with each of them.
    if (open.size >= mostOpenCalls) return;
    const number = sent++;
    const done = kinds[number % kinds.length](balanced[Math.floor(number / kinds.length) % balanced.length])
      .catch((error) => faults.push(`call ${number}: ${error.message} ${error.cause ?? ''}`))
      .finally(() => open.delete(done));
    open.add(done);
  }, 1000 / callsPerSecond);
  return {
    calls: () => sent,
    async reaches(number) {
      while (sent < number) await sleep(20);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
      return { calls: sent, downloads, faults };
    },
  };
}

async function call(url, token, path, body) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return answer;
}

function runProgram(program, args, env) {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      done({ exitCode: error ? error.code : 0, stdout, stderr }),
    );
  });
}

export function startProgram(program, args, env) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise((done) => child.once('exit', done));
  const says = async (pattern) => {
    for (;;) {
      const found = pattern.exec(stdout);
      if (found) return found[1];
      if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}: ${stderr}`);
      await sleep(20);
    }
  };
  return { child, ended, says };
}
