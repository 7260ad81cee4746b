// One hash for one content, however its JSON is laid out.
import { createHash } from 'node:crypto';

/** Members that say where a template is, not what it is. */
const outside = new Set(['$schema', 'uuid', 'slug', 'assets']);

/** SHA-256, hex, of the canonical document (with schema and example) and of names and hashes of its assets. */
export function digestContent(document: Readonly<Record<string, unknown>>, assets: Readonly<Record<string, string>>): string {
  const content = Object.fromEntries(Object.entries(document).filter(([name]) => !outside.has(name)));
  return createHash('sha256')
    .update(canonicalJson([content, assets]))
    .digest('hex');
}

/** JSON without blanks, members sorted by UTF-16 code units (as RFC 8785, 3.2.3). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
