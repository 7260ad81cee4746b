// Reads the XML of a workbook's parts as events. Names lose their prefix, since programs choose their own prefixes.
import { InputError } from '../input-error.ts';

/** What is called with the elements and texts of a part. */
export interface PartHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Feeds the handler. Yields after each piece, so that the caller can pass on what the handler gathered. Raises InputError of kind `data` for
 * broken XML.
 */
export async function* readPart(chunks: AsyncIterable<string>, handler: PartHandler, file: string): AsyncGenerator<void> {
  // Most inputs are no workbooks, and need no XML.
  const { readXml } = await import('../../xml/read-xml.ts');
  const reader = readXml({
    open: ({ name, attributes }) => handler.open?.(withoutPrefix(name), attributes),
    close: ({ name }) => handler.close?.(withoutPrefix(name)),
    text: (text) => handler.text?.(text),
    fault(message) {
      const remedy = 'open it in a spreadsheet program and save it again';
      throw new InputError('data', `is not a whole .xlsx file: ${message}; ${remedy}`, { file });
    },
  });
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty &&= chunk === '';
    reader.write(chunk);
    yield;
  }
  if (!isEmpty) reader.end();
  yield;
}

/** Feeds the handler with the whole part. */
export async function readWholePart(chunks: AsyncIterable<string>, handler: PartHandler, file: string): Promise<void> {
  for await (const _ of readPart(chunks, handler, file));
}

/** Decodes `_x000D_` and the like: a workbook's notation for characters that XML cannot hold. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
