// Lays documents out in a browser's worker.
import { layOutPlain, type PlainPages } from './plain-pages.ts';
import { fetchResources, type WorkerOrder } from './worker-files.ts';

interface Port {
  onmessage: (message: { readonly data: WorkerOrder }) => void;
  postMessage(answer: PlainPages | string): void;
}

(globalThis as unknown as Port).onmessage = ({ data: order }) => {
  const answer = (value: PlainPages | string) => (globalThis as unknown as Port).postMessage(value);
  fetchResources(order)
    .then((resources) => layOutPlain(order, resources))
    .then(answer, (error: Error) => answer(`${error.stack}`));
};
