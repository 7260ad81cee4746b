// Checks XML that is an electronic invoice already, before it is attached as it is.
import { SaxesParser } from 'saxes';
import { profiles } from './profiles.ts';
import { type ProfileName, profileNames } from './terms.ts';

/** What is wrong with the XML. */
export interface XmlFault {
  readonly rule: 'xml-syntax' | 'xml-limit' | 'not-cii' | 'guideline';
  /** A sentence that begins with the line. */
  readonly message: string;
}

const mostDepth = 100;
/** Characters between two looks at the clock. */
const chunk = 1 << 20;

const cii = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
const ram = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const parts = ['ExchangedDocumentContext', 'ExchangedDocument', 'SupplyChainTradeTransaction'] as const;
const guidelinePath = ['CrossIndustryInvoice', parts[0], 'GuidelineSpecifiedDocumentContextParameter', 'ID'].join('/');

/** What other roots are called, by a part of their namespace. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^urn:oasis:names:specification:ubl:/, 'UBL, which a PDF cannot carry. Give Cross Industry Invoice (CII)'],
  [/^urn:ferd:/, 'ZUGFeRD 1.0, which is out of date. Give the XML of Factur-X or ZUGFeRD 2'],
  [/^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:/, `another edition of Cross Industry Invoice. Give ${cii}`],
];

class Refused extends Error {
  readonly fault: XmlFault;
  constructor(fault: XmlFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The profile that a Cross Industry Invoice names, or what is wrong with the XML. `checkTime` raises when time is up. */
export function readCii(xml: string, checkTime: () => void): { readonly profile: ProfileName } | XmlFault {
  if (xml.trim() === '') return { rule: 'xml-syntax', message: 'The XML is empty.' };
  try {
    return { profile: profileOf(xml, checkTime) };
  } catch (error) {
    if (error instanceof Refused) return error.fault;
    throw error;
  }
}

function profileOf(xml: string, checkTime: () => void): ProfileName {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const missing = new Set<string>(parts);
  const guidelines: { text: string; readonly line: number }[] = [];
  let inGuideline = false;
  const refuse = (rule: XmlFault['rule'], what: string, line = parser.line): never => {
    throw new Refused({ rule, message: `Line ${line}: ${what}.` });
  };
  parser.on('error', ({ message }) => refuse('xml-syntax', message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0') refuse('xml-syntax', `XML ${version} is not allowed. Write XML 1.0`);
    if (encoding !== undefined && encoding.toUpperCase() !== 'UTF-8')
      refuse('xml-syntax', `the encoding is UTF-8, and the XML says ${JSON.stringify(encoding)}`);
  });
  parser.on('doctype', () => refuse('xml-syntax', 'a document type (<!DOCTYPE …>) is not allowed'));
  parser.on('opentag', ({ name, uri, local }) => {
    if (path.length === mostDepth) refuse('xml-limit', `elements are nested deeper than ${mostDepth}`);
    if (path.length === 0 && (uri !== cii || local !== 'CrossIndustryInvoice')) refuse('not-cii', explainRoot(name, uri));
    if (path.length === 1 && uri === cii) missing.delete(local);
    path.push(local);
    inGuideline = path.length === 4 && uri === ram && path.join('/') === guidelinePath;
    if (inGuideline) guidelines.push({ text: '', line: parser.line });
  });
  const add = (text: string) => {
    if (inGuideline) guidelines.at(-1)!.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    path.pop();
    inGuideline = false;
  });
  const half = /\p{Surrogate}/u.exec(xml);
  if (half) refuse('xml-syntax', 'half of a surrogate pair', xml.slice(0, half.index).split('\n').length);
  for (let at = 0; at < xml.length; at += chunk) {
    checkTime();
    parser.write(xml.slice(at, at + chunk));
  }
  parser.close();
  if (missing.size > 0) refuse('not-cii', `the XML has no ${[...missing].join(', ')}`, 1);
  return readGuideline(guidelines, refuse);
}

/** What the outermost element is instead of `CrossIndustryInvoice`. */
function explainRoot(name: string, uri: string): string {
  const other = otherFormats.find(([pattern]) => pattern.test(uri))?.[1];
  return `<${name}> is ${other ?? `no Cross Industry Invoice. It must be CrossIndustryInvoice of the namespace ${cii}`}`;
}

function readGuideline(
  guidelines: readonly { readonly text: string; readonly line: number }[],
  refuse: (rule: XmlFault['rule'], what: string, line: number) => never,
): ProfileName {
  const [guideline, second] = guidelines;
  if (guideline === undefined) return refuse('guideline', `the XML names no profile: ${guidelinePath} is missing`, 1);
  if (second !== undefined) return refuse('guideline', 'the XML names a second profile', second.line);
  const given = guideline.text.trim();
  const found = profileNames.find((name) => profiles[name].specification === given);
  const known = profileNames.map((name) => `${profiles[name].specification} (${name})`).join(', ');
  return (
    found ??
    refuse('guideline', `${JSON.stringify(given.slice(0, 200))} is no known profile. There are: ${known}`, guideline.line)
  );
}
