// Calls of the pool that wait for threads of one kind, to render or to check. Decides which call goes next to a thread. Teams take turns.

/** A call of the renderer in the queue. */
export interface QueuedCall {
  readonly team: string;
  /** `now`: somebody waits for the answer. */
  readonly urgency: 'now' | 'later';
}

/** How many calls the threads of the queue take. */
export interface QueueSize {
  /** Threads for every call. */
  readonly threads: number;
  /** Spare threads, for calls that would wait for other teams. They never take a job. */
  readonly spare: number;
  /** Calls handed over while all threads are busy, so that a thread begins its next call without asking. */
  readonly ahead: number;
}

/** The place of a call: a thread, a spare thread, or ahead of a busy thread. */
export type CallPlace = keyof QueueSize;

interface LaneTeam<C> {
  readonly name: string;
  readonly now: Set<C>;
  readonly later: Set<C>;
  /** Calls in threads, and the number of them that somebody waits for. */
  running: number;
  runningNow: number;
  ahead: number;
  /** Calls that somebody waits for and that went before the team's oldest waiting job. */
  passed: number;
}

/** Most calls of a team that go before its waiting job. Meanwhile the job holds one of the places that the jobs of all teams share. */
const mostPassed = 4;

/**
 * Turns between teams. A free thread goes to the team with the fewest calls in hand (in threads, or handed over ahead); among equal teams,
 * to the team whose turn was longest ago. Within a team, calls that somebody waits for go before jobs, but only four of them before a
 * waiting job. So a team without a call in hand waits for at most one call of each other team, and for the calls handed over ahead.
 */
export class CallQueue<C extends QueuedCall> {
  readonly #size: QueueSize;
  /** Teams in the order of their turns. A team without calls is not kept. */
  readonly #teams = new Map<string, LaneTeam<C>>();
  readonly #places = { threads: new Set<C>(), spare: new Set<C>(), ahead: new Set<C>() };
  #waiting = { now: 0, later: 0 };

  constructor(size: QueueSize) {
    this.#size = size;
  }

  /** Calls in threads. */
  get running(): number {
    return this.#places.threads.size + this.#places.spare.size;
  }

  /** Calls that have not been handed over. */
  waiting(urgency: QueuedCall['urgency']): number {
    return this.#waiting[urgency];
  }

  /** The calls handed over to a place. */
  at(place: CallPlace): ReadonlySet<C> {
    return this.#places[place];
  }

  /** All calls, waiting or handed over. */
  *calls(): Iterable<C> {
    for (const { now, later } of this.#teams.values()) {
      yield* now;
      yield* later;
    }
    for (const calls of Object.values(this.#places)) yield* calls;
  }

  add(call: C): void {
    const team = this.#teams.get(call.team) ?? {
      name: call.team,
      now: new Set(),
      later: new Set(),
      running: 0,
      runningNow: 0,
      ahead: 0,
      passed: 0,
    };
    // A team without calls comes last. A team that comes back at once must not overtake the waiting teams.
    this.#teams.set(call.team, team);
    team[call.urgency].add(call);
    this.#waiting[call.urgency]++;
  }

  /** Forgets a call, waiting or handed over. */
  remove(call: C): void {
    const team = this.#teams.get(call.team);
    if (!team) return;
    if (team[call.urgency].delete(call)) this.#waiting[call.urgency]--;
    else if (this.#places.ahead.delete(call)) team.ahead--;
    else if (this.#places.threads.delete(call) || this.#places.spare.delete(call)) {
      team.running--;
      if (call.urgency === 'now') team.runningNow--;
    }
    if (team.running + team.ahead + team.now.size + team.later.size === 0) this.#teams.delete(team.name);
  }

  /** The call that goes next to a place. Undefined: the place is full, or no call waits for it. */
  next(place: CallPlace): C | undefined {
    if (this.#places[place].size >= this.#size[place]) return undefined;
    if (place === 'spare') return this.#pickSpare((team) => first(team.now));
    return (place === 'threads' ? first(this.#places.ahead) : undefined) ?? this.#pick(place === 'ahead');
  }

  /** Hands over the call that goes next to a place. */
  take(place: CallPlace): C | undefined {
    const call = this.next(place);
    if (call) this.#handOver(call, place);
    return call;
  }

  /** A call ahead of a busy thread that can now use a spare thread. */
  findRecallable(): C | undefined {
    if (this.#places.ahead.size === 0 || this.#places.spare.size >= this.#size.spare) return undefined;
    const byTeam = new Map([...this.#places.ahead].reverse().map((call) => [call.team, call]));
    return this.#pickSpare(({ name }) => byTeam.get(name));
  }

  /** Puts back a call that was taken back from a busy thread. It waits as the first of its team. */
  putBack(call: C): void {
    const team = this.#teams.get(call.team);
    if (!team || !this.#places.ahead.delete(call)) return;
    team.ahead--;
    const others = [...team.now];
    team.now.clear();
    for (const one of [call, ...others]) team.now.add(one);
    this.#waiting.now++;
  }

  /** The call to refuse if too many wait: the newest call of the team with the most. Undefined: no team has clearly more than `team`. */
  findSurplus(team: string): C | undefined {
    let most: LaneTeam<C> | undefined;
    for (const one of this.#teams.values()) if (one.now.size > (most?.now.size ?? 0)) most = one;
    const running = this.#teams.get(team)?.now.size ?? 0;
    return most && most.now.size > running + 1 ? [...most.now].at(-1) : undefined;
  }

  /** A job is never handed over ahead of a busy thread. At a job's turn no other call is either, or the job would never have a turn. */
  #pick(isAhead: boolean): C | undefined {
    let best: LaneTeam<C> | undefined;
    for (const team of this.#teams.values()) {
      if (team.now.size + team.later.size > 0 && (!best || inHand(team) < inHand(best))) best = team;
    }
    if (!best) return undefined;
    const later = first(best.later);
    const now = later && best.passed >= mostPassed ? undefined : first(best.now);
    return now ?? (isAhead ? undefined : later);
  }

  /**
   * The last spare thread is for teams without a running call. The other spare threads are also for teams that run only jobs: a team's own
   * jobs must not delay its calls.
   */
  #pickSpare(callOf: (team: LaneTeam<C>) => C | undefined): C | undefined {
    const isLast = this.#size.spare - this.#places.spare.size === 1;
    for (const team of this.#teams.values()) {
      if (team.runningNow > 0 || (isLast && team.running > 0)) continue;
      const call = callOf(team);
      if (call) return call;
    }
    return undefined;
  }

  #handOver(call: C, place: CallPlace): void {
    const team = this.#teams.get(call.team)!;
    const wasAhead = this.#places.ahead.delete(call);
    if (wasAhead) team.ahead--;
    else if (team[call.urgency].delete(call)) this.#waiting[call.urgency]--;
    if (!wasAhead) team.passed = call.urgency === 'now' && team.later.size > 0 ? team.passed + 1 : 0;
    this.#places[place].add(call);
    if (place === 'ahead') team.ahead++;
    else {
      team.running++;
      if (call.urgency === 'now') team.runningNow++;
    }
    // The team had its turn when the call was handed over ahead.
    if (wasAhead) return;
    this.#teams.delete(team.name);
    this.#teams.set(team.name, team);
  }
}

function inHand({ running, ahead }: LaneTeam<unknown>): number {
  return running + ahead;
}

function first<T>(values: Iterable<T>): T | undefined {
  for (const value of values) return value;
  return undefined;
}
