// What the editor knows: what is edited (`EditedDocument`), what the server and this browser have of it, and what is going on.
import { batch, computed, effect, signal } from '@preact/signals';
import { markSaved, openHistory } from '../editing/index.ts';
import { drafts, screen, steps, unkept } from '../editor-words/index.ts';
import { writeJson } from '../json/write-json.ts';
import {
  type Draft,
  type EmbeddedSource,
  type EmbeddedTemplate,
  embeddedSource,
  type Work,
} from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';
import { DraftKeeper, type DraftNews, troubles } from './draft-keeper.ts';
import { EditedDocument, read, setPages } from './edited-document.ts';
import type { PictureQuestion } from './pictures/picture-question.ts';
import type { UnderPointer } from './screen/draggable.ts';
import { isTyping, leaveField } from './screen/focus.ts';
import { UnsavedCopies, type UnsavedWork } from './unsaved-work.ts';
import { type Conflict, type ConflictReason, type Side, sideOfPages } from './versions.ts';

export class EditorModel extends EditedDocument {
  readonly #source: EmbeddedSource;
  readonly #drafts: DraftKeeper;
  /** The copies of the work in this browser. Undefined: there is no template yet. */
  #copies: UnsavedCopies | undefined;
  /** This browser keeps the work, too. */
  readonly #isKeptHere = signal(true);
  /** Why the newest work is not on the server. Undefined: nothing has failed. */
  readonly #trouble = signal<(typeof troubles)[number] | undefined>(undefined);
  /** The newest revision that `look` has dealt with. */
  #newest = 0;
  /** A look at the server that is under way. */
  #looking: Promise<void> | undefined;
  /** The pages that were sent to be saved, as JSON. If the answer is lost, the server may have them. Undefined: the answer has come. */
  readonly #saving = signal<string | undefined>(undefined);

