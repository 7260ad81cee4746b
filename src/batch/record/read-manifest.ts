// Reads the record of an earlier run.
import { createReadStream } from 'node:fs';
import type { SentChunk } from '../../contract/generate-items.ts';
import { cannotRead, InputError } from '../../input/input-error.ts';
import { asMember } from '../../words/name-option.ts';
import { UsageError } from '../../words/usage-error.ts';
import { type BatchOptions, parseBatchOptions } from '../batch-options.ts';
import type { FileContent } from '../files/is-whole.ts';
import { documentId } from './digests.ts';
import type { EndLine, InputPart, ItemLine, ManifestLine, RunLine, WrittenLine } from './manifest.ts';

export interface EarlierRun {
  /** With the inputs and options of the last session. */
  readonly run: RunLine;
  /** By `file`. Documents that are gone are left out. */
  readonly items: ReadonlyMap<string, ItemLine>;
  /** Documents that are no longer in the input, with their last result, by `file`. */
  readonly gone: ReadonlyMap<string, ItemLine>;
  /** Files of completed documents that were made with another version of the template than the one in `run`. */
  readonly ofOtherTemplate: ReadonlySet<string>;
  /** Contents that the run gave the file of each document, without repetitions, by `file`. */
  readonly made: ReadonlyMap<string, readonly FileContent[]>;
  /** Requests to a server whose results are not recorded or have no file yet, by the documents' ids. */
  readonly sent: ReadonlyMap<string, SentChunk>;
  /** Contents that the run gave each file of rejected rows and each file of all documents, by `file`. */
  readonly written: ReadonlyMap<string, readonly FileContent[]>;
  /** The number of documents in each file of all documents that the run wrote, by the SHA-256 of the file. */
  readonly documentsIn: ReadonlyMap<string, number>;
  /** The parts of the input in files of all documents, by SHA-256. */
  readonly partIn: ReadonlyMap<string, InputPart>;
  readonly end: EndLine | undefined;
  /** A line was cut off or damaged. The record may lack a file that the run has made. */
  readonly isCut: boolean;
}

/** Reads the record of a run, without lines that were cut off or damaged: their documents are made again. Raises InputError of kind `file` or `data`. */
export async function readManifest(path: string, shown: string): Promise<EarlierRun> {
  const items = new Map<string, ItemLine>();
  const ofOtherTemplate = new Set<string>();
  const gone = new Map<string, ItemLine>();
  const made = new Map<string, readonly FileContent[]>();
  const sent = new Map<string, SentChunk>();
  const written = new Map<string, readonly FileContent[]>();
  const documentsIn = new Map<string, number>();
  const partIn = new Map<string, InputPart>();
  let run: RunLine | undefined;
  let end: EndLine | undefined;
  let number = 0;
  let isCut = false;
  /** The document whose file had no final name yet, if the run was killed here: it is fetched once more, not rendered. */
  let last: string | undefined;
  try {
    for await (const { text, isEnded } of readLines(path)) {
      number++;
      const line = parseLine(text);
      if (number === 1) run = toRunLine(line, { shown, isCut: !isEnded && text.startsWith('{"kind":"run"') });
      if (!line) {
        isCut = true;
        continue;
      }
      if (run && line?.kind === 'resume') {
        last = undefined;
        const { inputs, template = run.template, documents } = line;
        if (line.template) for (const { file, state } of items.values()) if (state === 'completed') ofOtherTemplate.add(file);
        const options = keepOptions(run.options, readOptions(line, shown));
        run = { ...run, inputs, template, options, ...(documents !== undefined && { documents }) };
      }
      if (line?.kind === 'sent') for (const id of line.ids) sent.set(id, line);
      if (line?.kind === 'written') {
        keepContent(written, line);
        if (line.documents !== undefined) documentsIn.set(line.sha256, line.documents);
        if (line.part !== undefined) partIn.set(line.sha256, line.part);
      }
      if (line?.kind === 'item') {
        // Records of older versions do not have the version of each document.
        items.set(line.file, { ...withWarnings(line), templateVersion: line.templateVersion ?? run?.template.version ?? null });
        ofOtherTemplate.delete(line.file);
        gone.delete(line.file);
        if (line.state === 'completed') keepContent(made, line);
        if (sent.size > 0) {
          if (last !== undefined) sent.delete(last);
          last = documentId(line.file, line.data);
          // A failed document is sent again when it is retried.
          if (line.state !== 'completed') sent.delete(last);
        }
      }
      if (line?.kind === 'gone') {
        const known = items.get(line.file);
        if (known) gone.set(line.file, known);
        items.delete(line.file);
      }
      // Lines after it belong to a continued run.
      end = line?.kind === 'end' ? line : undefined;
      for (const { sha256, documents } of end?.outputs ?? []) documentsIn.set(sha256, documents);
    }
  } catch (error) {
    throw cannotRead(shown, error);
  }
  if (!run) throw new InputError('data', 'is empty: it is not the record of a run', { file: shown });
  return { run, items, ofOtherTemplate, gone, made, sent, written, documentsIn, partIn, end, isCut };
}

