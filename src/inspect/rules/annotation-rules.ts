// Links, form fields and other annotations; actions and destinations.
import { asDict, type Dict, Name, Text, type Value } from '../../pdf-file/objects.ts';
import { walkTree } from '../../pdf-file/open-pdf.ts';
import { type PdfPage, readBox } from '../../pdf-file/pages.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { eachElement, type StructElem } from '../structure.ts';
import { a2and3, type Broken, brokenIf, type Rule } from './rule.ts';

interface Annotation {
  readonly dict: Dict;
  readonly type: string;
  readonly page: PdfPage;
  /** The element that holds it. */
  readonly holder: StructElem | undefined;
}

const cache = new WeakMap<OpenedPdf, readonly Annotation[]>();

function annotationsOf(opened: OpenedPdf): readonly Annotation[] {
  const known = cache.get(opened);
  if (known) return known;
  const holders = new Map<Dict, StructElem>();
  for (const element of opened.tree ? eachElement(opened.tree) : [])
    for (const kid of element.kids) if (kid.kind === 'object') holders.set(kid.object, element);
  const annotations = opened.pages.flatMap((page) =>
    page.dict.list('Annots').flatMap((value) => {
      const dict = asDict(value);
      return dict ? [{ dict, type: dict.name('Subtype') ?? '', page, holder: holders.get(dict) }] : [];
    }),
  );
  cache.set(opened, annotations);
  return annotations;
}

/** Hidden, or off the page: nobody meets it (ISO 14289-1, 7.18.1). */
function isHidden({ dict, page }: Annotation): boolean {
  if (((dict.number('F') ?? 0) & 2) !== 0) return true;
  const rect = readBox(dict, dict.get('Rect'));
  if (!rect) return false;
  const [left, bottom, right, top] = page.box;
  return rect[0] >= right || rect[1] >= top || rect[2] <= left || rect[3] <= bottom;
}

const ofAnnotations = (test: (annotation: Annotation, opened: OpenedPdf) => string | undefined | false) =>
  function* find(opened: OpenedPdf): Iterable<Broken> {
    for (const annotation of annotationsOf(opened)) {
      const message = test(annotation, opened);
      if (message) yield { message, page: annotation.page.number };
    }
  };

const roleOf = ({ holder }: Annotation): string => holder?.role.type ?? '';

/** All actions: of annotations, of the outline and at the opening. */
function* eachAction(opened: OpenedPdf): Generator<{ readonly action: Dict; readonly page: number | undefined }> {
  const seen = new Set<Dict>();
  const follow = function* (action: Dict | undefined, page: number | undefined): ReturnType<typeof eachAction> {
    if (!action || seen.has(action)) return;
    seen.add(action);
    yield { action, page };
    for (const next of action.rawItems('Next')) yield* follow(asDict(action.resolve(next)), page);
  };
  for (const { dict, page } of annotationsOf(opened)) yield* follow(dict.dict('A'), page.number);
  for (const entry of eachOutlineEntry(opened)) yield* follow(entry.dict('A'), undefined);
  const first = opened.file.catalog.get('OpenAction');
  yield* follow(Array.isArray(first) ? undefined : asDict(first as Value), undefined);
  for (const [, value] of walkTree(opened.file.catalog.dict('Names')?.dict('JavaScript'), 'Names'))
    yield* follow(asDict(opened.file.resolve(value)), undefined);
}

function* eachOutlineEntry({ file }: OpenedPdf): Generator<Dict> {
  const seen = new Set<Dict>();
  const open = [file.catalog.dict('Outlines')?.dict('First')];
  while (open.length > 0) {
    const entry = open.pop();
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    yield entry;
    open.push(entry.dict('Next'), entry.dict('First'));
  }
}

const allowedActions = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);
const allowedNames = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage']);

const types1 =
  'Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet';
const types2 = `${types1} Polygon PolyLine Caret FileAttachment Watermark Redact`;

const typeRule = (clauses: Rule['clauses'], allowed: string): Rule => ({
  clauses,
  says: 'Annotations are of a type that the standard allows.',
  find: ofAnnotations(({ type }) => !allowed.split(' ').includes(type) && `An annotation of the type ${type}`),
});

