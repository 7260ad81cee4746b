// Shows values in messages.
const longest = 60;

/** A value as JSON for a message, cut to 60 characters. */
export const showJson = (value: unknown): string => cutJson(JSON.stringify(value) ?? String(value));

/** JSON for a message, cut to 60 characters. */
export function cutJson(json: string): string {
  return json.length > longest ? `${json.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}
