// The standards that a document can keep: their names, which of them go together, and the rules that a document can break.
import type { JsonSchema } from './schema.ts';

/** ISO 19005 (PDF/A) for archives, ISO 14289 (PDF/UA) for everybody who does not see the page. */
export const standardNames = [
  'PDF/A-1a',
  'PDF/A-1b',
  'PDF/A-2a',
  'PDF/A-2b',
  'PDF/A-2u',
  'PDF/A-3a',
  'PDF/A-3b',
  'PDF/A-3u',
  'PDF/A-4',
  'PDF/A-4f',
  'PDF/UA-1',
  'PDF/UA-2',
] as const;

/** The name of a standard that documents can keep, such as `PDF/A-3b`. */
export type StandardName = (typeof standardNames)[number];

/** The parts of PDF/A that each part of PDF/UA goes with: both are written in the same version of PDF. */
const partners = { 'PDF/UA-1': ['PDF/A-1', 'PDF/A-2', 'PDF/A-3'], 'PDF/UA-2': ['PDF/A-4'] } as const;

/** One standard, or two. Names are read without regard to upper and lower case. */
export const standardOption = {
  type: ['string', 'array'],
  items: { type: 'string' },
  'x-standard': 'template',
  examples: standardNames,
  description:
    'The standard that the document keeps: `PDF/A-2b`, or a list of two such as `["PDF/A-2a", "PDF/UA-1"]`. A document that breaks the standard is not made (STANDARD_BREACH).',
} as const satisfies JsonSchema;

/** The standard of a call: a name, two names, or `none`. It overrides the standard of the template. */
export const askedStandard = {
  ...standardOption,
  'x-standard': 'call',
  description: `${standardOption.description} \`none\`: the document keeps no standard. Default: \`document.standard\` of the template.`,
} as const satisfies JsonSchema;

/** The standards that a value names, or what is wrong with the value. */
export type ReadStandards = { readonly names: readonly StandardName[] } | { readonly fault: string };

/** Reads a name or a list of names. `of`: a call may also give `none`. */
export function readStandards(given: unknown, of: 'template' | 'call' = 'template'): ReadStandards {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (of === 'call' && list.some(isNone))
    return list.length === 1 ? { names: [] } : { fault: '"none" stands alone: leave it out, or leave the other names out' };
  if (list.length === 0) return { fault: `must name a standard: ${standardNames.join(', ')}` };
  const names: StandardName[] = [];
  for (const one of list) {
    const name = standardNames.find((known) => known.toLowerCase() === String(one).trim().toLowerCase());
    if (name === undefined) return { fault: explainUnknown(one, of) };
    if (!names.includes(name)) names.push(name);
  }
  const fault = names.length > 1 ? findPairFault(names) : undefined;
  return fault === undefined ? { names: names.sort() } : { fault };
}

/** Reads what a command line has: a name, two with a comma between, or `none`. */
export function readStandardText(text: string): ReadStandards {
  return readStandards(text.split(','), 'call');
}

/** The text of standards that were read from a call. */
export const toStandardText = (names: readonly StandardName[]): string => names.join() || 'none';

const isNone = (given: unknown): boolean => String(given).trim().toLowerCase() === 'none';

/** `PDFA-2B` and `a2b` are near enough to name the standard that is meant, and `PDF/A-3` names a part. */
function explainUnknown(given: unknown, of: 'template' | 'call'): string {
  const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]|pdf|iso/g, '');
  const shown = JSON.stringify(given)?.slice(0, 60);
  const wanted = bare(String(given));
  if (/^(?:zugferd|facturx|xrechnung)/.test(wanted))
    return `${shown} is no standard here: the "invoice" of a template makes it, in a document of PDF/A-3; did you mean "PDF/A-3b"?`;
  const meant = standardNames.find((name) => bare(name) === wanted) ?? usualLevels[wanted];
  if (meant !== undefined) return `${shown} is no standard here; did you mean "${meant}"?`;
  if (isNone(given)) return `${shown} is no standard: leave "standard" out of the template`;
  return `${shown} is no standard here; there are ${standardNames.join(', ')}${of === 'call' ? ', and none' : ''}`;
}

