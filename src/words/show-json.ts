// Shows values in messages.
const longest = 60;

/** A value as JSON for a message, cut to 60 characters. */
export function showJson(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > longest ? `${json.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}
