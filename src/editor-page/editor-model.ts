// What the editor knows: the page layouts with their history, what the server has, and what is going on.
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { maxDepths } from '../contract/max-depths.ts';
import type { ShownFault } from '../contract/shown-pages.ts';
import {
  type ComposedEdit,
  EditError,
  type EditOptions,
  edit,
  endGesture,
  followAll,
  type History,
  isSaved,
  labelOf,
  markSaved,
  openHistory,
  type PartTree,
  partAt,
  readParts,
  redo,
  select,
  undo,
} from '../editing/index.ts';
import { readJson } from '../json/read-json.ts';
import { writeJson } from '../json/write-json.ts';
import {
  type Draft,
  type EmbeddedSource,
  type EmbeddedTemplate,
  embeddedSource,
  type Work,
} from '../live-pages/embedded-source.ts';
import { SourceError } from '../live-pages/page-source.ts';
import { PagesModel } from '../live-pages/pages-model.ts';
import { placeFaults } from '../live-pages/place-faults.ts';
import { DraftKeeper, type DraftNews } from './draft-keeper.ts';
import type { PictureQuestion } from './pictures/picture-question.ts';
import type { UnderPointer } from './screen/draggable.ts';
import { UnsavedCopies, type UnsavedWork } from './unsaved-work.ts';
import { type Conflict, type ConflictReason, type Side, sideOfPages, Versions } from './versions.ts';
import { drafts, plainFault, revisionWords, screen, steps, unkept } from './words/en.ts';

export interface TextState {
  /** How many texts were opened so far. */
  readonly serial: number;
  /** Of the part whose text is open. Undefined: none is. */
  readonly pointer?: string;
  /** The sheet on which it is open. Undefined: none shows it. */
  readonly sheet?: number | undefined;
  /** All of it is selected, so that typing replaces it. */
  readonly isNew?: boolean;
}

export class EditorModel {
  readonly #source: EmbeddedSource;
  readonly #drafts: DraftKeeper;
  readonly pages: PagesModel;
  readonly versions = new Versions();

  readonly template = signal<EmbeddedTemplate | undefined>(undefined);
  readonly history = signal(openHistory([]));
  /** The text in "Code", while it is open. It may be no JSON: then the pages stay as they are. */
  readonly code = signal<string | undefined>(undefined);
  /** The revision from which the pages were made. */
  readonly revision = signal(0);
  /** What became of the last thing that was asked for. */
  readonly words = signal<string>(screen.loading);
  readonly isBusy = signal(false);
  readonly isOver = signal(false);
  /** Changes when the person goes to another part. */
  readonly visit = signal(0);
  /** Changes when the person goes to a part that shall be in view, once the sheets of the edition are laid out. */
  readonly sought = signal({ serial: 0, edition: 0 });
  /** Where the work is that is not saved. Empty: everything is saved. */
  readonly keeping = signal<string>('');
  /** Pointers of the parts that the person has opened or closed. At first page layouts and bands are open, and all others closed. */
  readonly turnedParts = signal<ReadonlySet<string>>(new Set());
  /** What a person drags over the pages. */
  readonly dragged = signal<UnderPointer | undefined>(undefined);
  /** The names of the files that were uploaded here, by their names in the pages. */
  readonly uploads = new Map<string, string>();
  /** What the dialog of pictures asks. */
  readonly pictureQuestion = signal<PictureQuestion | undefined>(undefined);
  /** The list of keys is open. */
  readonly isKeysOpen = signal(false);
  /** The copies of the work in this browser. Undefined: there is no template yet. */
  #copies: UnsavedCopies | undefined;
  /** This browser keeps the work, too. */
  #isKeptHere = true;
  /** The newest revision that `look` has dealt with. */
  #newest = 0;
  /** A look at the server that is under way. */
  #looking: Promise<void> | undefined;
  /** The pages that were sent to be saved. If the answer is lost, the server may have them. Undefined: the answer has come. */
  #sent: string | undefined;
  /** The discard button was pressed once. */
  readonly isAsked = signal(false);

  /** The text that is open for writing in place. */
  readonly textState = signal<TextState>({ serial: 0 });
  /** Writes a text where the caret is. Undefined: no text is open. */
  insertIntoText: ((text: string) => void) | undefined;

