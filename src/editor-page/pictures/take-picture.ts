// Takes a picture file: checks its kind, makes it smaller if it is large, and uploads it.
import { findDrawingFault, findMediaType, pictureMediaTypes, pictureNames } from '../../contract/asset-types.ts';
import { pictureWords as words } from '../../editor-words/index.ts';
import { SourceError } from '../../live-pages/page-source.ts';
import type { EditorModel } from '../editor-model.ts';
import type { PictureLimits } from './picture-size.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';

/** What became of a picture file, in words. `src`: its name in the pages. Undefined: it was not taken. */
export interface TakenPicture {
  readonly src: string | undefined;
  readonly words: string;
}

/** The bytes from which the kind of a file is known. */
const headBytes = 65_536;

/** A sheet in pt. A picture for smaller ones may have as many pixels: the sheets may become larger. */
const a4 = { width: 595, height: 842 };

export async function takePicture(model: EditorModel, file: File): Promise<TakenPicture> {
  const refuse = (reason: string): TakenPicture => ({ src: undefined, words: reason });
  const head = await readHead(file);
  if (!head) return refuse(words.unreadable(file.name));
  const type = findMediaType(head);
  if (type === undefined || !pictureMediaTypes.includes(type))
    return refuse(words.wrongKind(file.name, findDrawingFault(head, words.picture) ?? words.noPicture, pictureNames));
  const limits = limitsOf(model);
  const shrunk = await shrinkInWorker({ file, type, limits });
  const sent = shrunk?.file ?? file;
  if (sent.size > limits.maxBytes) return refuse(words.tooLarge(file.name, file.size, limits.maxBytes));
  try {
    const src = await model.upload(sent);
    model.uploads.set(src, file.name);
    return { src, words: shrunk ? words.shrunk(shrunk.from, shrunk.to) : words.taken };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return refuse(wordsOf(error));
  }
}

/** Undefined: the file cannot be read, such as a folder. */
async function readHead(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}

function limitsOf({ template, pages }: EditorModel): PictureLimits {
  const { maxAssetBytes, limits } = template.value!;
  const sheets = [a4, ...pages.sheets.value];
  return {
    maxBytes: maxAssetBytes,
    maxPixels: limits.maxImagePixels,
    sheet: { width: Math.max(...sheets.map(({ width }) => width)), height: Math.max(...sheets.map(({ height }) => height)) },
  };
}

const wordsOf = ({ code, message }: SourceError): string =>
  code === 'QUOTA_EXCEEDED' ? words.noRoom : words.notUploaded(message);
