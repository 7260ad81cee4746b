// Reads a list in pages to its end.

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Every item, in the order of the pages. */
export async function listAll<T>(
  getPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await getPage({ limit: 200, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
