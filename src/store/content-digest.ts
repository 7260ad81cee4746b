// Digest of a template's content. Blanks and the order of members in its JSON do not change it.
import { createHash } from 'node:crypto';

/** Members that name a template or its place. They are no content. */
const outside = new Set(['$schema', 'uuid', 'slug', 'assets']);

/** SHA-256, hex, of the canonical document (with schema and example) and of the names and hashes of the assets. */
export function digestContent(document: Readonly<Record<string, unknown>>, assets: Readonly<Record<string, string>>): string {
  const content = Object.fromEntries(Object.entries(document).filter(([name]) => !outside.has(name)));
  return createHash('sha256')
    .update(canonicalJson([content, assets]))
    .digest('hex');
}

/** JSON without blanks. Members are sorted by UTF-16 code units (RFC 8785, 3.2.3). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
