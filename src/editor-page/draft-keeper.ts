// Keeps the work of the editor on the server, shortly after each change. It never writes over a draft that it has not seen.
import { signal } from '@preact/signals';
import type { Draft, EmbeddedSource, Work } from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';

/**
 * What became of the draft. `other`: somebody else has written or ended it, and nothing more is kept until `goOn`. `reset`: the template was reset. `offline`: the server is not reached; `busy`: it can keep nothing now. Both are tried again. `refused`: the server does not take the
 * work, for the reason in `error`.
 */
export type DraftNews =
  | { readonly kind: 'kept' | 'dropped' | 'offline' | 'busy' | 'reset' | 'other' }
  | { readonly kind: 'refused'; readonly error: SourceError };

/** News that the work is not on the server. */
export const troubles = ['offline', 'busy', 'refused'] as const satisfies readonly DraftNews['kind'][];

/** Time without a change before the work is kept, in ms. */
export const restMs = 1_500;
/** Time before a server that is not reached, or is busy, is tried again, in ms. */
const retryMs = 5_000;

export class DraftKeeper {
  readonly #source: Pick<EmbeddedSource, 'keepDraft' | 'dropDraft' | 'loadDraft'>;
  readonly #work: () => Work | undefined;
  readonly #tell: (news: DraftNews) => Promise<void>;
  /** The draft that this editor has read or written last. Undefined: the server has no draft. */
  readonly known = signal<KnownDraft | undefined>(undefined);
  /** Work that was sent, and whose answer has not come. The server may have it. */
  readonly sent = signal<Work | undefined>(undefined);
  /** Work that the server refused. It is not sent again. */
  #refused: string | undefined;
  #isPaused = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * `work`: what is not saved now; undefined: everything is saved. `tell` may ask the server, and raise SourceError: the news is then told again later.
   */
  constructor(
    source: Pick<EmbeddedSource, 'keepDraft' | 'dropDraft' | 'loadDraft'>,
    work: () => Work | undefined,
    tell: (news: DraftNews) => Promise<void>,
  ) {
    this.#source = source;
    this.#work = work;
    this.#tell = tell;
  }

  /** Goes on from the draft on the server, which the person has seen; undefined: the server has no draft. `sent`: work that an earlier page has sent without an answer. */
  goOn(draft: Draft | undefined, sent?: Work): void {
    this.known.value = draft && { number: draft.draft, text: textOf(draft) };
    if (sent) this.sent.value = sent;
    this.#refused = undefined;
    this.resume();
  }

  /** Whether this editor has written a draft of the server. */
  isOwn(draft: Draft): boolean {
    const { known, sent } = this;
    return draft.draft === known.value?.number || (sent.value !== undefined && textOf(draft) === textOf(sent.value));
  }

  /** Whether the server has this work. */
  has(work: Work): boolean {
    return this.known.value?.text === textOf(work);
  }

  /** Writes nothing until `resume` or `goOn`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
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
    return this.#inTurn(() => this.#write());
  }

  /** Writes the draft again even if it is unchanged, to learn whether the server still has it. */
  rewrite(): Promise<void> {
    const { value } = this.known;
    if (value) this.known.value = { ...value, text: '' };
    return this.flush();
  }

  /** Drops the draft of this editor. A draft of somebody else stays. Raises SourceError. */
  drop(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(async () => {
      await this.#findSent();
      if (!this.known.value) return;
      try {
        await this.#source.dropDraft(this.known.value.number);
      } catch (error) {
        if (!(error instanceof SourceError && isGone(error))) throw error;
      }
      this.known.value = undefined;
    });
  }

  /** A failure ends the task alone: later ones go on. */
  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(task);
    this.#writing = done.catch(() => {});
    return done;
  }

  async #write(): Promise<void> {
    if (this.#isPaused) return;
    const work = this.#work();
    const text = work && textOf(work);
    try {
      await this.#findSent();
      const { value } = this.known;
      if (text === value?.text || (text !== undefined && text === this.#refused)) return;
      if (work) {
        this.sent.value = work;
        this.known.value = { number: await this.#source.keepDraft(work, value?.number), text: textOf(work) };
      } else {
        await this.#source.dropDraft(value!.number);
        this.known.value = undefined;
      }
      this.sent.value = undefined;
      await this.#tell({ kind: work ? 'kept' : 'dropped' });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      await this.#fail(error, text);
    }
  }

  /** If the answer to a write was lost, asks whether the server has the work. Raises SourceError. */
  async #findSent(): Promise<void> {
    if (!this.sent.value) return;
    const draft = await this.#source.loadDraft();
    const isThere = draft && textOf(draft) === textOf(this.sent.value);
    if (isThere) this.known.value = { number: draft.draft, text: textOf(draft) };
    this.sent.value = undefined;
    if (isThere) await this.#tell({ kind: 'kept' });
  }

  async #fail(error: SourceError, text: string | undefined): Promise<void> {
    try {
      await this.#answer(error, text);
    } catch (next) {
      if (!(next instanceof SourceError)) throw next;
      // The news could not be told. The write is tried again, and fails as it did now.
      this.#isPaused = false;
      if (!isGone(next)) return this.#fail(next, text);
      this.#wait(retryMs);
      await this.#tell({ kind: 'busy' });
    }
  }

  async #answer(error: SourceError, text: string | undefined): Promise<void> {
    if (isGone(error)) return this.#meet(text);
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
      default:
        this.#refused = text;
        return this.#tell({ kind: 'refused', error });
    }
  }

  /** Reads the draft that is there instead of the expected one. Raises SourceError. */
  async #meet(text: string | undefined): Promise<void> {
    const draft = await this.#source.loadDraft();
    const isSame = draft ? textOf(draft) === text : text === undefined;
    if (isSame) {
      this.sent.value = undefined;
      this.goOn(draft);
      return this.#tell({ kind: draft ? 'kept' : 'dropped' });
    }
    this.#isPaused = true;
    await this.#tell({ kind: 'other' });
  }
}

interface KnownDraft {
  readonly number: number;
  /** What it says, as `textOf` writes it. */
  readonly text: string;
}

const textOf = ({ pages, revision }: Work): string => `${revision} ${pages}`;

/** The draft on the server is another one than expected. */
const isGone = ({ code }: SourceError): boolean => code === 'REVISION_CONFLICT' || code === 'DRAFT_NOT_FOUND';
