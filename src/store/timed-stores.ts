// Times the calls of stores, for metrics. Every driver is timed in the same way.
import type { BlobStore, Blobs } from './blob-store.ts';
import type { ServerStores } from './server-stores.ts';
import type { TemplateStore } from './template-store.ts';

/** A call that has ended. */
export interface StoreCall {
  /** `database`: jobs, batches, embedded templates, teams. `objects`: results. `templates`: templates and their files. */
  readonly store: 'database' | 'objects' | 'templates';
  /** Such as `queue.claim` or `write`. */
  readonly call: string;
  readonly seconds: number;
  /** Undefined: it succeeded. */
  readonly error: unknown;
}

type TellCall = (call: StoreCall) => void;

/** The same stores. `tell` hears of each call. */
export function timeStores(stores: ServerStores, tell: TellCall): ServerStores {
  return {
    ...stores,
    state: timed(stores.state, 'database', '', tell),
    results: timeBlobs(stores.results, tell),
    templates: timeTemplates(stores.templates, tell),
  };
}

/** Wraps all methods that give a promise, and those of the objects within. */
function timed<T extends object>(target: T, store: StoreCall['store'], prefix: string, tell: TellCall): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || member === undefined || name === 'close') return member;
      if (name === 'team') return (id: string) => timed((member as (id: string) => object)(id), store, prefix, tell);
      if (typeof member === 'object' && member !== null) return timed(member, store, `${prefix}${name}.`, tell);
      return (...given: unknown[]) => {
        const end = beginCall(store, prefix + name, tell);
        const answer = (member as (...given: unknown[]) => unknown).apply(target, given);
        return answer instanceof Promise ? timeAnswer(answer, end) : answer;
      };
    },
  });
}

function timeTemplates(store: TemplateStore, tell: TellCall): TemplateStore {
  return { ...store, team: (id) => ({ templates: timed(store.team(id).templates, 'templates', '', tell) }) };
}

function timeBlobs(blobs: BlobStore, tell: TellCall): BlobStore {
  return { ...blobs, team: (id) => timeTeam(blobs.team(id), tell) };
}

function timeTeam(blobs: Blobs, tell: TellCall): Blobs {
  return {
    write: (key, result) => time('objects', 'write', tell, () => blobs.write(key, result)),
    size: (key) => time('objects', 'size', tell, () => blobs.size(key)),
    read: (key, start, end) => timeRead(blobs.read(key, start, end), tell),
    delete: (key) => time('objects', 'delete', tell, () => blobs.delete(key)),
  };
}

/** Times a read up to its first bytes: the rest comes as fast as its reader takes it. */
async function* timeRead(chunks: AsyncIterable<Uint8Array>, tell: TellCall): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let next = await time('objects', 'read', tell, () => iterator.next());
    while (!next.done) {
      yield next.value;
      next = await iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

function time<T>(store: StoreCall['store'], call: string, tell: TellCall, work: () => Promise<T>): Promise<T> {
  const end = beginCall(store, call, tell);
  return timeAnswer(work(), end);
}

/** Returns the function to call at the end of a call. */
function beginCall(store: StoreCall['store'], call: string, tell: TellCall): (error: unknown) => void {
  const beganMs = performance.now();
  return (error) => tell({ store, call, seconds: (performance.now() - beganMs) / 1000, error });
}

async function timeAnswer<T>(answer: Promise<T>, end: (error: unknown) => void): Promise<T> {
  try {
    const value = await answer;
    end(undefined);
    return value;
  } catch (error) {
    end(error);
    throw error;
  }
}
