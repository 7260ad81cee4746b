// Reads what the page of a preview shows: the template, the chosen data, and what is wrong with them.
import { readdirSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { CallNotes } from '../../contract/engine.ts';
import { type Breach, PdfgenError } from '../../contract/errors.ts';
import type { DataChoice, Place, ShownFault, ShownPages, SourceText } from '../../contract/shown-pages.ts';
import type { ShownFiles } from '../../contract/shown-template.ts';
import type { TemplateFiles } from '../../contract/template-files.ts';
import { describeBreach } from '../../contract/warnings.ts';
import { shippedPath } from '../../files/browser-files.ts';
import { InputError } from '../../input/input-error.ts';
import { dataExtensions, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { withParents } from '../../json/json-pointer.ts';
import type { CommandContext, OpenedLocalTemplate } from '../context.ts';
import { chooseDate } from '../documents/document-date.ts';
import { faultOfBreach } from '../faults/template-places.ts';
import { pointerToShow } from '../report/pointer-to-show.ts';

/** What is previewed. */
export interface PreviewOrder {
  /** As the person named the template. */
  readonly reference: string;
  /** The file of `-d`. */
  readonly data: string | undefined;
  /** `--date`. */
  readonly date: string | undefined;
}

export type PagesRead = Omit<ShownPages, 'revision' | 'isWatched'>;

/** The id of the example data among the choices. The default has the id ''. */
const exampleId = 'example';

/** Faults are part of what is read. */
export async function readPages(order: PreviewOrder, choice: string, context: CommandContext): Promise<PagesRead> {
  let read: PagesRead = { name: basename(order.reference), faults: [], texts: [], choices: [] };
  try {
    const template = await openPreviewed(order, context);
    const notes: CallNotes = {};
    await template.engine.getTemplate({ params: { uuid: template.uuid } }, { notes });
    const { files } = notes.template!;
    const { cwd } = context.io;
    read = { ...read, name: template.slug, texts: await readTexts(files, cwd), choices: listChoices(order, files, cwd) };
    const shown = await template.engine.showTemplate(template.uuid, pathOfFile);
    read = { ...read, template: shown };
    if (!read.choices.some(({ id }) => id === choice)) {
      read = { ...read, choices: [...read.choices, { id: choice, label: `${choice} (missing)` }] };
      throw new InputError('file', `There is no data file ${choice} beside the template any more. Choose other data.`);
    }
    return { ...read, ...(await readData({ ...order, choice, template, shown: shown.document, files }, context)) };
  } catch (error) {
    return { ...read, faults: toFaults(error, context.io.cwd) };
  }
}

/** Opens the template again each time, since it may have been broken before. */
export const openPreviewed = ({ reference }: PreviewOrder, context: CommandContext): Promise<OpenedLocalTemplate> =>
  context.openLocalTemplate(reference);

/** Where the page loads a file of the template. */
const pathOfFile = (kind: keyof ShownFiles, name: string, key: string): string =>
  shippedPath(kind, name, key) ?? `file/${kind}/${encodeURIComponent(name)}?${encodeURIComponent(key)}`;

interface ChosenData extends PreviewOrder {
  readonly choice: string;
  readonly template: OpenedLocalTemplate;
  /** The document of the template. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly files: TemplateFiles;
}

async function readData(
  { choice, data: given, date, template, shown, files }: ChosenData,
  context: CommandContext,
): Promise<Pick<ShownPages, 'data' | 'date' | 'faults'>> {
  const { io, signal } = context;
  const file = choice === '' ? given : choice === exampleId ? undefined : join(relative(io.cwd, dirname(files.document)), choice);
  try {
    if (file !== undefined && choice !== '') await refuseOutside(file, choice, dirname(files.document), io.cwd);
    const record = file === undefined ? undefined : await readRecord(file, { cwd: io.cwd, stdin: io.stdin, signal });
    const data = record ? record.value : (shown.exampleData ?? {});
    const found = await checkData(template, data, (pointer) => placeInRecord(pointer, record, file), io.cwd);
    const faults = record
      ? found
      : found.map((one) => ({ ...one, pointer: one.pointer?.replace(/^\/data(?=\/|$)/, '/exampleData') }));
    const doubts = (record?.warnings ?? []).map(
      ({ message, line, column }): ShownFault => ({ severity: 'warning', message, place: { file: file!, line, column } }),
    );
    return {
      data: faults.length > 0 ? undefined : data,
      date: await chooseDate(date, template, io.env),
      faults: [...faults, ...doubts],
    };
  } catch (error) {
    return { faults: toFaults(error, io.cwd) };
  }
}

/** Raises InputError for a link out of the folder: the template may come from somebody else, who must not reach other files. */
async function refuseOutside(file: string, choice: string, folder: string, cwd: string): Promise<void> {
  const [target, root] = await Promise.all([resolve(cwd, file), folder].map((path) => realpath(path).catch(() => path)));
  if (target!.startsWith(root! + sep)) return;
  throw new InputError(
    'file',
    `${choice} is a link out of the folder of the template. Put the file itself there, or name it with -d.`,
  );
}

/** The faults of data by the data schema. `placeOf`: gives the place of a value; undefined for the example data, because the page has their text. */
export async function checkData(
  { engine, uuid }: OpenedLocalTemplate,
  data: unknown,
  placeOf: (pointer: string) => Place | undefined,
  cwd: string,
): Promise<readonly ShownFault[]> {
  try {
    const body = { data: data as Readonly<Record<string, unknown>> };
    const { errors } = await engine.validateTemplateData({ params: { uuid }, body });
    return errors.map((one) => toFault(one, placeOf(pointerToShow(one))));
  } catch (error) {
    return toFaults(error, cwd, placeOf);
  }
}

function placeInRecord(pointer: string, record: DataRecord | undefined, file: string | undefined): Place | undefined {
  const places = record?.places.all(withParents(pointer));
  const found = places && withParents(pointer).find((one) => places.has(one));
  if (found === undefined) return undefined;
  const { line, column } = places!.get(found)!;
  return { file: file!, line, column };
}

const toFault = (one: Breach, place: Place | undefined): ShownFault => ({
  severity: 'error',
  message: describeBreach(one),
  pointer: faultOfBreach(one, false)?.component ?? one.path,
  place,
});

/** The faults that an error stands for. `placeOf`: the place of a value of the data. Raises what no change of a file can mend. */
export function toFaults(
  error: unknown,
  cwd: string,
  placeOf: (pointer: string) => Place | undefined = () => undefined,
): readonly ShownFault[] {
  if (error instanceof InputError) {
    const { file, line, column, reason } = error;
    const place = file !== undefined && line !== undefined ? { file, line, column: column ?? 1 } : undefined;
    return [{ severity: 'error', message: place ? reason : error.message, place }];
  }
  if (!(error instanceof PdfgenError)) throw error;
  if (error.errors && error.errors.length > 0)
    return error.errors.map((one) => toFault(one, /^\/data(\/|$)/.test(one.path) ? placeOf(pointerToShow(one)) : undefined));
  // A template that cannot be read: its message begins with the place.
  const [, file, line, column, message] = /^(.+?):(\d+):(\d+) (.*)$/s.exec(error.message) ?? [];
  const place = file === undefined ? undefined : { file: relative(cwd, file), line: Number(line), column: Number(column) };
  return [{ severity: 'error', message: message ?? error.message, place }];
}

async function readTexts(files: TemplateFiles, cwd: string): Promise<readonly SourceText[]> {
  const parts = [
    { pointer: '', path: files.document },
    { pointer: '/dataSchema', path: files.schema },
    { pointer: '/exampleData', path: files.example },
  ].filter(({ pointer, path }) => pointer === '' || path !== files.document);
  return Promise.all(
    parts.map(async ({ pointer, path }) => ({
      pointer,
      file: relative(cwd, path),
      text: (await readFile(path, 'utf8').catch(() => '')).replace(/^\ufeff/, ''),
    })),
  );
}

/** The file of `-d`, the example data, and the data files in the folder of the template and in folders below it. */
function listChoices({ data }: PreviewOrder, files: TemplateFiles, cwd: string): readonly DataChoice[] {
  const folder = dirname(files.document);
  const named = [...Object.values(files), ...(data === undefined ? [] : [resolve(cwd, data)])];
  // A template of one file may stand in any folder, such as a person's own.
  const levels = basename(files.document) === 'template.json' ? mostLevels : 0;
  const others = listDataFiles(folder, '', levels).filter((name) => !named.includes(join(folder, name)));
  const example = { id: data === undefined ? '' : exampleId, label: 'Example data' };
  return [
    ...(data === undefined ? [] : [{ id: '', label: data }]),
    example,
    ...others.sort().map((name) => ({ id: name, label: name })),
  ];
}

/** Most levels of folders below that of the template. */
const mostLevels = 4;

/** The names of data files in a folder and `levels` below it, with `/`. What a template draws or attaches, packages and hidden files are no data. */
function listDataFiles(folder: string, path: string, levels: number): readonly string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const name = `${path}${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || name === 'assets') return [];
    if (entry.isDirectory()) return levels === 0 ? [] : listDataFiles(folder, `${name}/`, levels - 1);
    return dataExtensions.some((ending) => entry.name.toLowerCase().endsWith(ending)) ? [name] : [];
  });
}
