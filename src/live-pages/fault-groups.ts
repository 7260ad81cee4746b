// Gathers faults that say the same, so that the list has one entry for all of them.
import type { Place, ShownFault } from '../contract/shown-pages.ts';

export interface FaultGroup {
  readonly first: ShownFault;
  readonly count: number;
  /** Where the faults are, each place once. */
  readonly sites: readonly FaultSite[];
}

export interface FaultSite {
  readonly place: Place | undefined;
  readonly pointer: string | undefined;
  /** Pages of the document, from 1. */
  readonly pages: readonly number[];
}

/** In the order of the first fault of each group. */
export function groupFaults(faults: readonly ShownFault[]): readonly FaultGroup[] {
  const groups = groupBy(faults, ({ severity, message }) => `${severity} ${message}`);
  return [...groups.values()].map((group) => ({ first: group[0]!, count: group.length, sites: listSites(group) }));
}

function listSites(faults: readonly ShownFault[]): readonly FaultSite[] {
  const sites = groupBy(faults, ({ place, pointer }) => JSON.stringify(place ?? pointer ?? null));
  return [...sites.values()].map((ofSite) => {
    const { place, pointer } = ofSite[0]!;
    return { place, pointer, pages: [...new Set(ofSite.flatMap(({ page }) => page ?? []))] };
  });
}

function groupBy(
  faults: readonly ShownFault[],
  keyOf: (fault: ShownFault) => string,
): ReadonlyMap<string, readonly ShownFault[]> {
  const groups = new Map<string, ShownFault[]>();
  for (const fault of faults) {
    const key = keyOf(fault);
    const group = groups.get(key);
    if (group) group.push(fault);
    else groups.set(key, [fault]);
  }
  return groups;
}
