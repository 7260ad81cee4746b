// Groups faults of the same kind, so that one line reports all of them.
import { counted } from '../../words/counts.ts';

/** A kind with more faults than this is one line. */
const mostApart = 3;
/** A line names at most this many places besides the first. */
const mostPlaces = 5;
const mostKinds = 1_000;

/** A fault that has a line of its own, and the number of faults that have none. */
export interface FaultLine<Fault> {
  readonly fault: Fault;
  /** Further faults of the same kind. */
  readonly more: number;
  /** The first of these. */
  readonly others: readonly Fault[];
}

interface Group<Fault> {
  readonly first: Fault[];
  count: number;
}

/** Groups faults by their kind. A fault without a kind has a line of its own. */
export class FaultGroups<Fault> {
  readonly #groups: Group<Fault>[] = [];
  readonly #kinds = new Map<string, Group<Fault>>();

  /** False: there are too many kinds, and the fault is in no group. */
  add(fault: Fault, kind?: string): boolean {
    const known = kind === undefined ? undefined : this.#kinds.get(kind);
    if (known) {
      if (known.count++ <= mostPlaces) known.first.push(fault);
      return true;
    }
    if (kind !== undefined && this.#kinds.size >= mostKinds) return false;
    const group = { first: [fault], count: 1 };
    this.#groups.push(group);
    if (kind !== undefined) this.#kinds.set(kind, group);
    return true;
  }

  /** In the order of the first fault of each kind. */
  lines(): readonly FaultLine<Fault>[] {
    return this.#groups.flatMap(({ first, count }): FaultLine<Fault>[] =>
      count <= mostApart ? first.map(lineOf) : [{ fault: first[0]!, more: count - 1, others: first.slice(1) }],
    );
  }
}

/** The line of one fault. */
export const lineOf = <Fault>(fault: Fault): FaultLine<Fault> => ({ fault, more: 0, others: [] });

/** The message without what differs between rows: numbers, and texts in quotes. */
export const kindOf = (message: string): string => message.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\d+/g, '0');

/** `; 499 more faults like this: 4, 5, 6, 7, 8, …`. Empty if there are no more. `what`: the singular. */
export function describeMore<Fault>(
  { more, others }: FaultLine<Fault>,
  what: string,
  placeOf: (fault: Fault) => string | undefined,
): string {
  if (more === 0) return '';
  const places = [...new Set(others.map(placeOf))].filter((place) => place !== undefined);
  const listed = places.length === 0 ? '' : `: ${places.join(', ')}${more > others.length ? ', …' : ''}`;
  return `; ${counted(more, `more ${what}`)} like this${listed}`;
}