  /** Apart from the selection: selecting a part does not read the parts again. */
  readonly #pages = computed(() => this.history.value.pages);
  readonly tree = computed<PartTree>(() =>
    readParts(
      { ...this.template.value?.document, pages: this.#pages.value as readonly unknown[] },
      this.template.value?.exampleData,
    ),
  );
  /** The part that is selected. */
  readonly part = computed(() => {
    const { selection } = this.history.value;
    return selection === null ? undefined : partAt(this.tree.value, selection);
  });
  /** The part whose text is open. */
  readonly textPart = computed(() => {
    const { pointer } = this.textState.value;
    return pointer !== undefined && this.part.value?.pointer === pointer ? this.part.value : undefined;
  });
  /** What is wrong with parts, by their pointers. */
  readonly faults = computed(() => {
    const found = new Map<string, ShownFault[]>();
    for (const fault of this.pages.faults.value) {
      const part = fault.pointer === undefined ? undefined : partAt(this.tree.value, fault.pointer);
      if (part) found.set(part.pointer, [...(found.get(part.pointer) ?? []), fault]);
    }
    return found;
  });
  /** The line of the text in "Code" that cannot be read, from 1. Undefined: all of it can. */
  readonly brokenLine = computed(() => (this.code.value === undefined ? undefined : read(this.code.value).fault?.line));
  /** The text in "Code" cannot be read. */
  readonly isBroken = computed(() => this.brokenLine.value !== undefined);
  readonly isChanged = computed(() => this.template.value !== undefined && (this.isBroken.value || !isSaved(this.history.value)));

  constructor(capability: string, startWorker: () => Worker) {
    this.#source = embeddedSource(capability);
    this.pages = new PagesModel(this.#source, startWorker);
    this.#drafts = new DraftKeeper(
      this.#source,
      () => this.#work(),
      (news) => this.#hear(news),
    );
    this.pages.partOf = (pointer) => {
      const part = partAt(this.tree.value, pointer);
      return part && { name: labelOf(part), open: () => this.select(part.pointer) };
    };
    this.pages.plainWordsOf = plainFault;
    effect(() => {
      this.#work();
      if (this.template.value) this.#drafts.note();
    });
    effect(() => this.#keepHere());
    // What waits for the network is tried again when it is there.
    addEventListener('online', () => this.#drafts.note());
    effect(() => {
      // Another version is looked at, or no longer.
      if (this.versions.shown.value !== undefined || this.template.value) untracked(() => this.#show());
    });
  }

  /** What is not saved. Undefined: everything is, or there is no template yet. */
  #work(): Work | undefined {
    if (!this.isChanged.value) return undefined;
    const pages = this.isBroken.value ? this.code.value! : JSON.stringify(this.history.value.pages);
    return { pages, revision: this.revision.value };
  }

  /** Keeps the work in this browser. While a person has to choose between two versions, the copy stays as it is. */
  #keepHere(): void {
    const work = this.#work();
    const { known, sent } = this.#drafts;
    const draft = known.value?.number;
    if (!this.#copies || this.versions.conflict.value) return;
    if (work) this.#isKeptHere = this.#copies.keep({ ...work, draft, sent: sent.value });
    else this.#copies.remove();
  }

  /** Shows the template of the server, with the work that the server has kept of it, and at first also this browser. */
  async open(): Promise<void> {
    await this.#run(async () => {
      const wasChanged = this.isChanged.value;
      const template = await this.#source.load();
      const draft = template.draft === undefined ? undefined : await this.#source.loadDraft();
      this.words.value = '';
      // What was written meanwhile stays.
      if (!wasChanged && this.isChanged.value) return;
      const isFirst = this.#copies === undefined;
      this.#copies ??= new UnsavedCopies(template.embeddedTemplateUuid);
      this.#begin(template, draft, isFirst ? this.#copies.read() : undefined);
    });
  }

  /** Begins with the template of the server and the newest of: the draft, the copy of this browser. If each has what the other lacks, the person chooses. */
  #begin(template: EmbeddedTemplate, draft: Draft | undefined, copy: UnsavedWork | undefined): void {
    const isNewer = copy !== undefined && (draft === undefined || isAfter(copy, draft));
    const found = isNewer ? copy : draft;
    const isNews = found !== undefined && found.pages !== JSON.stringify(template.pages);
    batch(() => {
      this.versions.conflict.value = undefined;
      this.history.value = openHistory(template.pages);
      // Work keeps its own base revision, so the server refuses to save it over a newer one.
      this.revision.value = isNews ? found.revision : template.revision;
      this.template.value = template;
      this.code.value = this.code.value === undefined ? undefined : writeJson(template.pages);
      this.#drafts.goOn(draft);
      if (isNews) this.#takeText(found.pages);
      this.words.value = this.isChanged.value ? screen.kept : '';
      if (copy && draft && !isNewer) this.#meetDraft(sideOf(copy.pages), draft);
    });
  }

