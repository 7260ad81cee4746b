// Code that few documents need, and that is loaded when one asks for it. Layout does not wait, so work that finds it missing is begun again.
import type { Resources } from './resources.ts';

type Load<Part> = (resources: Pick<Resources, 'libraryFile'>) => Promise<Part>;

/** Raised by work that needs code which is not loaded. */
class NotLoaded extends Error {
  readonly load: Load<void>;

  constructor(name: string, load: Load<void>) {
    super(`The code for ${name} is not loaded.`);
    this.load = load;
  }
}

/** A function that gives some code, which is loaded once in a process. Call it only in work inside of `withDemanded`. `name`: what the code is for. */
export function onDemand<Part>(name: string, load: Load<Part>): () => Part {
  let loaded: { readonly part: Part } | undefined;
  let loading: Promise<void> | undefined;
  const start: Load<void> = (resources) => {
    loading ??= load(resources).then((part) => {
      loaded = { part };
    });
    return loading;
  };
  return () => {
    if (!loaded) throw new NotLoaded(name, start);
    return loaded.part;
  };
}

/** Does some work, and begins again each time it asks for code that is not loaded. */
export async function withDemanded<T>(resources: Pick<Resources, 'libraryFile'>, work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.load(resources);
    }
  }
}
