// Suggests the nearest known name for a misspelt name.

/** The candidate with the fewest different letters, else the candidate that the name shortens. Undefined: no candidate is near enough. */
export function findNearest(name: string, candidates: readonly string[]): string | undefined {
  const allowed = name.length < 3 ? 1 : Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let fewest = allowed + 1;
  for (const candidate of candidates.slice(0, 1000)) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best ?? findLonger(name, candidates);
}

/** The shortest name that begins with an abbreviation, or has its letters in order from the first to the last: `cust`, `amnt`, `qty`. */
function findLonger(name: string, candidates: readonly string[]): string | undefined {
  if (name.length < 3) return undefined;
  const shortens = (candidate: string) => {
    const [short, long] = [name.toLowerCase(), candidate.toLowerCase()];
    if (long.startsWith(short)) return true;
    if (long.length > 3 * short.length || long[0] !== short[0] || long.at(-1) !== short.at(-1)) return false;
    let at = 0;
    for (const letter of long) if (letter === short[at]) at++;
    return at === short.length;
  };
  return candidates
    .slice(0, 1000)
    .filter(shortens)
    .reduce<string | undefined>((best, one) => (best !== undefined && best.length <= one.length ? best : one), undefined);
}

/** `; did you mean "x"?`, or nothing. */
export function suggest(name: string, candidates: readonly string[]): string {
  const near = findNearest(name, candidates);
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}

/** A message lists at most this many names. */
const mostListed = 12;

/** `a, b, c`; a list of more than twelve names ends in `and 5 more`. `where`: the place with all names, such as ` in order.csv`. */
export function listNames(names: readonly string[], where = ''): string {
  const more = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${more > 0 ? ` and ${more} more${where}` : ''}`;
}

/** `; did you mean "x"?`, else all known names. */
export function nearestOf(name: string, names: readonly string[]): string {
  const there = names.length > 0 ? `; there are: ${listNames(names)}` : '';
  return suggest(name, names) || there;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function countEdits(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