/** The level that most people mean by a part alone. */
const usualLevels: Readonly<Record<string, StandardName>> = {
  a: 'PDF/A-2b',
  a1: 'PDF/A-1b',
  a2: 'PDF/A-2b',
  a3: 'PDF/A-3b',
  ua: 'PDF/UA-1',
  '19005': 'PDF/A-2b',
  '14289': 'PDF/UA-1',
};

function findPairFault(names: readonly StandardName[]): string | undefined {
  const accessible = names.find((name) => name in partners) as keyof typeof partners | undefined;
  const others = names.filter((name) => name !== accessible);
  const goesWith = (name: StandardName) => accessible !== undefined && partners[accessible].some((part) => name.startsWith(part));
  if (others.length === 1 && goesWith(others[0]!)) return undefined;
  const pairs = Object.entries(partners).map(([name, parts]) => {
    const archives = standardNames.filter((one) => parts.some((part) => one.startsWith(part)));
    return `${name} with ${archives.slice(0, -1).join(', ')} or ${archives.at(-1)}`;
  });
  return `${names.join(' and ')} do not go together. A document keeps one standard, or ${pairs.join('; or ')}`;
}

interface Rule {
  /** The standards with the rule, by the beginnings of their names. */
  readonly under: readonly string[];
  /** A standard that they would name as well, and that has another rule. */
  readonly not?: StandardName;
  /** What breaks the rule, and what to do. */
  readonly help: string;
}