/** Whether a destination leads to an element of the structure tree. */
function isStructureDestination(value: Value, opened: OpenedPdf): boolean {
  let target = opened.file.resolve(value);
  if (target instanceof Text || target instanceof Name) return true; // looked at where it is defined
  const dict = asDict(target);
  if (dict?.has('SD')) return true;
  if (dict) target = dict.get('D');
  const first = Array.isArray(target) ? asDict(opened.file.resolve(target[0] as Value)) : undefined;
  return first?.has('S') === true && first.name('Type') !== 'Page';
}

export const annotationRules: readonly Rule[] = [
  {
    clauses: { 'UA-1': '7.18.1-1', 'UA-2': '8.9.2.3-1' },
    matterhorn: '28-002',
    says: 'An annotation other than a link or field stands in an Annot.',
    ofTags: true,
    find: ofAnnotations(
      (one) =>
        !['Widget', 'Link', 'PrinterMark', 'Popup'].includes(one.type) &&
        !isHidden(one) &&
        roleOf(one) !== 'Annot' &&
        `An annotation of the type ${one.type} stands in no Annot`,
    ),
  },
  {
    clauses: { 'UA-2': '8.10.2.3-1' },
    says: 'A form field without a label has a description in Contents.',
    find: ofAnnotations(
      (one) =>
        one.type === 'Widget' &&
        !one.dict.text('Contents') &&
        !one.holder?.kids.some((kid) => kid.kind === 'element' && kid.element.role.type === 'Lbl') &&
        'A form field has neither a label nor Contents',
    ),
  },
  {
    clauses: { 'UA-1': '7.18.1-3' },
    matterhorn: '28-005',
    says: 'A form field has a description.',
    ofTags: true,
    find: ofAnnotations(
      (one) =>
        one.type === 'Widget' &&
        !isHidden(one) &&
        !(one.dict.text('TU') ?? one.dict.dict('Parent')?.text('TU') ?? one.dict.text('Contents') ?? one.holder?.alt) &&
        'A form field has no description (TU)',
    ),
  },
  {
    clauses: { 'UA-1': '7.18.3-1', 'UA-2': '8.9.3.3-1' },
    matterhorn: '28-008',
    says: 'On a page with annotations, the tab key follows the structure.',
    ofTags: true,
    *find({ pages }) {
      for (const { dict, number } of pages)
        if (dict.list('Annots').length > 0 && dict.name('Tabs') !== 'S')
          yield { message: `The page has annotations, and Tabs is ${dict.name('Tabs') ?? 'missing'}`, page: number };
    },
  },
  {
    clauses: { 'UA-1': '7.18.4-1', 'UA-2': '8.10.1-1' },
    matterhorn: '28-010',
    says: 'A form field stands in a Form.',
    ofTags: true,
    find: ofAnnotations(
      (one) => one.type === 'Widget' && !isHidden(one) && roleOf(one) !== 'Form' && 'A form field stands in no Form',
    ),
  },
  {
    clauses: { 'UA-1': '7.18.5-1', 'UA-2': '8.2.5.20-1' },
    matterhorn: '28-011',
    says: 'A link stands in a Link.',
    ofTags: true,
    find: ofAnnotations(
      (one) =>
        one.type === 'Link' && !isHidden(one) && !['Link', 'Reference'].includes(roleOf(one)) && 'A link stands in no Link',
    ),
  },
  {
    clauses: { 'UA-1': '7.18.5-2' },
    matterhorn: '28-012',
    says: 'A link says in Contents where it leads.',
    ofTags: true,
    find: ofAnnotations((one) => one.type === 'Link' && !isHidden(one) && !one.dict.text('Contents') && 'A link has no Contents'),
  },
  {
    clauses: { 'UA-2': '8.8-1' },
    says: 'Destinations in the document are structure destinations.',
    *find(opened) {
      const targets: (readonly [Value, number | undefined])[] = [];
      for (const { dict, page } of annotationsOf(opened)) if (dict.has('Dest')) targets.push([dict.get('Dest'), page.number]);
      for (const entry of eachOutlineEntry(opened)) if (entry.has('Dest')) targets.push([entry.get('Dest'), undefined]);
      for (const { action, page } of eachAction(opened))
        if (action.name('S') === 'GoTo' && !action.has('SD')) targets.push([action.get('D'), page]);
      for (const [, value] of walkTree(opened.file.catalog.dict('Names')?.dict('Dests'), 'Names'))
        targets.push([value, undefined]);
      for (const [target, page] of targets)
        if (!isStructureDestination(target, opened)) yield { message: 'A destination leads to a page, not to an element', page };
    },
  },
  {
    clauses: { 'UA-2': '8.9.4.2-1' },
    says: 'Contents of an annotation and Alt of its element are equal.',
    find: ofAnnotations(({ dict, holder }) => {
      const contents = dict.text('Contents');
      return (
        contents !== undefined &&
        holder?.alt !== undefined &&
        contents !== holder.alt &&
        'Contents and Alt of an annotation differ'
      );
    }),
  },
  typeRule({ 'A-1': '6.5.2-1' }, types1),
  typeRule({ ...a2and3('6.3.1-1'), 'A-4': '6.3.1-1' }, types2),
  {
    clauses: { 'A-1': '6.5.3-2', ...a2and3('6.3.2-1'), 'A-4': '6.3.2-1' },
    says: 'Annotations are printed and not hidden.',
    find: ofAnnotations(({ dict, type }) => {
      const flags = dict.number('F');
      if (type === 'Popup') return undefined;
      return (
        (flags === undefined || (flags & 4) === 0 || (flags & 0b10_0011) !== 0) &&
        `A ${type} annotation is not printed, or hidden (F)`
      );
    }),
  },
  {
    clauses: { ...a2and3('6.3.3-1'), 'A-4': '6.3.3-1' },
    says: 'Annotations with a size have an appearance, but for links.',
    find: ofAnnotations(({ dict, type }) => {
      if (['Link', 'Popup'].includes(type) || dict.has('AP')) return undefined;
      const [x0, y0, x1, y1] = dict.list('Rect');
      return !(x0 === x1 && y0 === y1) && `A ${type} annotation has no appearance`;
    }),
  },
  {
    clauses: { 'A-1': '6.9-2' },
    says: 'Each form field has an appearance.',
    find: ofAnnotations(({ dict, type }) => type === 'Widget' && !dict.has('AP') && 'A form field has no appearance'),
  },
  {
    clauses: { 'A-1': '6.5.3-4', ...a2and3('6.3.3-2'), 'A-4': '6.3.3-2' },
    says: 'Appearances have only the entry N.',
    find: ofAnnotations(({ dict }) => {
      const appearance = dict.dict('AP');
      return (
        appearance !== undefined && [...appearance.entries.keys()].join() !== 'N' && 'An appearance has other entries than N'
      );
    }),
  },
  {
    clauses: { 'A-1': '6.6.1-1', ...a2and3('6.5.1-1'), 'A-4': '6.6.1-1' },
    says: 'Actions are of a type that the standard allows.',
    *find(opened) {
      for (const { action, page } of eachAction(opened))
        if (!allowedActions.has(action.name('S') ?? ''))
          yield { message: `An action of the type ${action.name('S') ?? 'unknown'}`, page };
    },
  },
  {
    clauses: { 'A-1': '6.6.1-2', ...a2and3('6.5.1-2'), 'A-4': '6.6.1-2' },
    says: 'Named actions turn pages only.',
    *find(opened) {
      for (const { action, page } of eachAction(opened))
        if (action.name('S') === 'Named' && !allowedNames.has(action.name('N') ?? ''))
          yield { message: `The named action ${action.name('N') ?? ''}`, page };
    },
  },
  {
    clauses: { 'A-1': '6.6.2-3', ...a2and3('6.5.2-1') },
    says: 'The catalog has no additional actions.',
    find: ({ file }) => brokenIf(file.catalog.has('AA'), 'The catalog has AA'),
  },
  {
    clauses: { 'A-1': '6.9-1', ...a2and3('6.4.1-3'), 'A-4': '6.4.1-2' },
    says: 'Viewers need not make the appearances of form fields.',
    find: ({ file }) => brokenIf(file.catalog.dict('AcroForm')?.boolean('NeedAppearances') === true, 'NeedAppearances is true'),
  },
  {
    clauses: { ...a2and3('6.4.2-1'), 'A-4': '6.4.2-1', 'UA-2': '8.10.1-3' },
    says: 'The form is no XFA form.',
    find: ({ file }) => brokenIf(file.catalog.dict('AcroForm')?.has('XFA') === true, 'The form is an XFA form'),
  },
];
