// What the editor knows: the text of the pages, what the server has, and what is going on.
import { computed, effect, signal } from '@preact/signals';
import type { Place } from '../contract/shown-pages.ts';
import { writeJson } from '../json/write-json.ts';
import { type EmbeddedSource, type EmbeddedTemplate, embeddedSource } from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';
import { PagesModel } from '../live-pages/pages-model.ts';
import { keepUnsaved, readUnsaved } from './unsaved-text.ts';

const overText =
  'This editor session is over. Open the template again from the application that you came from. ' +
  'Your unsaved text is still below, and comes back when you open the template again in this browser.';

const conflictText =
  'Nothing was saved: the template was saved elsewhere after you opened it. Copy your text, press Discard changes and repeat your change.';

export class EditorModel {
  readonly #source: EmbeddedSource;
  readonly pages: PagesModel;

  readonly template = signal<EmbeddedTemplate | undefined>(undefined);
  readonly text = signal('');
  /** The text as the server has it. */
  readonly saved = signal<string | undefined>(undefined);
  /** The revision from which the text was made. */
  readonly revision = signal(0);
  /** What became of the last thing that was asked for. */
  readonly words = signal('Loading …');
  readonly isBusy = signal(false);
  readonly isOver = signal(false);
  /** The discard button was pressed once. */
  readonly isAsked = signal(false);
  readonly isChanged = computed(() => this.saved.value !== undefined && this.text.value !== this.saved.value);

  constructor(capability: string, startWorker: () => Worker) {
    this.#source = embeddedSource(capability);
    this.pages = new PagesModel(this.#source, startWorker);
    effect(() => {
      const { template, isChanged, text, revision } = this;
      const unsaved = isChanged.value ? { text: text.value, revision: revision.value } : undefined;
      if (template.value) keepUnsaved(template.value.embeddedTemplateUuid, unsaved);
    });
  }

  /** Shows the template of the server, and the text that this browser has kept of it. */
  async open(): Promise<void> {
    await this.#run(async () => {
      const template = await this.#source.load();
      const unsaved = readUnsaved(template.embeddedTemplateUuid);
      const own = writeJson(template.pages);
      const isKept = unsaved !== undefined && unsaved.text !== own;
      this.#take(template, own);
      // Of an older revision the server refuses it, as it would have at that time.
      if (isKept) this.revision.value = unsaved.revision;
      this.write(isKept ? unsaved.text : own);
      this.words.value = isKept ? 'This text was written here and not saved.' : '';
    });
  }

  #take(template: EmbeddedTemplate, text: string): void {
    this.saved.value = text;
    this.revision.value = template.revision;
    this.template.value = template;
  }

  /** Takes a new text and shows its pages. */
  write(text: string): void {
    this.text.value = text;
    this.#source.text = text;
    // The words are about the text before.
    if (!this.isBusy.value && !this.isOver.value) this.words.value = '';
    void this.pages.follow(this.pages.choice.value);
  }

  async save(): Promise<void> {
    await this.#run(async () => {
      // Written as the person has it: only another text is a change.
      const text = this.text.value;
      this.#take(await this.#source.save(this.revision.value), text);
      this.words.value = `Saved as revision ${this.revision.value}.`;
    });
  }

  /** A question of the browser's own is not shown in a frame of another site, so the button is pressed twice. */
  async discard(): Promise<void> {
    if (this.isBusy.value || this.isOver.value) return;
    if (!this.isAsked.value) {
      this.isAsked.value = true;
      this.words.value = 'Press the button again to lose what is not saved.';
      return;
    }
    this.isAsked.value = false;
    const { template } = this;
    if (template.value) keepUnsaved(template.value.embeddedTemplateUuid, undefined);
    await this.open();
  }

  /** Does one thing at a time, and says why it failed. */
  async #run(task: () => Promise<void>): Promise<void> {
    if (this.isBusy.value || this.isOver.value) return;
    this.isBusy.value = true;
    this.words.value = 'One moment …';
    // It is about what was asked for before.
    this.pages.message.value = '';
    try {
      await task();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#tell(error);
    } finally {
      this.isBusy.value = false;
    }
  }

  #tell({ code, message, faults }: SourceError): void {
    this.isOver.value = code === 'CAPABILITY_EXPIRED' || code === 'UNAUTHENTICATED';
    this.words.value = this.isOver.value
      ? overText
      : code === 'REVISION_CONFLICT'
        ? conflictText
        : `Nothing was done: ${message}`;
    if (faults.length > 0) this.pages.tellFaults(faults);
  }
}

/** Offset of a place in a text. */
export function offsetOf(text: string, { line, column }: Place): number {
  let at = 0;
  for (let i = 1; i < line; i++) at = text.indexOf('\n', at) + 1;
  return at + column - 1;
}
