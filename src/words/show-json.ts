const longest = 60;

/** A value as a message shows it: its JSON, at most 60 characters of it. */
export function showJson(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > longest ? `${json.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}
