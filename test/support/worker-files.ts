// The files of a document in a browser's worker. The page serves each under its key.
import type { Resource, Resources } from '../../src/document/resources.ts';
import type { LayoutOrder } from './plain-pages.ts';

/** What the worker is sent: a document, and the names and keys of its files by their kind. */
export interface WorkerOrder extends LayoutOrder {
  readonly files: Readonly<Record<'font' | 'image' | 'patterns', Readonly<Record<string, string>>>>;
}

/** The files of earlier orders, by their addresses. */
const fetched = new Map<string, Promise<Uint8Array>>();

const fetchOnce = (path: string): Promise<Uint8Array> => {
  const known = fetched.get(path) ?? fetch(path).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  fetched.set(path, known);
  return known;
};

export async function fetchResources({ files }: WorkerOrder): Promise<Resources> {
  const read = new Map<string, Resource>();
  for (const [kind, names] of Object.entries(files))
    for (const [name, key] of Object.entries(names))
      read.set(`${kind} ${name}`, { key, bytes: await fetchOnce(`/files/${encodeURIComponent(key)}`) });
  return {
    font: (name) => read.get(`font ${name}`),
    image: (name) => read.get(`image ${name}`),
    file: (name) => read.get(`image ${name}`),
    patterns: (name) => read.get(`patterns ${name}`),
    libraryFile: (path) => fetchOnce(`/library/${path}`),
    names: () => [],
  };
}