  /** The revision from which the pages were made. */
  readonly revision = signal(0);
  /** The unsaved work. Undefined: everything is saved, or no template is loaded yet. */
  readonly #work = computed<Work | undefined>(() => {
    if (!this.isChanged.value) return undefined;
    const pages = this.isBroken.value ? this.code.value! : JSON.stringify(this.history.value.pages);
    return { pages, revision: this.revision.value };
  });
  /** Says who keeps the unsaved work. Empty: everything is saved, or the work is on its way to the server. */
  readonly keeping = computed(() => {
    if (!this.#work.value) return '';
    if (this.#drafts.has(this.#work.value)) return drafts.kept;
    const trouble = this.#trouble.value;
    return trouble === undefined ? '' : ((this.#isKeptHere.value ? undefined : unkept[trouble]) ?? drafts[trouble]);
  });
  /** The names of the files that were uploaded here, by their names in the pages. */
  readonly uploads = new Map<string, string>();
  /** What a person drags over the pages. */
  readonly dragged = signal<UnderPointer | undefined>(undefined);
  /** What the dialog of pictures asks. */
  readonly pictureQuestion = signal<PictureQuestion | undefined>(undefined);
  /** The list of keys is open. */
  readonly isKeysOpen = signal(false);
  /** The discard button was pressed once. */
  readonly isAsked = signal(false);

  constructor(capability: string, startWorker: () => Worker) {
    const source = embeddedSource(capability);
    super(source, startWorker);
    this.#source = source;
    this.#drafts = new DraftKeeper(
      source,
      () => this.#work.value,
      (news) => this.#hear(news),
    );
    effect(() => {
      this.#work.value;
      if (this.template.value) this.#drafts.note();
    });
    effect(() => this.#keepHere());
    // What waits for the network is tried again when it is there.
    addEventListener('online', () => this.#drafts.note());
  }

  /** Keeps the work in this browser. While a person has to choose between two versions, the copy stays as it is. */
  #keepHere(): void {
    const work = this.#work.value;
    const { known, sent } = this.#drafts;
    const draft = known.value?.number;
    if (!this.#copies || this.versions.conflict.value) return;
    if (work) this.#isKeptHere.value = this.#copies.keep({ ...work, draft, sent: sent.value, saving: this.#saving.value });
    else this.#copies.remove();
  }

  /**
   * Shows the template of the server, with the work that the server has kept of it, and at first also this browser. `isTaken`: whether the person has begun
   * something meanwhile that this would interrupt.
   */
  async open(isTaken: () => boolean = () => false): Promise<void> {
    await this.#run(async () => {
      const { template, draft } = await this.#load();
      this.words.value = '';
      // What was written meanwhile stays.
      if (this.isChanged.value || isTaken()) return;
      const isFirst = this.#copies === undefined;
      this.#copies ??= new UnsavedCopies(template.embeddedTemplateUuid);
      this.#begin(template, draft, isFirst ? this.#copies.read() : undefined);
    });
  }

  /** The template of the server, and the draft of it. Raises SourceError. */
  async #load(): Promise<{ readonly template: EmbeddedTemplate; readonly draft: Draft | undefined }> {
    for (let tries = 0; tries < 3; tries++) {
      const template = await this.#source.load();
      const draft = template.draft === undefined ? undefined : await this.#source.loadDraft();
      if (!draft || draft.revision <= template.revision) return { template, draft };
      // The draft is of a newer revision: somebody has saved in between.
    }
    throw new SourceError(screen.notNow);
  }

  /**
   * Begins with the template of the server and the newest work: that of the draft, or of the copy in this browser. If the copy lacks what the server has, the
   * person chooses.
   */
  #begin(template: EmbeddedTemplate, draft: Draft | undefined, copy: UnsavedWork | undefined): void {
    const saved = JSON.stringify(template.pages);
    const own = copy?.pages === saved ? undefined : copy;
    const found = own ?? draft;
    const isNews = found !== undefined && found.pages !== saved;
    // Work keeps its own base revision, so the server refuses to save it over a newer one. The answer to its save may have been lost.
    const revision = isNews && own?.saving !== saved ? found.revision : template.revision;
    const lacksDraft = own !== undefined && draft !== undefined && !isAfter(own, draft);
    const lacksSaved = revision < template.revision;
    const isCodeOpen = this.code.value !== undefined;
    batch(() => {
      this.versions.conflict.value = undefined;
      this.history.value = openHistory(template.pages);
      this.revision.value = revision;
      this.template.value = template;
      this.code.value = undefined;
      if (isNews) this.takeText(found.pages);
      if (isCodeOpen && this.code.value === undefined) this.code.value = writeJson(this.history.value.pages);
      this.words.value = this.isChanged.value ? screen.kept : '';
      this.#goOn(draft, own?.sent);
      if (lacksDraft) this.#meetDraft(this.#mine(), draft);
      else if (lacksSaved) {
        const theirs = sideOfPages(template.pages);
        this.#meet({ reason: 'saved', mine: this.#mine(), theirs, revision: template.revision, draft });
      }
    });
    this.#keepHere();
  }

  /** Keeps the work before the page is closed. Work above 30 kB stays in this browser only. */
  leave(): void {
    leaveField();
    if (this.template.value) void this.#drafts.flush();
  }

  /** What became of the draft. Raises SourceError if the server cannot tell what is there instead. */
  async #hear(news: DraftNews): Promise<void> {
    this.#trouble.value = troubles.find((kind) => kind === news.kind);
    if (news.kind === 'refused') this.#tell(news.error);
    else if (news.kind === 'reset') await this.#meetSaved('reset');
    else if (news.kind === 'other') await this.#meetSaved('saved');
  }

  /**
   * Looks whether somebody else has saved, reset or deleted the template meanwhile, and says so. `isIdle`: the person does nothing that loading another
   * template would interrupt.
   */
  look(isIdle: () => boolean): Promise<void> {
    this.#looking ??= this.#look(isIdle).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(isIdle: () => boolean): Promise<void> {
    const isTaken = () => this.isOver.value || this.isLooking.value || this.textPart.value !== undefined || !isIdle();
    const isStill = () => this.isBusy.value || isTaken();
    if (this.isBusy.value || this.isOver.value || this.isLooking.value) return;
    if (!this.template.value) {
      await this.open();
      return;
    }
    try {
      const [current] = await this.#source.listRevisions();
      const isKnown = current === undefined || current.revision <= Math.max(this.#newest, this.revision.value);
      if (isKnown || isStill()) return;
      if (this.isChanged.value) {
        this.#newest = current.revision;
        // The server says what became of the draft.
        await this.#drafts.rewrite();
      } else {
        // A field may hold what was not taken yet.
        const isWritten = () => isTyping(document.activeElement);
        if (isWritten()) return;
        await this.open(() => isTaken() || isWritten());
        if (this.revision.value >= current.revision) this.words.value = screen.savedElsewhere;
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // It is tried again.
      if (isEnd(error)) this.#tell(error);
    }
  }

  /** What is edited, as one of two versions. */
  #mine(): Side {
    return this.isBroken.value ? { text: this.code.value!, pages: undefined } : sideOfPages(this.history.value.pages);
  }

  /** Shows two versions to choose from. Until the choice, nothing is kept. */
  #meet(conflict: Conflict): void {
    this.closeText();
    this.closeVersions();
    this.words.value = '';
    this.#drafts.pause();
    this.versions.meet(conflict);
  }

  #meetDraft(mine: Side, draft: Draft): void {
    this.#meet({ reason: 'draft', mine, theirs: sideOf(draft.pages), revision: draft.revision, draft });
  }

  /**
   * Shows what is edited beside the template as the server has it now. If the server has what was saved here, or nothing new, the work goes on without
   * a question. Raises SourceError.
   */
  async #meetSaved(reason: ConflictReason): Promise<void> {
    const { template, draft } = await this.#load();
    this.words.value = '';
    const theirs = sideOfPages(template.pages);
    const isKnown = [this.#saving.value, this.#mine().text].includes(theirs.text);
    const isNoNews = reason === 'saved' && this.#isBase(template);
    const isOwnDraft = draft === undefined || this.#drafts.isOwn(draft);
    if (isOwnDraft && (isKnown || isNoNews)) {
      this.#goOnFrom(template, template.pages, draft);
      return;
    }
    // A value that was typed into a field and not taken yet belongs to this version.
    leaveField();
    const mine = this.#mine();
    this.template.value = template;
    if (isOwnDraft) this.#meet({ reason, mine, theirs, revision: template.revision, draft });
    else this.#meetDraft(mine, draft);
  }

  /** Whether the work began with the pages of this template. Two revisions may have the same pages. */
  #isBase({ pages }: EmbeddedTemplate): boolean {
    const known = this.template.value!;
    return known.revision === this.revision.value && JSON.stringify(pages) === JSON.stringify(known.pages);
  }

  /** Goes on from the template of the server. `saved`: the edited pages that it has. `draft`: the own draft, if it is still there. */
  #goOnFrom(template: EmbeddedTemplate, saved: unknown, draft?: Draft): void {
    this.#saving.value = undefined;
    batch(() => {
      this.history.value = markSaved(this.history.value, saved);
      this.revision.value = template.revision;
      this.template.value = template;
      this.#goOn(draft);
    });
  }

  /** Goes on keeping the work, over the draft of the server that the person has seen. `sent`: as in `DraftKeeper.goOn`. */
  #goOn(draft: Draft | undefined, sent?: Work): void {
    this.#trouble.value = undefined;
    this.#drafts.goOn(draft, sent);
  }

  /** Goes on with one version, or with pages that were chosen of both. A text that cannot be read is opened in "Code". */
  endConflict(side: Side): void {
    const conflict = this.versions.conflict.value;
    const template = this.template.value;
    if (!conflict || !template) return;
    if (this.isBusy.value) {
      this.words.value = screen.notNow;
      return;
    }
    const { text, pages } = side;
    batch(() => {
      this.versions.conflict.value = undefined;
      // A choice that keeps something of mine is based on the newer of both revisions: the person has seen both.
      this.revision.value = side === conflict.theirs ? conflict.revision : Math.max(conflict.revision, this.revision.value);
      this.history.value = markSaved(this.history.value, template.pages);
      if (pages === undefined) this.takeText(text);
      else this.take(setPages(this.history.value, pages, { title: steps.choose }));
      this.#goOn(conflict.draft);
    });
    if (pages === undefined) this.show();
  }

  /** Lists the revisions that can be seen. */
  async listRevisions(): Promise<void> {
    await this.#run(async () => {
      this.versions.list.value = await this.#source.listRevisions();
      this.words.value = '';
    });
  }

  /** Shows the pages of a revision, without changing anything. Whoever closes the list before they come does not see them. */
  async seeRevision(revision: number): Promise<void> {
    const list = this.versions.list.value;
    await this.#run(async () => {
      const pages = await this.#source.loadRevision(revision);
      if (this.versions.list.value === list) this.versions.seen.value = { revision, pages };
      this.words.value = '';
    });
  }

  /** Uploads a file for the pages. Returns its name in them. Raises SourceError. */
  async upload(file: Blob): Promise<string> {
    // A save meanwhile would answer with the files of before.
    if (this.isBusy.value || this.isOver.value) throw new SourceError(screen.notNow);
    this.isBusy.value = true;
    try {
      const { src, template } = await this.#source.upload(file);
      this.template.value = template;
      return src;
    } catch (error) {
      if (error instanceof SourceError && isEnd(error)) this.#tell(error);
      throw error;
    } finally {
      this.isBusy.value = false;
    }
  }

  async save(): Promise<void> {
    if (this.unsavable.value) {
      const { pointer, reason } = this.unsavable.value;
      if (pointer !== undefined) this.select(pointer);
      this.words.value = screen.cannotSave(pointer === undefined ? reason : screen.wrongPart(reason));
      return;
    }
    await this.#run(async () => {
      const before = this.revision.value;
      const sent = await this.#publish();
      if (!sent) return;
      // The save has ended the draft.
      this.#goOnFrom(sent.template, sent.pages);
      const { revision } = sent.template;
      // The server makes no revision of pages that differ only in the order of members.
      this.words.value = revision === before ? screen.nothingToSave(revision) : screen.saved(revision);
    }, screen.cannotSave);
  }

  /** Undefined: somebody else has changed the template, and both versions are shown. */
  async #publish(): Promise<Sent | undefined> {
    try {
      return await this.#send();
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== 'REVISION_CONFLICT') throw error;
    }
    // A reset has ended the draft.
    await this.#drafts.rewrite();
    if (!this.isLooking.value && !this.isOver.value) await this.#meetSaved('saved');
    // If the server has these pages already, this ends the draft.
    return this.#send();
  }

  /** Undefined: a draft that was under way has met the work of somebody else. */
  async #send(): Promise<Sent | undefined> {
    // While the save waits for its answer, a draft would outlive it, or meet it as the work of somebody else.
    this.#drafts.pause();
    try {
      await this.#drafts.flush();
      if (this.isLooking.value || this.isOver.value) return undefined;
      await this.#findSaved();
      const { pages } = this.history.value;
      this.#saving.value = JSON.stringify(pages);
      return { pages, template: await this.#source.save(this.revision.value, this.#drafts.known.value?.number) };
    } finally {
      if (!this.versions.conflict.value) this.#drafts.resume();
    }
  }

  /** If the answer to a save was lost, asks whether the server has its pages. Raises SourceError. */
  async #findSaved(): Promise<void> {
    if (this.#saving.value === undefined) return;
    const template = await this.#source.load();
    if (JSON.stringify(template.pages) === this.#saving.value)
      batch(() => {
        this.history.value = markSaved(this.history.value, template.pages);
        this.revision.value = template.revision;
        this.template.value = template;
      });
    this.#saving.value = undefined;
  }

  /** A question of the browser's own is not shown in a frame of another site, so the button is pressed twice. */
  async discard(): Promise<void> {
    if (this.isBusy.value || this.isOver.value || !this.isChanged.value) return;
    if (!this.isAsked.value) {
      this.isAsked.value = true;
      this.words.value = screen.askDiscard;
      return;
    }
    this.isAsked.value = false;
    const isOthers = this.versions.conflict.value?.reason === 'draft';
    const { history, code } = this;
    const discarded = [history.value.pages, code.value];
    await this.#run(async () => {
      try {
        if (!isOthers) await this.#drafts.drop();
        // A draft is now that of somebody else, who has written it meanwhile.
        const { template, draft } = await this.#load();
        this.words.value = '';
        // What was written meanwhile stays.
        if (history.value.pages === discarded[0] && code.value === discarded[1]) this.#begin(template, draft, undefined);
      } finally {
        this.#drafts.note();
      }
    });
  }

  /** Does one thing at a time that a person asks for, and says why it failed. */
  async #run(task: () => Promise<void>, failed: (reason: string) => string = screen.notDone): Promise<void> {
    if (this.isOver.value) return;
    if (this.isBusy.value) {
      this.words.value = screen.notNow;
      return;
    }
    this.isBusy.value = true;
    this.words.value = screen.wait;
    // The message is out of date.
    this.pages.message.value = '';
    try {
      await task();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#tell(error, failed);
    } finally {
      this.isBusy.value = false;
    }
  }

  /** Nothing can be changed any more: what is written in a field and in an open text is taken before. */
  #end(): void {
    if (this.isOver.value) return;
    leaveField();
    this.closeText();
    this.isOver.value = true;
  }

  #tell(error: SourceError, failed: (reason: string) => string = screen.notDone): void {
    const { message, faults } = error;
    if (isEnd(error)) this.#end();
    const over = this.#isKeptHere.value ? screen.over : screen.overUnkept;
    this.words.value = isDeleted(error) ? screen.deleted : this.isOver.value ? over : failed(message);
    if (faults.length > 0) this.pages.tellFaults(faults);
  }
}

/** What was saved. */
interface Sent {
  readonly pages: unknown;
  readonly template: EmbeddedTemplate;
}

const isDeleted = ({ code }: SourceError): boolean => code === 'EMBEDDED_TEMPLATE_NOT_FOUND';

/** Nothing more can be asked of the server in this session. */
const isEnd = (error: SourceError): boolean =>
  isDeleted(error) || error.code === 'CAPABILITY_EXPIRED' || error.code === 'UNAUTHENTICATED';

/** A text of page layouts as one of two versions. */
function sideOf(text: string): Side {
  const reading = read(text);
  return { text, pages: reading.fault ? undefined : reading.value };
}

/** Whether the copy of a browser says all that a draft says, or more. */
const isAfter = (copy: UnsavedWork, draft: Draft): boolean =>
  copy.draft === draft.draft || [copy.pages, copy.sent?.pages].includes(draft.pages);