function keepContent(contents: Map<string, readonly FileContent[]>, { file, bytes, sha256 }: ItemLine | WrittenLine): void {
  const known = contents.get(file) ?? [];
  if (bytes === null || sha256 === null || known.some((one) => one.sha256 === sha256)) return;
  contents.set(file, [...known, { bytes, sha256 }]);
}

/** Records of older versions have the number of warnings only. */
function withWarnings(line: ItemLine): ItemLine {
  const { warnings } = line as { readonly warnings: ItemLine['warnings'] | number };
  return typeof warnings === 'number' ? { ...line, warningCount: warnings, warnings: [] } : line;
}

/** The text between line feeds. `isEnded`: a line feed follows. Node's readline also ends lines at U+2028 and U+2029, which names and references may have. */
async function* readLines(path: string): AsyncGenerator<{ readonly text: string; readonly isEnded: boolean }> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { text, isEnded: true };
  }
  if (rest !== '') yield { text: rest, isEnded: false };
}

function parseLine(text: string): ManifestLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as ManifestLine) : undefined;
  } catch {
    return undefined;
  }
}

/** The first line of a record. Raises InputError, exit 3. */
function toRunLine(
  line: ManifestLine | undefined,
  { shown, isCut }: { readonly shown: string; readonly isCut: boolean },
): RunLine {
  if (isCut && !line)
    throw new InputError(
      'data',
      'was cut off in its first line: the run was killed before it made a document. Remove this file and begin the run anew',
      { file: shown, line: 1 },
    );
  if (line?.kind !== 'run')
    throw new InputError('data', 'is not the record of a run: its first line does not describe a run', { file: shown, line: 1 });
  if (line.manifest !== 1)
    throw new InputError('data', `was written by a newer pdfgen (${line.version}); continue it with that version`, {
      file: shown,
      line: 1,
    });
  return { ...line, options: readOptions(line, shown) };
}

/** The options of a later call, without those that hold for that call only. `limit` and `offset` stay those of the first call. */
function keepOptions({ limit, offset }: BatchOptions, later: BatchOptions): BatchOptions {
  const { limit: _limit, offset: _offset, prune: _prune, templateVersion: _version, ...kept } = later;
  return { ...kept, ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) };
}

/** Records of older versions have the numbers among the options as text, and whether the terminal had colours. */
function readOptions({ options }: { readonly options: object }, shown: string): BatchOptions {
  try {
    const { color: _color, ...recorded } = { ...options } as Readonly<Record<string, unknown>>;
    const { input = [], ...others } = parseBatchOptions(recorded, asMember);
    return { input, ...others };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new InputError('data', `holds options that cannot be used: ${error.message}`, { file: shown, cause: error });
  }
}
