// Reads the objects of a PDF that pdfgen wrote.
import { inflateSync } from 'node:zlib';

export interface ReadObject {
  readonly body: string;
  readonly stream: Buffer | undefined;
}

/**
 * Objects by id: dictionary in Latin-1, stream data inflated where it was deflated by our own. Those of object streams stand among them.
 * `wants` says by its dictionary whether a stream is read.
 */
export function readObjects(file: Uint8Array, wants: (dictionary: string) => boolean = () => true): Map<number, ReadObject> {
  const bytes = Buffer.from(file);
  const text = bytes.toString('latin1');
  const objects = new Map<number, ReadObject>();
  const start = /(\d+) 0 obj\n/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + match[0].length;
    const end = text.indexOf('\nendobj', from);
    const streamAt = text.indexOf('\nstream\n', from);
    if (streamAt < 0 || streamAt > end) {
      objects.set(Number(match[1]), { body: text.slice(from, end), stream: undefined });
      continue;
    }
    const body = text.slice(from, streamAt);
    const length = Number(/\/Length (\d+)/.exec(body)![1]);
    const data = bytes.subarray(streamAt + 8, streamAt + 8 + length);
    if (!body.includes('/Type/ObjStm') && !wants(body)) {
      objects.set(Number(match[1]), { body, stream: undefined });
      start.lastIndex = streamAt + 8 + length;
      continue;
    }
    const stream = body.includes('/FlateDecode') && !body.includes('/Image') ? inflateSync(data) : data;
    if (body.includes('/Type/ObjStm')) readMembers(body, stream.toString('latin1'), objects);
    else objects.set(Number(match[1]), { body, stream });
    start.lastIndex = streamAt + 8 + length;
  }
  return objects;
}

function readMembers(body: string, text: string, objects: Map<number, ReadObject>): void {
  const first = Number(/\/First (\d+)/.exec(body)![1]);
  const heads = text.slice(0, first).trim().split(' ').map(Number);
  for (let i = 0; i < heads.length; i += 2) {
    const end = i + 3 < heads.length ? first + heads[i + 3]! : undefined;
    objects.set(heads[i]!, { body: text.slice(first + heads[i + 1]!, end).trimEnd(), stream: undefined });
  }
}

/** Dictionaries and other objects of the file, one after the other, without the data of streams. */
export function syntaxOf(file: Uint8Array): string {
  return [...readObjects(file).values()].map(({ body }) => body).join('\n');
}

export function findObject(file: Uint8Array, part: string): ReadObject {
  const found = [...readObjects(file).values()].find(({ body }) => body.includes(part));
  if (!found) throw new Error(`No object holds ${part}`);
  return found;
}

/** The content of a page, its streams joined. */
export function contentOf(file: Uint8Array, page = 0): string {
  const objects = readObjects(file);
  const pages = [...objects.values()].filter(({ body }) => body.includes('/Type/Page/'));
  const contents = /\/Contents ?\[?((?:\d+ 0 R ?)+)/.exec(pages[page]!.body)?.[1] ?? '';
  return [...contents.matchAll(/(\d+) 0 R/g)].map(([, id]) => objects.get(Number(id))!.stream!.toString('latin1')).join('');
}
