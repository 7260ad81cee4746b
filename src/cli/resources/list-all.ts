// Reads a list in pages to its end.
import { pageLimit } from '../../contract/shared-schemas.ts';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Every item, in the order of the pages. */
export async function listAll<T>(
  getPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await getPage({ limit: pageLimit.maximum, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
