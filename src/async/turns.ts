// Lets teams take turns at a limited number of places. A team has at most one place at a time.

interface WaitingTurn {
  begin(): Promise<void>;
}

export interface Turns {
  /** Does the work when a place is free and the team's turn has come. The signal drops waiting work. */
  take<T>(team: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** `places`: most teams that work at the same time. Every waiting team has a turn before another team has its second. */
export function createTurns(places: number): Turns {
  /** Teams in the order of their turns. */
  const waiting = new Map<string, Set<WaitingTurn>>();
  const running = new Set<string>();
  const next = (): void => {
    for (const [team, ofTeam] of waiting) {
      if (running.size >= places) return;
      if (running.has(team)) continue;
      const [first] = ofTeam;
      waiting.delete(team);
      if (first === undefined) continue;
      ofTeam.delete(first);
      // The team goes to the end of the queue.
      if (ofTeam.size > 0) waiting.set(team, ofTeam);
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
        const ofTeam = waiting.get(team) ?? new Set();
        const one: WaitingTurn = {
          begin() {
            signal?.removeEventListener('abort', drop);
            return work().then(resolve, reject);
          },
        };
        const drop = () => {
          ofTeam.delete(one);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', drop, { once: true });
        waiting.set(team, ofTeam.add(one));
        next();
      }),
  };
}
