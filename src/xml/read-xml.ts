// The reader of XML: what stands in a text, as calls in the order of the text. A text comes in pieces.
import { type SaxesOptions, SaxesParser, type SaxesTagNS, type SaxesTagPlain, type XMLDecl } from 'saxes';

/** What a reader calls. A call that throws ends the reading with its error. */
export interface XmlHandler<Tag> {
  /** `line`: the line of the tag's `<`, from 1. */
  open?(tag: Tag, line: number): void;
  close?(tag: Tag): void;
  /** A piece of text. Between two tags there may be several, and CDATA sections are text too. */
  text?(text: string): void;
  declaration?(declaration: XMLDecl): void;
  doctype?(): void;
  /** A fault of the XML, without a full stop at its end. If the call returns, the reader goes on behind the fault. */
  fault(message: string): void;
}

export interface XmlReader {
  /** The line that is being read, from 1. */
  readonly line: number;
  write(chunk: string): void;
  /** The text is over. Elements that are still open are a fault. */
  end(): void;
}

/** A reader that takes names as they are written, with their prefixes. */
export const readXml = (handler: XmlHandler<SaxesTagPlain>): XmlReader => read({}, handler);

/**
 * A reader whose tags and attributes know the URIs of their namespaces (Namespaces in XML 1.0). A prefix without a namespace is a fault.
 * `fragment`: text may stand around the outermost element, and there may be several.
 */
export const readNamespaceXml = (handler: XmlHandler<SaxesTagNS>, { fragment = false } = {}): XmlReader =>
  read({ xmlns: true, fragment }, handler);

function read<Tag>(options: SaxesOptions, handler: XmlHandler<Tag>): XmlReader {
  const parser = new SaxesParser(options);
  let line = 1;
  parser.on('error', ({ message }) => handler.fault(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('opentagstart', () => {
    line = parser.line;
  });
  parser.on('opentag', (tag) => handler.open?.(tag as Tag, line));
  parser.on('closetag', (tag) => handler.close?.(tag as Tag));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('xmldecl', (declaration) => handler.declaration?.(declaration));
  parser.on('doctype', () => handler.doctype?.());
  return {
    get line() {
      return parser.line;
    },
    write: (chunk) => void parser.write(chunk),
    end: () => void parser.close(),
  };
}
