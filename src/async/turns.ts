// Teams take turns. The work of a team runs one after the other: no team has two places at once.

interface Waiting {
  begin(): Promise<void>;
}

export interface Turns {
  /** Does the work when a place is free and it is the team's turn. Waiting work is dropped when its signal comes. */
  take<T>(team: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** `places`: how many teams may work at the same time. Each waiting team has one turn before another team has its second. */
export function createTurns(places: number): Turns {
  /** Teams in the order of their turns. */
  const waiting = new Map<string, Set<Waiting>>();
  const running = new Set<string>();
  const next = (): void => {
    for (const [team, own] of waiting) {
      if (running.size >= places) return;
      if (running.has(team)) continue;
      const [first] = own;
      waiting.delete(team);
      if (first === undefined) continue;
      own.delete(first);
      // Behind the others.
      if (own.size > 0) waiting.set(team, own);
      running.add(team);
      void first.begin().finally(() => {
        running.delete(team);
        next();
      });
    }
  };
  return {
    take: (team, work, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const own = waiting.get(team) ?? new Set();
        const one: Waiting = {
          begin() {
            signal?.removeEventListener('abort', drop);
            return work().then(resolve, reject);
          },
        };
        const drop = () => {
          own.delete(one);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', drop, { once: true });
        waiting.set(team, own.add(one));
        next();
      }),
  };
}
