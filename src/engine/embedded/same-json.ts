// Compares JSON values.
/** Whether two JSON values are equal, in any order of members. Recursion is as deep as `stored`. */
export function isSameJson(stored: unknown, given: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || typeof given !== 'object' || given === null) return stored === given;
  if (Array.isArray(stored) || Array.isArray(given)) {
    return (
      Array.isArray(stored) &&
      Array.isArray(given) &&
      stored.length === given.length &&
      stored.every((member, i) => isSameJson(member, given[i]))
    );
  }
  const members = Object.entries(stored);
  return (
    members.length === Object.keys(given).length &&
    members.every(
      ([name, member]) => Object.hasOwn(given, name) && isSameJson(member, (given as Readonly<Record<string, unknown>>)[name]),
    )
  );
}
