// Checks a page of another file against the standards of the document, with the rules by which pdfgen checks whole files.
import { Buffer } from 'node:buffer';
import { claimedStandards } from '../../inspect/check-pdf.ts';
import { logPaint } from '../../inspect/content/paint-log.ts';
import type { OpenedPdf } from '../../inspect/opened-pdf.ts';
import { contentRules } from '../../inspect/rules/content-rules.ts';
import { valueRules } from '../../inspect/rules/file-rules.ts';
import { fontRules } from '../../inspect/rules/font-rules.ts';
import { graphicsRules } from '../../inspect/rules/graphics-rules.ts';
import type { Rule } from '../../inspect/rules/rule.ts';
import { asDict, Dict, Name, Ref, Stream, UnreadablePdf, type Value } from '../../pdf-file/objects.ts';
import type { PdfPage } from '../../pdf-file/pages.ts';
import type { Standard } from '../standard.ts';
import type { ForeignBreach } from './foreign-page.ts';
import type { OpenFile, ReadyPage } from './ready-page.ts';

/** Most faults that a message lists. */
const mostTold = 3;
/** Most objects that a page uses. */
const maxObjects = 200_000;

/** Every rule that a page breaks, as a breach for its fonts and one for the rest. Raises UnreadablePdf. */
export function findBreaches(page: ReadyPage, file: OpenFile, standard: Standard): readonly ForeignBreach[] {
  file.room.renew();
  const opened = openAlone(page, file, standard);
  const standards = claimedStandards(opened.claims);
  const broken = (rules: readonly Rule[]): readonly string[] =>
    rules
      .filter(({ clauses }) => standards.some((one) => clauses[one] !== undefined))
      .flatMap((rule) => tellOfRule([...rule.find(opened)].map(({ message }) => message)));
  const fonts = broken(fontRules);
  const content = [
    // Marks of the structure are taken out when a page is copied.
    ...broken([...graphicsRules, ...valueRules, ...contentRules.filter(({ ofTags, clauses }) => !ofTags && !clauses.Tagged)]),
    ...new Set(standard.archive ? findUnchecked(opened, file, standard.archive.part) : []),
  ];
  return [
    ...(fonts.length > 0 ? [{ rule: 'foreign-font' as const, message: tell(fonts) }] : []),
    ...(content.length > 0 ? [{ rule: 'foreign-content' as const, message: tell(content) }] : []),
  ];
}

/** The first fault stands for all that break the same rule. */
function tellOfRule(found: readonly string[]): readonly string[] {
  const [first, ...others] = new Set(found);
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first} (and ${others.length} more like it)`];
}

function tell(found: readonly string[]): string {
  const more = found.length - mostTold;
  return found.slice(0, mostTold).join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** What PDF/A has rules for that pdfgen does not check. */
function* findUnchecked({ file: { objects } }: OpenedPdf, { plain }: OpenFile, part: number): Iterable<string> {
  const events = plain.catalog.dict('OCProperties')?.dict('D')?.list('AS').length ?? 0;
  for (const [, value] of objects()) {
    const dict = asDict(value);
    const type = dict?.name('Type');
    if (type === 'OCG' && part === 1) yield 'The page has layers, which PDF/A-1 does not know';
    if (type === 'OCG' && events > 0) yield 'The page has layers that viewers show or hide by themselves';
    if (!(value instanceof Stream)) continue;
    if (dict?.name('Subtype') === 'PS' || dict?.name('Subtype2') === 'PS') yield 'The page holds PostScript';
    if (namesOf(value.dict).includes('JPXDecode')) yield 'A picture is JPEG 2000, which pdfgen does not check';
  }
}

const namesOf = (dict: Dict): readonly string[] =>
  dict.rawItems('Filter').flatMap((one) => {
    const name = dict.resolve(one);
    return name instanceof Name ? [name.name] : [];
  });

/** The page as if it were all of a file of the standard. */
function openAlone(page: ReadyPage, { plain }: OpenFile, { archive, accessible }: Standard): OpenedPdf {
  const pages = [page.source, ...page.annotations.map(({ stream }): PdfPage => asPage(stream, page.source))];
  const catalog = new Dict(new Map(archive ? [['OutputIntents', [outputIntent(plain.resolve)] as Value]] : []), plain.resolve);
  const claims = {
    ua: accessible,
    a: archive && { part: archive.part, level: archive.level ?? '' },
    invoice: undefined,
  };
  const file = { ...plain, catalog, objects: () => reach(page, plain.resolve) };
  return { file, pages, xmp: undefined, claims, tree: undefined, log: logPaint(pages, plain.room) };
}

/** An appearance paints as the content of a page does. */
function asPage(stream: Stream, page: PdfPage): PdfPage {
  const { dict } = stream;
  const content = new Dict(new Map([...dict.entries, ['Contents', stream]]), dict.resolve.bind(dict));
  return { ...page, dict: content, resources: dict.dict('Resources') };
}

/** The output intent of pdfgen's documents, as far as the rules look at it: a profile of a monitor, in RGB. */
function outputIntent(resolve: OpenFile['plain']['resolve']): Dict {
  const header = Buffer.alloc(128);
  header[8] = 2;
  header.write('mntrRGB ', 12, 'latin1');
  const profile = new Stream(new Dict(new Map([['N', 3]]), resolve), () => header);
  const entries: [string, Value][] = [
    ['S', new Name('GTS_PDFA1')],
    ['DestOutputProfile', profile],
  ];
  return new Dict(new Map(entries), resolve);
}

/** The objects that are copied with a page. Raises UnreadablePdf. */
function* reach({ source, annotations }: ReadyPage, resolve: OpenFile['plain']['resolve']): Iterable<readonly [Ref, Value]> {
  const seen = new Set<Value>();
  // Its content is packed anew.
  const open: Value[] = [source.resources ?? null, source.dict.get('Group')];
  for (const { stream } of annotations) open.push(stream);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const found = resolve(value);
    if (typeof found !== 'object' || found === null || seen.has(found)) continue;
    seen.add(found);
    if (seen.size > maxObjects) throw new UnreadablePdf(`uses more than ${maxObjects} values on page ${source.number}`);
    // The rules look into the values of an object themselves. They do not follow references.
    if (found instanceof Dict || found instanceof Stream) yield [new Ref(0, 0), found];
    if (Array.isArray(found)) open.push(...(found as readonly Value[]));
    else for (const one of asDict(found)?.entries.values() ?? []) open.push(one);
  }
}
