// Finds a job, batch, webhook or delivery by the word that the user typed: a UUID, a unique ending of a UUID, or @last.

import { type ErrorCode, PdfgenError } from '../../contract/errors.ts';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { UsageError } from '../../words/usage-error.ts';

/** A shorter ending is not looked for. */
const shortest = 4;
/** An ending is looked for among this many of the newest. */
const searched = 2000;

interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const codes = {
  job: 'JOB_NOT_FOUND',
  batch: 'BATCH_NOT_FOUND',
  webhook: 'WEBHOOK_NOT_FOUND',
  delivery: 'WEBHOOK_DELIVERY_NOT_FOUND',
} as const satisfies Record<string, ErrorCode>;

/** The UUID that the user means. Raises the code of `codes`, and UsageError for another word or an ending of several. */
export async function findByEnding<T>(
  given: string,
  what: keyof typeof codes,
  getPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage<T>>,
  uuidOf: (item: T) => string,
): Promise<string> {
  if (isUuid(given)) return given.toLowerCase();
  if (given === '@last') {
    const { items } = await getPage({ limit: 1 });
    if (!items[0]) throw new PdfgenError(codes[what], `There is no ${what} yet.`);
    return uuidOf(items[0]);
  }
  const ending = given.toLowerCase();
  if (!/^[0-9a-f-]+$/.test(ending) || ending.length < shortest) {
    throw new UsageError(
      `${JSON.stringify(given)} does not name a ${what}. Give its UUID, at least the last ${shortest} characters of it, or @last.`,
    );
  }
  const found: string[] = [];
  let seen = 0;
  let cursor: string | undefined;
  do {
    const page = await getPage({ limit: pageLimit.maximum, ...(cursor !== undefined && { cursor }) });
    found.push(...page.items.map(uuidOf).filter((uuid) => uuid.endsWith(ending)));
    seen += page.items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && seen < searched);
  if (found.length > 1) {
    const several = found.slice(0, 3).join(', ');
    throw new UsageError(`More than one ${what} ends in ${given}: ${several}. Give more characters.`);
  }
  const among = cursor === undefined ? '' : ` among the newest ${searched}`;
  if (!found[0]) throw new PdfgenError(codes[what], `No ${what} ends in ${given}${among}.`);
  return found[0];
}
