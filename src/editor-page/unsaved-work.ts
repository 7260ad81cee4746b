// The browser's copy of the work that is not saved. It may be newer than the draft of the server. Each tab has a copy of its own.
import { lifeTimes } from '../contract/life-times.ts';
import type { Work } from '../live-pages/embedded-source.ts';
import { tabName } from '../live-pages/tab-name.ts';

export interface UnsavedWork extends Work {
  /** Number of the server's draft when the copy was written. Undefined: the server had no draft. */
  readonly draft: number | undefined;
  /** The draft that was on its way to the server then. */
  readonly sent: Work | undefined;
  /** The pages that were on their way to be saved then, as JSON. */
  readonly saving: string | undefined;
}

interface Copy extends UnsavedWork {
  /** When it was written, in ms since 1970. */
  readonly at: number;
}

const start = 'unsaved ';

/** The copies in this browser of the work on one template. */
export class UnsavedCopies {
  readonly #template: string;
  readonly #own: string;
  /** The copy with which this tab goes on. */
  #read: string | undefined;

  constructor(embeddedTemplateUuid: string) {
    this.#template = start + embeddedTemplateUuid;
    this.#own = `${this.#template} ${tabName}`;
  }

  /** The newest copy of any tab, however old: the clock may have been wrong when it was written. */
  read(): UnsavedWork | undefined {
    try {
      const [newest] = listCopies(this.#template).sort((a, b) => b.copy.at - a.copy.at);
      this.#read = newest?.name;
      // As the server removes a draft.
      for (const { name, copy } of listCopies(start))
        if (name !== this.#read && copy.at < Date.now() - lifeTimes.draft) localStorage.removeItem(name);
      return newest?.copy;
    } catch {
      // A page in a frame may have no storage.
      return undefined;
    }
  }

  /** Writes the copy of this tab, in place of the one that it has read. False: this browser cannot. */
  keep(work: UnsavedWork): boolean {
    try {
      // The storage may have room for only one of the two copies.
      if (this.#read !== undefined) localStorage.removeItem(this.#read);
      this.#read = undefined;
      localStorage.setItem(this.#own, JSON.stringify({ ...work, at: Date.now() } satisfies Copy));
      return true;
    } catch {
      // No storage, or no room. An older copy would pass for the newest one.
      this.remove();
      return false;
    }
  }

  /** Removes the copy of this tab, and the one that it has read. */
  remove(): void {
    try {
      for (const name of [this.#own, this.#read]) if (name !== undefined) localStorage.removeItem(name);
      this.#read = undefined;
    } catch {
      // Without storage there is no copy.
    }
  }
}

/** The copies whose names begin so. */
const listCopies = (names: string): { readonly name: string; readonly copy: Copy }[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(names))
    .flatMap((name) => {
      const copy = parseCopy(localStorage.getItem(name));
      return copy ? [{ name, copy }] : [];
    });

/** Undefined: the text is no copy. */
function parseCopy(text: string | null): Copy | undefined {
  try {
    const read = JSON.parse(text ?? 'null') as Partial<Copy> | null;
    if (typeof read?.pages !== 'string' || typeof read.revision !== 'number') return undefined;
    const { pages, revision, draft, sent, saving, at = Date.now() } = read;
    return { pages, revision, draft, sent, saving, at };
  } catch {
    return undefined;
  }
}
