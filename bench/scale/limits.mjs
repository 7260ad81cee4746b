// Counts the calls of a token that four servers together let through: node bench/scale/limits.mjs [--limit 600] [--calls 40] [--minutes 2] [--quick]
// The environment names an empty database and an empty bucket as a server needs them: PDFGEN_DATABASE, PDFGEN_OBJECTS, PDFGEN_MASTER_KEY_FILE,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY. `--calls`: calls a second, over all servers.
// `--quick`: sends half as many calls again as the limit, in one minute.
// Calls arrive in three ways: evenly, seven of ten at one server, and at one server after the other. Prints the calls of each minute.
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { currentProgram, startProgram } from './roll-upgrade.mjs';
import { readArguments } from '../lib/arguments.mjs';

const { values } = readArguments({
  options: {
    limit: { type: 'string', default: '600' },
    calls: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const [limit, callsPerSecond] = [Number(values.limit), Number(values.calls)];
const minutes = values.quick ? 1 : Number(values.minutes);
/** The server of a call, by its number. */
const ways = {
  evenly: (n) => n % 4,
  'seven of ten at one server': (n) => (n % 10 < 7 ? 0 : 1 + (n % 3)),
  'at one server after the other': (n) => Math.floor(n / callsPerSecond) % 4,
};

const run = (...args) => execFileSync(process.execPath, [currentProgram, ...args], { encoding: 'utf8' }).trim();
run('teams', 'create', 'acme');
const serve = ['serve', '--port', '0', '--workers', '0', '--log-level', 'warn', '--requests-per-minute', String(limit)];
const servers = Array.from({ length: 4 }, () => startProgram(currentProgram, serve, {}));
const database = new pg.Client({ connectionString: process.env.PDFGEN_DATABASE });
try {
  await database.connect();
  const urls = await Promise.all(servers.map(({ says }) => says(/listening on (\S+)/)));
  for (const [name, serverOf] of Object.entries(ways)) {
    const token = run('tokens', 'create', '--team', 'acme', '--name', name, '--scope', 'templates:read');
    const before = await countStatements();
    const { allowed, refused, others } = await flood((n) => urls[serverOf(n)], token);
    const statements = (await countStatements()) - before;
    console.log(`${name}: ${allowed.join(', ')} calls in a minute; ${refused} refused, ${others} failed; ${statements} statements`);
  }
} finally {
  for (const { child } of servers) child.kill('SIGTERM');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.end();
}

/** Sends calls at each tick, for whole minutes of the limit. The first call begins the first of them. */
async function flood(urlOf, token) {
  const found = [];
  let others = 0;
  const send = async (url) => {
    const sentMs = performance.now();
    const answer = await fetch(`${url}/api/v1/templates?limit=1`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200 && answer.status !== 429) others++;
    // The end of the minute, which tells the minutes apart.
    else found.push({ isAllowed: answer.status === 200, endMs: sentMs + 1000 * Number(answer.headers.get('ratelimit-reset')) });
  };
  await send(urlOf(0));
  const [{ endMs: firstEndMs }] = found;
  const isOver = (n) => (values.quick ? n > 1.5 * limit : performance.now() > firstEndMs + (minutes - 1) * 60_000 - 1_000);
  const open = new Set();
  for (let n = 1; !isOver(n); n++) {
    const sending = send(urlOf(n))
      .catch(() => others++)
      .finally(() => open.delete(sending));
    open.add(sending);
    await new Promise((done) => setTimeout(done, 1000 / callsPerSecond));
  }
  await Promise.all(open);
  const allowed = Array(minutes).fill(0);
  for (const { isAllowed, endMs } of found) if (isAllowed) allowed[Math.round((endMs - firstEndMs) / 60_000)]++;
  return { allowed, refused: found.filter(({ isAllowed }) => !isAllowed).length, others };
}

/** Statements that took calls of the minute or gave them back. They reach the statistics within a second or so. */
async function countStatements() {
  await new Promise((done) => setTimeout(done, 3_000));
  const { rows } = await database.query(
    "SELECT n_tup_ins + n_tup_upd AS n FROM pg_stat_user_tables WHERE relname = 'call_counts'",
  );
  return Number(rows[0].n);
}
