// Parses the XML of an invoice to elements with their lines.
import { readNamespaceXml } from '../../xml/read-xml.ts';
import { namespaces } from './structure.ts';

/** An element. The prefix is the usual one of its namespace, whatever the document writes. A foreign namespace never has a usual prefix. */
export interface XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without the text of its children. */
  readonly text: string;
  readonly line: number;
}

/** A fault of the XML. */
export interface XmlFault {
  readonly rule: 'xml-syntax' | 'xml-limit' | 'not-cii' | 'guideline';
  /** A sentence that begins with the line. */
  readonly message: string;
}

const mostDepth = 100;
/** Characters between two looks at the clock. */
const chunk = 1 << 20;

/** The names of other roots, by a part of their namespace. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^urn:oasis:names:specification:ubl:/, 'UBL, which a PDF cannot carry. Give Cross Industry Invoice (CII)'],
  [/^urn:ferd:/, 'ZUGFeRD 1.0, which is out of date. Give the XML of Factur-X or ZUGFeRD 2'],
  [
    /^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:/,
    `another edition of Cross Industry Invoice. Give ${namespaces.rsm}`,
  ],
];

const prefixes = new Map<string, string>(Object.entries(namespaces).map(([prefix, uri]) => [uri, prefix]));

class Refused extends Error {
  readonly fault: XmlFault;
  constructor(fault: XmlFault) {
    super(fault.message);
    this.fault = fault;
  }
}

type OpenElement = { -readonly [key in keyof XmlElement]: XmlElement[key] } & { children: XmlElement[] };

/** The outermost element of Cross Industry Invoice, or the fault of the XML. `checkTime` raises when time is up. */
export function parseXml(xml: string, checkTime: () => void): XmlElement | XmlFault {
  if (xml.trim() === '') return { rule: 'xml-syntax', message: 'The XML is empty.' };
  try {
    return parseElements(xml, checkTime);
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

function parseElements(xml: string, checkTime: () => void): XmlElement {
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  const refuse = (rule: XmlFault['rule'], what: string, at = reader.line): never => {
    throw new Refused({ rule, message: `Line ${at}: ${what}.` });
  };
  const reader = readNamespaceXml({
    fault: (message) => refuse('xml-syntax', message),
    declaration({ version, encoding }) {
      if (version !== '1.0') refuse('xml-syntax', `XML ${version} is not allowed. Write XML 1.0`);
      if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
        refuse('xml-syntax', `the encoding is UTF-8, and the XML says ${JSON.stringify(encoding)}`);
    },
    doctype: () => refuse('xml-syntax', 'a document type (<!DOCTYPE …>) is not allowed'),
    open({ name, uri, local, attributes }, line) {
      if (open.length === mostDepth) refuse('xml-limit', `elements are nested deeper than ${mostDepth}`);
      if (root === undefined && (uri !== namespaces.rsm || local !== 'CrossIndustryInvoice'))
        refuse('not-cii', explainRoot(name, uri));
      const one: OpenElement = {
        tag: tagOf(name, uri, local),
        attributes: Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.name, attribute.value])),
        children: [],
        text: '',
        line,
      };
      open.at(-1)?.children.push(one);
      root ??= one;
      open.push(one);
    },
    text(text) {
      const one = open.at(-1);
      if (one) one.text += text;
    },
    close: () => void open.pop(),
  });
  const half = /\p{Surrogate}/u.exec(xml);
  if (half) refuse('xml-syntax', 'half of a surrogate pair', xml.slice(0, half.index).split('\n').length);
  for (let at = 0; at < xml.length; at += chunk) {
    checkTime();
    reader.write(xml.slice(at, at + chunk));
  }
  reader.end();
  return root ?? refuse('xml-syntax', 'the XML has no element', 1);
}

function tagOf(name: string, uri: string, local: string): string {
  const prefix = prefixes.get(uri);
  if (prefix !== undefined) return `${prefix}:${local}`;
  // A reader of the invoice would not find such an element, so it must not pass for the usual one.
  return Object.hasOwn(namespaces, name.slice(0, -local.length - 1)) ? `{${uri}}${local}` : name;
}

/** The message about an outermost element other than `CrossIndustryInvoice`. */
function explainRoot(name: string, uri: string): string {
  const other = otherFormats.find(([pattern]) => pattern.test(uri))?.[1];
  return `<${name}> is ${other ?? `no Cross Industry Invoice. It must be CrossIndustryInvoice of the namespace ${namespaces.rsm}`}`;
}
