// Keeps the work of the editor on the server, shortly after each change. It never writes over a draft that it has not seen.
import type { Draft, EmbeddedSource, Work } from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';

/**
 * What became of the draft. `other`: somebody else has written it, and nothing more is kept until `goOn`; without `draft` somebody has ended it. `reset`: the
 * template was reset. `offline`: the server is not reached; `busy`: it can keep nothing now. Both are tried again. `refused`: the server does not take the
 * work, for the reason in `error`.
 */
export type DraftNews =
  | { readonly kind: 'kept' | 'dropped' | 'offline' | 'busy' | 'reset' }
  | { readonly kind: 'other'; readonly draft: Draft | undefined }
  | { readonly kind: 'refused'; readonly error: SourceError };

/** Time without a change before the work is kept, in ms. */
const restMs = 1_500;
/** Time before a server that is not reached, or is busy, is tried again, in ms. */
const retryMs = 5_000;

export class DraftKeeper {
  readonly #source: Pick<EmbeddedSource, 'keepDraft' | 'dropDraft' | 'loadDraft'>;
  readonly #work: () => Work | undefined;
  readonly #tell: (news: DraftNews) => Promise<void>;
  /** Number of the draft that this editor has read or written last. Undefined: there is none. */
  number: number | undefined;
  /** What the draft says. */
  #kept: string | undefined;
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `work`: what is not saved now; undefined: everything is. */
  constructor(
    source: Pick<EmbeddedSource, 'keepDraft' | 'dropDraft' | 'loadDraft'>,
    work: () => Work | undefined,
    tell: (news: DraftNews) => Promise<void>,
  ) {
    this.#source = source;
    this.#work = work;
    this.#tell = tell;
  }

  /** Goes on from a draft that the person has seen; undefined: there is none. */
  goOn(draft: Draft | undefined): void {
    this.number = draft?.draft;
    this.#kept = draft && textOf(draft);
    this.#isPaused = false;
    this.note();
  }

  /** The work has changed. */
  note(): void {
    this.#wait(restMs);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  /** Keeps the work now, behind a write that is under way. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Keeps the work also if it has not changed: tells if the draft of it is no longer there. */
  rewrite(): Promise<void> {
    this.#kept = undefined;
    return this.flush();
  }

  async #write(): Promise<void> {
    if (this.#isPaused) return;
    const work = this.#work();
    const text = work && textOf(work);
    if (text === this.#kept) return;
    try {
      if (work) this.number = await this.#source.keepDraft(work, this.number);
      else if (this.number !== undefined) {
        await this.#source.dropDraft(this.number);
        this.number = undefined;
      }
      this.#kept = text;
      await this.#tell({ kind: work ? 'kept' : 'dropped' });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      await this.#fail(error, text);
    }
  }

  async #fail(error: SourceError, text: string | undefined): Promise<void> {
    switch (error.code) {
      case undefined:
      case 'RATE_LIMITED':
      case 'OVERLOADED':
      case 'STORE_UNAVAILABLE':
      case 'INTERNAL':
        this.#wait(retryMs);
        return this.#tell({ kind: error.code ? 'busy' : 'offline' });
      case 'DRAFT_ENDED':
        this.#isPaused = true;
        return this.#tell({ kind: 'reset' });
      case 'REVISION_CONFLICT':
      case 'DRAFT_NOT_FOUND':
        return this.#meet(text);
      default:
        this.#isPaused = true;
        return this.#tell({ kind: 'refused', error });
    }
  }

  /** Reads the draft that is there instead of the expected one. */
  async #meet(text: string | undefined): Promise<void> {
    try {
      const draft = await this.#source.loadDraft();
      if (draft && textOf(draft) === text) {
        this.goOn(draft);
        return;
      }
      if (!draft && text === undefined) {
        this.goOn(undefined);
        return;
      }
      this.#isPaused = true;
      await this.#tell({ kind: 'other', draft });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      await this.#fail(error.code === 'REVISION_CONFLICT' ? new SourceError(error.message) : error, text);
    }
  }
}

const textOf = ({ pages, revision }: Work): string => `${revision} ${pages}`;
