// Teams whose calls ended a process. Their next calls run in a process apart.
import { BoundedCache } from '../../cache/bounded-cache.ts';

/** Calls that a team makes apart after its call ended a process. The number doubles each further time, up to a thousandfold. */
const callsApart = 20;
const mostTimesApart = 1_000;
/** Greatest number of remembered teams. */
const mostTeamsApart = 10_000;

export class TeamsApart {
  readonly #teams = new BoundedCache<{ left: number; times: number }>(mostTeamsApart);

  /** Whether the team still makes its calls apart. */
  has(team: string): boolean {
    return (this.#teams.get(team)?.left ?? 0) > 0;
  }

  /** A call of the team ended a process. */
  blame(team: string): void {
    const { times = 0 } = this.#teams.get(team) ?? {};
    this.#teams.set(team, { times: times + 1, left: callsApart * Math.min(mostTimesApart, 2 ** times) });
  }

  /** A call of the team that was made apart is done. */
  count(team: string): void {
    const known = this.#teams.get(team);
    if (known && known.left > 0) known.left--;
  }
}
