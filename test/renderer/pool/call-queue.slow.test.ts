import { describe, expect, test } from 'vitest';
import { type CallPlace, CallQueue, type QueuedCall, type QueueSize } from '../../../src/renderer/pool/call-queue.ts';
import { createRandom } from '../../support/random.ts';
import { trialSeeds } from '../../support/trials.ts';

interface Call extends QueuedCall {
  readonly name: string;
}

const call = (name: string, team = '', urgency: QueuedCall['urgency'] = 'now'): Call => ({ name, team, urgency });

function queueOf(size: Partial<QueueSize>, ...calls: readonly Call[]): CallQueue<Call> {
  const queue = new CallQueue<Call>({ threads: 1, spare: 0, ahead: 0, ...size });
  for (const one of calls) queue.add(one);
  return queue;
}

/** The names of the calls in the order in which one thread takes them. */
function order(queue: CallQueue<Call>): string[] {
  const names: string[] = [];
  for (let next = queue.take('threads'); next; next = queue.take('threads')) {
    names.push(next.name);
    queue.remove(next);
  }
  return names;
}

describe('turns', () => {
  test('teams take turns, each with its own calls in their order', () => {
    const calls = [call('a1', 'a'), call('a2', 'a'), call('a3', 'a'), call('b1', 'b'), call('b2', 'b'), call('c1', 'c')];
    expect(order(queueOf({}, ...calls))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });
  test('within a team, calls that somebody waits for go first', () => {
    const calls = [call('l1', 'a', 'later'), call('n1', 'a'), call('l2', 'a', 'later'), call('n2', 'a')];
    expect(order(queueOf({}, ...calls))).toEqual(['n1', 'n2', 'l1', 'l2']);
  });
  test('jobs have their turn, even if the calls of their team never end', () => {
    const calls = Array.from({ length: 11 }, (_, i) => call(`n${i}`, 'a'));
    const names = order(queueOf({}, call('l1', 'a', 'later'), call('l2', 'a', 'later'), ...calls));
    expect([names.indexOf('l1'), names.indexOf('l2')]).toEqual([4, 9]);
  });
  test('a free thread goes to the team with the fewest calls in hand', () => {
    const queue = queueOf({ threads: 3 }, call('a1', 'a'), call('a2', 'a'), call('a3', 'a'));
    queue.take('threads');
    queue.take('threads');
    queue.add(call('b1', 'b'));
    queue.add(call('b2', 'b'));
    const b1 = queue.take('threads')!;
    expect(b1.name).toBe('b1');
    queue.remove(b1);
    expect(queue.take('threads')?.name).toBe('b2');
  });
  test('a team whose calls come one at a time does not overtake one that waits', () => {
    const queue = queueOf({}, call('a1', 'a'), call('b1', 'b'));
    const first = queue.take('threads')!;
    queue.remove(first);
    queue.add(call('a2', 'a'));
    expect(queue.take('threads')?.name).toBe('b1');
  });
});

describe('spare threads', () => {
  test('take a call of a team that would wait for another', () => {
    const queue = queueOf({ threads: 2, spare: 1 }, call('a1', 'a'), call('a2', 'a'), call('a3', 'a'));
    queue.take('threads');
    queue.take('threads');
    expect(queue.take('spare')).toBeUndefined();
    queue.add(call('b1', 'b'));
    expect(queue.take('spare')?.name).toBe('b1');
    queue.add(call('b2', 'b'));
    expect(queue.take('spare')).toBeUndefined();
  });
  test('take a call of a team whose jobs hold all threads, but the last one only for another team', () => {
    const queue = queueOf({ threads: 1, spare: 2 }, call('l1', 'a', 'later'), call('l2', 'a', 'later'));
    queue.take('threads');
    expect(queue.take('spare')).toBeUndefined();
    queue.add(call('n1', 'a'));
    expect(queue.take('spare')?.name).toBe('n1');
    queue.add(call('n2', 'a'));
    expect(queue.take('spare')).toBeUndefined();
    queue.add(call('b1', 'b'));
    expect(queue.take('spare')?.name).toBe('b1');
  });
  test('a call that was handed over ahead comes back for a spare thread', () => {
    const queue = queueOf({ threads: 1, spare: 1, ahead: 1 }, call('a1', 'a'));
    queue.take('threads');
    const [b1, b2] = [call('b1', 'b'), call('b2', 'b')];
    queue.add(b1);
    queue.add(b2);
    expect(queue.take('ahead')).toBe(b1);
    expect(queue.findRecallable()).toBe(b1);
    queue.putBack(b1);
    expect(queue.take('spare')).toBe(b1);
    expect(queue.findRecallable()).toBeUndefined();
  });
});

test('the newest call of the team with the most gives way to another team', () => {
  const queue = queueOf({}, call('a1', 'a'), call('a2', 'a'), call('a3', 'a'), call('b1', 'b'));
  expect(queue.findSurplus('c')?.name).toBe('a3');
  expect(queue.findSurplus('b')?.name).toBe('a3');
  expect(queue.findSurplus('a')).toBeUndefined();
});

/** A pool without threads: calls end when their time has come. Checks after each step what must always hold. */
class SimulatedPool {
  readonly queue: CallQueue<Call>;
  readonly #size: QueueSize;
  readonly #ends: { readonly at: number; readonly call: Call }[] = [];
  readonly #durations = new Map<Call, number>();
  /** By team that waits: hand-overs of others since its last, and those of them that were not due. */
  readonly #since = new Map<string, Map<string, { all: number; greedy: number }>>();
  readonly begun: Call[] = [];
  readonly #random: () => number;

  constructor(size: QueueSize, random: () => number) {
    this.#size = size;
    this.#random = random;
    this.queue = new CallQueue<Call>(size);
  }

  add(one: Call, duration: number, now: number): void {
    if (this.#waitingOf(one.team) === 0) this.#since.set(one.team, new Map());
    this.#durations.set(one, duration);
    this.queue.add(one);
    this.#dispatch(now);
  }

  /** Ends what ends first, and gives the time of it; undefined: nothing runs. */
  step(): number | undefined {
    this.#ends.sort((a, b) => a.at - b.at);
    const next = this.#ends.shift();
    if (!next) return undefined;
    this.queue.remove(next.call);
    this.#dispatch(next.at);
    return next.at;
  }

  #dispatch(now: number): void {
    for (const place of ['threads', 'spare', 'ahead'] as const) {
      for (let wasAhead = this.#ahead(); ; wasAhead = this.#ahead()) {
        const inHand = this.#inHand();
        const one = this.queue.take(place);
        if (!one) break;
        if (!wasAhead.has(one)) this.#handedOver(one, place, inHand);
        if (place !== 'ahead') {
          this.begun.push(one);
          this.#ends.push({ at: now + this.#durations.get(one)!, call: one });
        }
      }
    }
    const recallable = this.queue.findRecallable();
    // A thread may have begun it.
    if (recallable && this.#random() < 0.7) {
      this.queue.putBack(recallable);
      this.#undo(recallable);
      this.#dispatch(now);
    }
    this.#check();
  }

  #handedOver(one: Call, place: CallPlace, inHand: ReadonlyMap<string, number>): void {
    const of = (team: string) => inHand.get(team) ?? 0;
    for (const [team, others] of this.#since) {
      if (team === one.team) continue;
      const count = others.get(one.team) ?? { all: 0, greedy: 0 };
      others.set(one.team, count);
      // Spare threads are for what somebody waits for.
      if (of(team) === 0 && (place !== 'spare' || this.#waitingOf(team, 'now') > 0)) count.all++;
      if (place !== 'spare' && of(one.team) >= of(team)) count.greedy++;
      expect(count.all, `${one.team} while ${team} waits with nothing in hand`).toBeLessThanOrEqual(1);
      expect(count.greedy, `${one.team} while ${team} waits with no more in hand`).toBeLessThanOrEqual(1);
    }
    if (this.#waitingOf(one.team) > 0) this.#since.set(one.team, new Map());
    else this.#since.delete(one.team);
  }

  /** What came back has not had its turn. */
  #undo({ team }: Call): void {
    for (const others of this.#since.values()) others.delete(team);
    if (!this.#since.has(team)) this.#since.set(team, new Map());
  }

  #check(): void {
    const { queue } = this;
    const waiting = queue.waiting('now') + queue.waiting('later');
    for (const place of ['threads', 'spare', 'ahead'] as const)
      expect(queue.at(place).size).toBeLessThanOrEqual(this.#size[place]);
    // A thread never idles while anything waits; what was handed over ahead begins at once.
    if (waiting + queue.at('ahead').size > 0) expect(queue.at('threads').size).toBe(this.#size.threads);
    for (const one of [...queue.at('spare'), ...queue.at('ahead')]) expect(one.urgency).toBe('now');
  }

  #ahead(): ReadonlySet<Call> {
    return new Set(this.queue.at('ahead'));
  }

  #inHand(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const place of ['threads', 'spare', 'ahead'] as const)
      for (const { team } of this.queue.at(place)) counts.set(team, (counts.get(team) ?? 0) + 1);
    return counts;
  }

  #waitingOf(team: string, urgency?: QueuedCall['urgency']): number {
    const handedOver = new Set([...this.queue.at('threads'), ...this.queue.at('spare'), ...this.queue.at('ahead')]);
    return [...this.queue.calls()].filter(
      (one) => one.team === team && (urgency ?? one.urgency) === one.urgency && !handedOver.has(one),
    ).length;
  }
}

test.each(trialSeeds('call-queue.slow'))(
  'whatever comes, no team waits for more than its share of the others, and no thread idles (%i)',
  (seed) => {
    const random = createRandom(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const size = { threads: 1 + upTo(3), spare: upTo(2), ahead: upTo(4) };
    const pool = new SimulatedPool(size, random);
    const teams = Array.from({ length: 2 + upTo(4) }, (_, i) => ({
      name: `team ${i}`,
      duration: [1, 5, 40, 1000][upTo(3)]!,
      burst: 1 + upTo(20),
      later: [0, 0, 0.3, 1][upTo(3)]!,
    }));
    let now = 0;
    let names = 0;
    const added: Call[] = [];
    while (names < 400) {
      const team = teams[upTo(teams.length - 1)]!;
      for (let i = upTo(team.burst); i > 0; i--) {
        const one = call(String(names++), team.name, random() < team.later ? 'later' : 'now');
        added.push(one);
        pool.add(one, 1 + random() * team.duration, now);
      }
      for (let i = upTo(12); i > 0; i--) now = pool.step() ?? now;
    }
    while (pool.step() !== undefined);
    expect([...pool.queue.calls()]).toEqual([]);
    for (const { name } of teams) {
      for (const urgency of ['now', 'later']) {
        const of = (calls: readonly Call[]) => calls.filter((one) => one.team === name && one.urgency === urgency);
        // Calls begin in their order, but for those that change places between the threads of a queue.
        expect(new Set(of(pool.begun))).toEqual(new Set(of(added)));
        if (size.spare === 0) expect(of(pool.begun)).toEqual(of(added));
      }
    }
  },
);
