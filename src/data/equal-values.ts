// Checks `uniqueItems`, and `enum` and `const` with lists and objects, in time that grows only with the size of the values.

/** Indexes of the first two equal items, the later first. Calls `tick` for every value. */
export function findEqualItems(items: readonly unknown[], tick: () => void): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>();
  for (let i = 0; i < items.length; i++) {
    tick();
    const key = keyOf(items[i], tick);
    const earlier = seen.get(key);
    if (earlier !== undefined) return [i, earlier];
    seen.set(key, i);
  }
  return undefined;
}

/** Finds out whether a value is equal to one of `values`. Calls `tick` for every part of the value. */
export function createMembership(values: readonly unknown[], tick: () => void): (value: unknown) => boolean {
  const keys = new Set(values.map((one) => keyOf(one, () => {})));
  return (value) => keys.has(keyOf(value, tick));
}

/** A key that only equal JSON values share. Numbers, booleans and null are their own keys. The keys of strings, lists and objects begin differently. */
function keyOf(value: unknown, tick: () => void): unknown {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'object' && value !== null ? writeCanonical(value, tick) : value;
}

function writeCanonical(value: unknown, tick: () => void): string {
  tick();
  if (Array.isArray(value)) return `[${value.map((item) => writeCanonical(item, tick)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    return `{${Object.keys(members)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${writeCanonical(members[key], tick)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}
