// Loads code that few documents need at its first use. Layout cannot wait, so work that needs such code stops, and starts again when it is loaded.
import type { Resources } from './resources.ts';

type Load<Part> = (resources: Pick<Resources, 'libraryFile'>) => Promise<Part>;

/** Thrown by work that needs code which is not loaded yet. */
class NotLoaded extends Error {
  readonly load: Load<void>;

  constructor(name: string, load: Load<void>) {
    super(`The code for ${name} is not loaded.`);
    this.load = load;
  }
}

/** Returns a function that gives some code, loaded once in a process. Call that function only inside of `withDemanded`. `name`: what the code is for. */
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

/** Runs some work. When it needs code that is not loaded, loads the code and runs the work again. */
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
