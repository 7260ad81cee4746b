// Reads the XML of a workbook's parts as events. Names lose their prefix, since programs choose their own prefixes.
import { InputError } from '../input-error.ts';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Feeds the handler. Yields after each piece, so that the caller can pass on what the handler gathered. Raises InputError of kind `data` for
 * broken XML.
 */
export async function* readXml(chunks: AsyncIterable<string>, handler: XmlHandler, file: string): AsyncGenerator<void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('error', (cause) => {
    throw new InputError(
      'data',
      `is not a whole .xlsx file: ${cause.message}; open it in a spreadsheet program and save it again`,
      {
        file,
        cause,
      },
    );
  });
  parser.on('opentag', (tag) => handler.open?.(withoutPrefix(tag.name), tag.attributes));
  parser.on('closetag', (tag) => handler.close?.(withoutPrefix(tag.name)));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty &&= chunk === '';
    parser.write(chunk);
    yield;
  }
  if (!isEmpty) parser.close();
  yield;
}

/** Feeds the handler with the whole text. */
export async function readWholeXml(chunks: AsyncIterable<string>, handler: XmlHandler, file: string): Promise<void> {
  for await (const _ of readXml(chunks, handler, file));
}

/** Decodes `_x000D_` and the like: a workbook's notation for characters that XML cannot hold. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
