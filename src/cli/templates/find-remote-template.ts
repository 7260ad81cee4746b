// Finds a template on a server by the name that the user typed.

import type { Engine, TemplateSummary } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { suggest } from '../../words/nearest.ts';

/** Raises TEMPLATE_NOT_FOUND with the nearest slug, or with the command that lists the templates. */
export async function findRemoteTemplate(
  engine: Engine,
  name: string,
  listCommand: string,
): Promise<{ readonly uuid: string; readonly slug: string }> {
  // A UUID needs no look-up: the call itself says whether the server knows it.
  if (isUuid(name)) return { uuid: name.toLowerCase(), slug: name.toLowerCase() };
  // A server may ignore the filter, so its answer is searched too.
  const asked = await engine.listTemplates({ query: { slug: name } });
  const found = asked.items.find((one) => one.slug === name);
  if (found) return found;
  const all: TemplateSummary[] = [];
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<Engine['listTemplates']>> = await engine.listTemplates({
      query: { limit: pageLimit.maximum, ...(cursor !== undefined && { cursor }) },
    });
    const there = page.items.find((one) => one.slug === name);
    if (there) return there;
    all.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const slugs = all.map((one) => one.slug);
  const hint = suggest(name, slugs) || (slugs.length === 0 ? '; it has no templates yet.' : `. List them with: ${listCommand}`);
  throw new PdfgenError('TEMPLATE_NOT_FOUND', `The server has no template ${JSON.stringify(name)}${hint}`);
}