  /** What became of the draft. Raises SourceError if the server cannot tell what is there instead. */
  async #hear(news: DraftNews): Promise<void> {
    this.keeping.value = (this.#isKeptHere ? undefined : unkept[news.kind]) ?? drafts[news.kind];
    if (news.kind === 'refused') this.#tell(news.error);
    else if (news.kind === 'reset') await this.#meetSaved('reset');
    else if (news.kind === 'other') {
      const { draft } = news;
      if (draft) this.#meetDraft(this.#mine(), draft);
      else await this.#meetSaved('saved');
    }
  }

  /** Looks whether somebody else has saved, reset or deleted the template meanwhile, and says so. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const isStill = () =>
      this.isBusy.value ||
      this.isOver.value ||
      this.isLooking.value ||
      this.textPart.value !== undefined ||
      this.pictureQuestion.value !== undefined ||
      this.dragged.value !== undefined;
    if (isStill()) return;
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
        await this.open();
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
    const template = await this.#source.load();
    const draft = template.draft === undefined ? undefined : await this.#source.loadDraft();
    this.words.value = '';
    const theirs = sideOfPages(template.pages);
    const mine = this.#mine();
    const isOwn = theirs.text === this.#sent || theirs.text === mine.text;
    const isOwnDraft = draft === undefined || draft.draft === this.#drafts.known.value?.number;
    if (isOwnDraft && (isOwn || (reason === 'saved' && template.revision === this.revision.value))) {
      this.#goOnFrom(template, template.pages, draft);
      return;
    }
    this.template.value = template;
    if (isOwnDraft) this.#meet({ reason, mine, theirs, revision: template.revision, draft });
    else this.#meetDraft(mine, draft);
  }

  /** Goes on from the template of the server. `saved`: the edited pages that it has. `draft`: the own draft, if it is still there. */
  #goOnFrom(template: EmbeddedTemplate, saved: unknown, draft?: Draft): void {
    this.#sent = undefined;
    batch(() => {
      this.history.value = markSaved(this.history.value, saved);
      this.revision.value = template.revision;
      this.template.value = template;
      this.#drafts.goOn(draft);
    });
  }

  /** Goes on with one version, or with pages that were chosen of both. A text that cannot be read is opened in "Code". */
  endConflict({ text, pages }: Side): void {
    const conflict = this.versions.conflict.value;
    const template = this.template.value;
    if (!conflict || !template) return;
    batch(() => {
      this.versions.conflict.value = undefined;
      this.revision.value = conflict.revision;
      if (conflict.revision === template.revision) this.history.value = markSaved(this.history.value, template.pages);
      if (pages !== undefined) this.#take(setPages(this.history.value, pages, { title: steps.choose }));
      this.#drafts.goOn(conflict.draft);
    });
    if (pages === undefined) this.write(text);
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

  closeVersions(): void {
    this.versions.seen.value = undefined;
    this.versions.list.value = undefined;
  }

  /** Restores the pages of the revision that is seen. Save makes a new revision of them. */
  restoreRevision(): void {
    const { seen } = this.versions;
    if (!seen.value || this.isOver.value) return;
    const { revision, pages } = seen.value;
    this.closeVersions();
    if (this.#isHindered()) return;
    this.#take(setPages(this.history.value, pages, { title: steps.restoreRevision(revision) }));
    this.words.value = revisionWords.restored(revision);
  }

  /** Another version is looked at: nothing can be changed. */
  readonly isLooking = computed(() => this.versions.conflict.value !== undefined || this.versions.seen.value !== undefined);
  /** Why nothing can be changed now. Undefined: changes are possible. */
  readonly hindrance = computed(() => {
    if (this.versions.conflict.value) return screen.choosing;
    if (this.isLooking.value) return screen.looking;
    return this.brokenLine.value === undefined ? undefined : screen.brokenCode(this.brokenLine.value);
  });

  /** Whether nothing can be changed now. Says why. */
  #isHindered(): boolean {
    if (this.isOver.value) return true;
    if (this.hindrance.value === undefined) return false;
    this.words.value = this.hindrance.value;
    return true;
  }

  /**
   * Carries out what `make` gives, as a step. Says why if it cannot be done. Returns whether it was. `staysAtPart`: the person goes on with the selected part,
   * also if it gets another pointer.
   */
  do(make: (tree: PartTree) => ComposedEdit, options: EditOptions, staysAtPart = false): boolean {
    if (this.#isHindered()) return false;
    try {
      const made = make(this.tree.value);
      if (!staysAtPart) this.visit.value++;
      const isOther = this.#take(edit(this.history.value, made, options));
      if (!staysAtPart) this.#seek(isOther);
      this.words.value = made.notes.join(' ');
      return true;
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      this.words.value = error.message;
      return false;
    }
  }

  /** Takes the last step back. A text in "Code" that cannot be read is such a step: the pages are as they were before it. */
  undo(): void {
    if (!this.isBroken.value || this.isLooking.value || this.isOver.value) {
      if (!this.#isHindered()) this.#step(undo);
      return;
    }
    this.code.value = writeJson(this.history.value.pages);
    this.#clearWords();
    this.#show();
  }

  redo(): void {
    if (!this.#isHindered()) this.#step(redo);
  }

  #step(take: typeof undo): void {
    const { selection } = this.history.value;
    const history = take(this.history.value);
    if (history.selection !== selection) this.visit.value++;
    this.#seek(this.#take(history));
  }

  endGesture(): void {
    this.history.value = endGesture(this.history.value);
  }

  select(pointer: string | null): void {
    if (this.textState.value.pointer !== pointer) this.closeText();
    if (pointer !== this.history.value.selection) this.visit.value++;
    // What is selected is shown where the list of versions is.
    if (pointer !== null) this.closeVersions();
    this.history.value = select(this.history.value, pointer);
    this.#seek(false);
  }

  /** What was written in the open text stays. */
  closeText(): void {
    const { serial, pointer } = this.textState.value;
    if (pointer === undefined) return;
    this.textState.value = { serial };
    this.endGesture();
  }

  #seek(isChanged: boolean): void {
    const { sought, pages } = this;
    sought.value = { serial: sought.peek().serial + 1, edition: pages.edition.peek() + (isChanged ? 1 : 0) };
  }

  /** Returns whether the pages are others now. */
  #take(history: typeof this.history.value): boolean {
    const isOther = history.pages !== this.history.value.pages;
    batch(() => {
      this.history.value = history;
      this.#followTurned(history.change);
      if (isOther && this.code.value !== undefined) this.code.value = writeJson(history.pages);
      this.#clearWords();
    });
    if (isOther) this.#show();
    return isOther;
  }

  /** Parts that a change moves stay open or closed. Of other pages nothing is known. */
  #followTurned(change: History['change']): void {
    const { turnedParts } = this;
    if (change.length === 0 || change.some((one) => one.op === 'set' && one.at === '/pages')) return;
    turnedParts.value = new Set([...turnedParts.value].flatMap((pointer) => followAll(pointer, change) ?? []));
  }

  /** The message is out of date. */
  #clearWords(): void {
    if (!this.isBusy.value && !this.isOver.value) this.words.value = '';
  }

  #show(): void {
    const { code, history, versions } = this;
    const other = versions.shown.value;
    this.#source.edited =
      other === undefined && code.value !== undefined ? { text: code.value } : { pages: other ?? history.value.pages };
    void this.pages.follow(this.pages.choice.value);
  }

  /** Opens and closes the pages as JSON. A text that cannot be read stays open, and the words say why. */
  showCode(isOpen: boolean): void {
    if (isOpen === (this.code.value !== undefined)) return;
    if (this.isBroken.value) {
      this.words.value = screen.brokenCode(this.brokenLine.value!);
      return;
    }
    this.code.value = isOpen ? writeJson(this.history.value.pages) : undefined;
    this.#show();
  }

  /** Opens the pages as JSON at a pointer, as the author wrote it. */
  openCode(pointer: string): void {
    this.showCode(true);
    const texts = [{ pointer: '/pages', file: '', text: this.code.value! }];
    const asked = { pointer, code: '' };
    const place = placeFaults([asked], texts).get(asked);
    // The text is on the screen after this.
    if (place) setTimeout(() => this.pages.openPlace?.(place));
  }

  /** Takes a text that a person writes in "Code". */
  write(text: string): void {
    if (this.isOver.value || this.isLooking.value) return;
    batch(() => {
      this.code.value = text;
      this.#takeText(text);
      this.#clearWords();
    });
    this.#show();
  }

  /** Takes the text of the pages. What cannot be read is shown in "Code". */
  #takeText(text: string): void {
    const reading = read(text);
    if (reading.fault === undefined) {
      this.history.value = setPages(this.history.value, reading.value, { title: steps.code, gesture: 'code' });
    } else this.code.value = text;
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
    if (this.hindrance.value !== undefined) {
      this.words.value = screen.cannotSave(this.hindrance.value);
      return;
    }
    const [wrong] = [...this.faults.value].flatMap(([pointer, faults]) =>
      faults.flatMap(({ severity, message }) => (severity === 'error' ? [{ pointer, message }] : [])),
    );
    if (wrong && !this.pages.isBusy.value) {
      this.select(wrong.pointer);
      this.words.value = screen.cannotSave(screen.wrongPart(wrong.message));
      return;
    }
    await this.#run(async () => {
      // A draft that is being written would outlive the save.
      await this.#drafts.flush();
      if (this.isLooking.value || this.isOver.value) return;
      const { pages } = this.history.value;
      const template = await this.#publish();
      if (!template) return;
      // The save has ended the draft.
      this.#goOnFrom(template, pages);
      this.words.value = screen.saved(template.revision);
    }, screen.cannotSave);
  }

  /** Undefined: somebody else has changed the template, and both versions are shown. */
  async #publish(): Promise<EmbeddedTemplate | undefined> {
    try {
      return await this.#send();
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== 'REVISION_CONFLICT') throw error;
    }
    // A reset has ended the draft.
    await this.#drafts.rewrite();
    if (!this.isLooking.value && !this.isOver.value) await this.#meetSaved('saved');
    if (this.isLooking.value || this.isOver.value) return undefined;
    // The answer to an earlier save was lost: the server has its pages.
    return isSaved(this.history.value) ? this.template.value : await this.#send();
  }

  /** While it waits for the answer no draft is written: it would outlive the save, or meet it as the work of somebody else. */
  async #send(): Promise<EmbeddedTemplate> {
    this.#drafts.pause();
    this.#sent = JSON.stringify(this.history.value.pages);
    try {
      return await this.#source.save(this.revision.value, this.#drafts.known.value?.number);
    } finally {
      this.#drafts.resume();
    }
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
    await this.#run(async () => {
      await this.#drafts.drop();
      const template = await this.#source.load();
      // Of somebody else, who has written it meanwhile.
      const draft = template.draft === undefined ? undefined : await this.#source.loadDraft();
      this.#begin(template, draft, undefined);
    });
  }

  /** Does one thing at a time that a person asks for, and says why it failed. */
  async #run(task: () => Promise<void>, failed: (reason: string) => string = screen.notDone): Promise<void> {
    if (this.isBusy.value || this.isOver.value) return;
    this.isBusy.value = true;
    this.words.value = screen.wait;
    // The message is out of date.
    this.pages.message.value = '';
    try {
      await this.#attempt(task, failed);
    } finally {
      this.isBusy.value = false;
    }
  }

  async #attempt(task: () => Promise<void>, failed?: (reason: string) => string): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.#tell(error, failed);
    }
  }

  #tell(error: SourceError, failed: (reason: string) => string = screen.notDone): void {
    const { message, faults } = error;
    this.isOver.value ||= isEnd(error);
    const over = this.#isKeptHere ? screen.over : screen.overUnkept;
    this.words.value = isDeleted(error) ? screen.deleted : this.isOver.value ? over : failed(message);
    if (faults.length > 0) this.pages.tellFaults(faults);
  }
}

const isDeleted = ({ code }: SourceError): boolean => code === 'EMBEDDED_TEMPLATE_NOT_FOUND';

/** Nothing more can be asked of the server in this session. */
const isEnd = (error: SourceError): boolean =>
  isDeleted(error) || error.code === 'CAPABILITY_EXPIRED' || error.code === 'UNAUTHENTICATED';

const read = (text: string) => readJson(text, { maxDepth: maxDepths.document });

const setPages = (history: History, value: unknown, options: EditOptions): History =>
  edit(history, { operations: [{ op: 'set', at: '/pages', value }] }, options);

/** A text of page layouts as one of two versions. */
function sideOf(text: string): Side {
  const reading = read(text);
  return { text, pages: reading.fault ? undefined : reading.value };
}

/** Whether the copy of a browser says all that a draft says, or more. */
const isAfter = (copy: UnsavedWork, draft: Draft): boolean =>
  copy.draft === draft.draft || [copy.pages, copy.sent?.pages].includes(draft.pages);