/** Each rule that a template or its data can break. What every document of a standard needs besides is written without being asked for. */
export const standardRules = {
  'alternative-text': {
    under: ['PDF/UA'],
    help: 'An image, a barcode or another figure has no `alt`. Describe it with `alt`; `"alt": ""` makes it decoration. Or a field has no `alt` that says what is filled in.',
  },
  annotation: {
    under: ['PDF/A-1a'],
    help: 'The document has an `annotation`. PDF/A-1a has no structure type for it, which screen readers need. Choose PDF/A-1b or PDF/A-2a.',
  },
  attachment: {
    under: ['PDF/A-1', 'PDF/A-2', 'PDF/A-4'],
    not: 'PDF/A-4f',
    help: 'The standard does not allow an attachment. PDF/A-1 allows none, PDF/A-2 only PDF/A-1 and 2, PDF/A-4 only PDF/A-1, 2 and 4. PDF/A-3 and PDF/A-4f allow every file.',
  },
  'attachment-missing': {
    under: ['PDF/A-4f'],
    help: 'The document has no attachment. Add one to `document.attachments`, or choose PDF/A-4.',
  },
  'attachment-description': {
    under: ['PDF/UA-2'],
    help: 'An attachment does not say what it is. Set its `description`.',
  },
  'color-profile': {
    under: ['PDF/A'],
    help: 'An image has CMYK colours without a colour profile that says how they look. Save the image with its profile, or in RGB.',
  },
  encryption: {
    under: ['PDF/A'],
    help: 'The document is encrypted, by `document.encryption` or by passwords of the call. An archive must be able to open it: leave the encryption out.',
  },
  'font-embedded': {
    under: ['PDF/'],
    help: 'A text uses one of the standard fonts of PDF, such as Helvetica, which is not in the file. Use `noto-sans`, which ships with pdfgen, or a font file.',
  },
  'foreign-content': {
    under: ['PDF/'],
    help: 'A page of another PDF (`pdf`) has something that the standard does not allow, or that pdfgen cannot check: transparency in PDF/A-1, colours of printers without a profile, data packed by LZW. The message says what. Save the PDF in the same standard.',
  },
  'foreign-font': {
    under: ['PDF/'],
    help: 'A font on a page of another PDF (`pdf`) is not embedded, or differs from what its file says of it. The message names the font. Save the PDF with embedded fonts, or in the same standard.',
  },
  'glyph-missing': {
    under: ['PDF/'],
    help: "No font has a glyph for a character. Add a font with this character to the `fallback` of the text's family.",
  },
  'heading-level': {
    under: ['PDF/UA-1'],
    help: 'The first heading is not of level 1, or a heading skips a level: a `heading3` right after a `heading1`. Change its `role`.',
  },
  'image-depth': {
    under: ['PDF/A-1'],
    help: 'An image has 16 bits a sample, which came with a later version of PDF. Save it with 8 bits a sample.',
  },
  'image-transparency': {
    under: ['PDF/A-1'],
    help: 'An image has an alpha channel, and transparency is not allowed. Save it without an alpha channel, or choose PDF/A-2 or later.',
  },
  information: {
    under: ['PDF/A-4', 'PDF/UA-2'],
    help: 'The document has entries of `document.metadata.info`, and the standard is PDF 2.0 with metadata in XMP only. Move them to `document.metadata.xmp`.',
  },
  language: {
    under: ['PDF/UA'],
    help: 'The document has no language, or an unknown one. Set `document.lang`, or the `locale` of the template.',
  },
  'language-form': {
    under: ['PDF/A-1a'],
    help: 'A language has a part with digits, such as `es-419`, which PDF/A-1 does not know. Leave this part out, or choose PDF/A-2 or later.',
  },
  'page-size': { under: ['PDF/A-2', 'PDF/A-3'], help: 'A page is smaller than 3 pt. Make it larger.' },
  pages: { under: ['PDF/A-1'], help: 'The document has more than 8,191 pages. Choose PDF/A-2 or later.' },
  'private-character': {
    under: ['PDF/A-2a', 'PDF/A-3a', 'PDF/UA-2'],
    help: 'A text, an `alt`, a bookmark or the title has a character of the private use area, which means nothing outside of its font. In a text, use an image with `alt` instead; elsewhere, say it in words.',
  },
  'profile-version': {
    under: ['PDF/A-1'],
    help: 'The colour profile of a CMYK image has a later version than 2. Save the image in RGB, or choose PDF/A-2 or later.',
  },
  tags: {
    under: ['PDF/A-1a', 'PDF/A-2a', 'PDF/A-3a', 'PDF/UA'],
    help: 'The document has no tags. Remove `"tagged": false` from `document`.',
  },
  'text-length': {
    under: ['PDF/A-1', 'PDF/A-2', 'PDF/A-3'],
    help: 'A text outside of the pages has more than 32,767 bytes (65,535 in PDF/A-1): the title or other metadata, an `alt`, a bookmark, a link, a label, a description, an annotation. A character beyond ASCII makes each character of the text take two bytes. Shorten the text.',
  },
  'toc-target': {
    under: ['PDF/UA-2'],
    help: 'An entry of a component with the role `toc` does not lead to its place. Give the entry a `link` to an anchor, such as `#terms`.',
  },
  title: { under: ['PDF/UA'], help: 'The document has no title. Set `document.title`.' },
  transparency: {
    under: ['PDF/A-1'],
    help: 'A component has an `opacity` below 1, or a colour font draws half transparent characters, and transparency is not allowed. Leave it out, use a lighter colour, or choose PDF/A-2 or later.',
  },
} as const satisfies Record<string, Rule>;

/** The name of a rule of a standard. */
export type StandardRule = keyof typeof standardRules;

/** The standard of the document that has the rule; undefined: none has it. */
export function findStandardWith(rule: StandardRule, names: readonly StandardName[]): StandardName | undefined {
  const { under, not }: Rule = standardRules[rule];
  return names.find((name) => name !== not && under.some((part) => name.startsWith(part)));
}

/** A fault of a standard as a sentence. */
export const standardSentence = (fault: string): string => (fault.endsWith('?') ? fault : `${fault}.`);
