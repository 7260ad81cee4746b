// The structure tree: which elements it may have, and how they may stand in each other.
import type { Dict } from '../../pdf-file/objects.ts';
import { asDict, Ref } from '../../pdf-file/objects.ts';
import { walkTree } from '../../pdf-file/open-pdf.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { textWithin } from '../read-aloud.ts';
import { eachElement, kidsOf, parentOf, type StructElem } from '../structure.ts';
import { type Broken, brokenIf, type Rule } from './rule.ts';

type Test = (element: StructElem, opened: OpenedPdf) => string | undefined;

/** A rule about each element of some types; the test gives what is wrong. */
export const ofElements = (types: readonly string[] | undefined, rule: Omit<Rule, 'find' | 'ofTags'>, test: Test): Rule => ({
  ...rule,
  ofTags: true,
  *find(opened) {
    for (const element of opened.tree ? eachElement(opened.tree) : []) {
      if (types && !types.includes(element.role.type ?? '')) continue;
      const message = test(element, opened);
      if (message !== undefined) yield { message, page: element.page };
    }
  },
});

export const typeOf = (element: StructElem | undefined): string => element?.role.type ?? '';

/** A clause of PDF/UA-1 and its checkpoint in the Matterhorn protocol. */
type UaRule = readonly [clause: string, matterhorn: string];

/** Elements of a type hold only elements of these types. */
export const mayHold = (type: string, kids: readonly string[], [clause, matterhorn]: UaRule): Rule =>
  ofElements([type], { clauses: { 'UA-1': clause }, matterhorn, says: `${type} holds only ${kids.join(', ')}.` }, (element) => {
    const strange = kidsOf(element).find((kid) => !kids.includes(typeOf(kid)));
    return strange && `${type} holds ${strange.type}`;
  });

/** Elements of a type stand only in elements of these types. */
export const mustStandIn = (type: string, parents: readonly string[], [clause, matterhorn]: UaRule): Rule =>
  ofElements([type], { clauses: { 'UA-1': clause }, matterhorn, says: `${type} stands in ${parents.join(', ')}.` }, (element) => {
    const parent = parentOf(element);
    return parents.includes(typeOf(parent)) ? undefined : `${type} stands in ${parent?.type ?? 'no element'}`;
  });

/** The types of the elements in an element. Groups without a meaning of their own stand for what they hold. */
const flatKids = (element: StructElem): string[] =>
  kidsOf(element).flatMap((kid) => (/^(?:Div|Part|NonStruct)$/.test(typeOf(kid)) ? flatKids(kid) : [typeOf(kid)]));

const needsLanguage: Rule = {
  clauses: { 'UA-1': '7.2-34' },
  matterhorn: '11-001',
  says: 'The language of each text is known.',
  ofTags: true,
  *find({ file, tree }) {
    if ((file.catalog.text('Lang') ?? '') !== '' || !tree) return;
    for (const element of eachElement(tree)) {
      let at: StructElem | undefined = element;
      while (at && at.lang === undefined) at = at.parent;
      if (!at && element.kids.some(({ kind }) => kind === 'content'))
        yield { message: `${element.type} has text in no language`, page: element.page };
    }
  },
};

const headingLevel = (element: StructElem): number | undefined => {
  const level = /^H(\d+)$/.exec(typeOf(element))?.[1];
  return level === undefined ? undefined : Number(level);
};

function* findSkippedLevels({ tree }: OpenedPdf): Iterable<Broken> {
  let before = 0;
  for (const element of tree ? eachElement(tree) : []) {
    const level = headingLevel(element);
    if (level === undefined) continue;
    if (level > before + 1)
      yield {
        message: before === 0 ? `The first heading is H${level}, not H1` : `H${level} follows H${before}`,
        page: element.page,
      };
    before = level;
  }
}

const language = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/;

/** Whether an element, or an element in it, has a reference. */
const refersOn = (element: StructElem): boolean => element.dict.has('Ref') || kidsOf(element).some(refersOn);

export const tagRules: readonly Rule[] = [
  {
    clauses: { 'UA-1': '6.2-1', 'UA-2': '6.2-1', 'A-1a': '6.8.2.2-1', 'A-2a': '6.7.2.2-1', 'A-3a': '6.7.2.2-1' },
    says: 'The file is marked as tagged.',
    ofTags: true,
    find: ({ file }) => brokenIf(file.catalog.dict('MarkInfo')?.boolean('Marked') !== true, 'Marked of MarkInfo is not true'),
  },
  {
    clauses: { 'UA-1': '7.1-4' },
    matterhorn: '01-007',
    says: 'The tags are not suspect.',
    ofTags: true,
    find: ({ file }) => brokenIf(file.catalog.dict('MarkInfo')?.boolean('Suspects') === true, 'Suspects of MarkInfo is true'),
  },
  {
    clauses: { 'UA-1': '7.1-11', 'UA-2': '8.2.1-1', 'A-1a': '6.8.3.3-1', 'A-2a': '6.7.3.3-1', 'A-3a': '6.7.3.3-1' },
    says: 'The file has a structure tree.',
    find: ({ tree }) => brokenIf(!tree || tree.kids.length === 0, 'The file has no tags'),
  },
  ofElements(
    undefined,
    { clauses: { 'UA-1': '7.1-12', 'UA-2': '8.2.1-2' }, says: 'Each element names its parent.' },
    (element, { tree }) =>
      element.dict.dict('P') === (element.parent?.dict ?? tree!.root)
        ? undefined
        : `${element.type} names another parent than it has`,
  ),
  ofElements(
    undefined,
    {
      clauses: { 'UA-1': '7.1-5', 'UA-2': '8.2.4-1', 'A-1a': '6.8.3.4-1', 'A-2a': '6.7.3.4-1', 'A-3a': '6.7.3.4-1' },
      matterhorn: '02-001',
      says: 'Each type is a standard type, or is mapped to one.',
    },
    ({ type, role }) => (role.type === undefined && !role.isCircular ? `${type} is no standard type` : undefined),
  ),
  ofElements(
    undefined,
    {
      clauses: { 'UA-1': '7.1-6', 'UA-2': '8.2.4-2', 'A-1a': '6.8.3.4-2', 'A-2a': '6.7.3.4-2', 'A-3a': '6.7.3.4-2' },
      matterhorn: '02-003',
      says: 'No role map goes round in a circle.',
    },
    ({ type, role }) => (role.isCircular ? `The role map of ${type} goes round in a circle` : undefined),
  ),
  ofElements(
    undefined,
    {
      clauses: { 'UA-1': '7.1-7', 'UA-2': '8.2.4-4', 'A-2a': '6.7.3.4-3', 'A-3a': '6.7.3.4-3' },
      matterhorn: '02-004',
      says: 'No standard type is mapped to another type.',
    },
    ({ type, role }) => (role.isRemapped ? `The standard type ${type} is mapped to another` : undefined),
  ),
  {
    clauses: { Tagged: '14.7.5.4' },
    says: 'The parent tree leads from content and annotations back to their elements.',
    find: findParentFaults,
  },
  {
    clauses: { 'UA-2': '8.2.5.2-1' },
    says: 'One Document of PDF 2.0 stands below the root.',
    find: ({ tree }) =>
      brokenIf(
        tree !== undefined &&
          !(tree.kids.length === 1 && typeOf(tree.kids[0]) === 'Document' && tree.kids[0]!.role.namespace === '2.0'),
        'Another element than one Document of PDF 2.0 stands below the root',
      ),
  },
  ofElements(['H'], { clauses: { 'UA-2': '8.2.5.12-1' }, says: 'No element is an H.' }, () => 'H is no longer allowed'),
  ofElements(undefined, { clauses: { 'UA-2': '8.2.5.14-1' }, says: 'Notes are FENote.' }, ({ type, role }) =>
    role.type === 'Note' && role.namespace === '1.7' ? `${type} is a Note of PDF 1.7` : undefined,
  ),
  {
    clauses: { 'UA-2': '8.2.5.14-2' },
    says: 'A note refers back to each place that refers to it.',
    *find({ tree }) {
      const elements = tree ? [...eachElement(tree)] : [];
      const refers = (from: Dict, to: Dict) => from.list('Ref').some((one) => asDict(one) === to);
      const places = elements.filter(({ dict }) => dict.has('Ref'));
      for (const note of elements.filter((one) => typeOf(one) === 'FENote'))
        if (places.some(({ dict }) => refers(dict, note.dict) && !refers(note.dict, dict)))
          yield { message: 'A place refers to FENote, which does not refer back', page: note.page };
    },
  },
  ofElements(['FENote'], { clauses: { 'UA-2': '8.2.5.14-3' }, says: 'A place that a note refers to refers back.' }, ({ dict }) =>
    dict.list('Ref').every(
      (place) =>
        asDict(place)
          ?.list('Ref')
          .some((back) => asDict(back) === dict) === true,
    )
      ? undefined
      : 'FENote refers to a place that does not refer back',
  ),
  ofElements(['FENote'], { clauses: { 'UA-2': '8.2.5.14-4' }, says: 'The type of a note is known.' }, ({ attributes }) => {
    const kind = attributes.FENote?.NoteType ?? 'None';
    return ['Footnote', 'Endnote', 'None'].includes(String(kind)) ? undefined : `FENote is of the type ${String(kind)}`;
  }),
  ofElements(
    ['TOCI'],
    { clauses: { 'UA-2': '8.2.5.8-1' }, says: 'An entry of a table of contents refers to its place.' },
    (element) => (refersOn(element) ? undefined : 'TOCI refers to no place'),
  ),
  {
    clauses: { 'UA-1': '7.2-29', 'UA-2': '8.4.4-2', 'A-1a': '6.8.4-1', 'A-2a': '6.7.4-1', 'A-3a': '6.7.4-1' },
    says: 'Languages are written as language tags.',
    ofTags: true,
    *find({ file, log, tree }) {
      const catalogLanguage = file.catalog.text('Lang') ?? '';
      if (catalogLanguage !== '' && !language.test(catalogLanguage)) yield { message: `"${catalogLanguage}" is no language tag` };
      for (const { lang = '', page } of tree ? eachElement(tree) : [])
        if (lang !== '' && !language.test(lang)) yield { message: `"${lang}" is no language tag`, page };
      for (const [properties, page] of log.properties) {
        const lang = properties.text('Lang') ?? '';
        if (lang !== '' && !language.test(lang)) yield { message: `"${lang}" is no language tag`, page };
      }
    },
  },
  needsLanguage,
  {
    clauses: { 'UA-1': '7.2-2' },
    matterhorn: '11-003',
    says: 'The language of the outline is known.',
    find: ({ file }) =>
      brokenIf(
        file.catalog.dict('Outlines')?.has('First') === true && (file.catalog.text('Lang') ?? '') === '',
        'The outline is in no language',
      ),
  },
  mustStandIn('LI', ['L'], ['7.2-17', '09-005']),
  mustStandIn('LBody', ['LI'], ['7.2-18', '09-005']),
  mayHold('L', ['L', 'LI', 'Caption'], ['7.2-19', '09-005']),
  mayHold('LI', ['Lbl', 'LBody'], ['7.2-20', '09-005']),
  mustStandIn('TOCI', ['TOC'], ['7.2-26', '09-006']),
  mayHold('TOC', ['TOC', 'TOCI', 'Caption'], ['7.2-27', '09-006']),
  ofElements(
    ['L', 'TOC'],
    { clauses: { 'UA-1': '7.2-40' }, matterhorn: '09-005', says: 'A caption of a list is its first element.' },
    (element) =>
      kidsOf(element)
        .slice(1)
        .some((kid) => typeOf(kid) === 'Caption')
        ? `The caption of ${element.type} is not its first element`
        : undefined,
  ),
  ofElements(
    undefined,
    { clauses: { 'UA-2': '8.2.5.27-1' }, says: 'A caption is the first or last element of what holds it.' },
    (element) =>
      flatKids(element).slice(1, -1).includes('Caption') ? `The caption in ${element.type} is neither first nor last` : undefined,
  ),
  ofElements(['L'], { clauses: { 'UA-2': '8.2.5.25-1' }, says: 'A list with labels names its numbering.' }, (element) =>
    (element.attributes.List?.ListNumbering ?? 'None') === 'None' &&
    kidsOf(element).some((item) => kidsOf(item).some((kid) => typeOf(kid) === 'Lbl'))
      ? 'The list has labels, but no ListNumbering'
      : undefined,
  ),
  ofElements(['LI'], { clauses: { 'UA-2': '8.2.5.25-2' }, says: 'Content of an item stands in its label or body.' }, (element) =>
    element.kids.some(({ kind }) => kind === 'content') ? 'LI holds content itself' : undefined,
  ),
  ofElements(
    ['Figure'],
    { clauses: { 'UA-1': '7.3-1', 'UA-2': '8.2.5.28.2-1' }, matterhorn: '13-004', says: 'A figure has an alternative text.' },
    ({ alt, actualText }) => (alt || actualText !== undefined ? undefined : 'Figure has no alternative text'),
  ),
  ofElements(
    ['Formula'],
    { clauses: { 'UA-1': '7.7-1' }, matterhorn: '17-002', says: 'A formula has an alternative text.' },
    ({ alt, actualText }) => (alt || actualText !== undefined ? undefined : 'Formula has no alternative text'),
  ),
  {
    clauses: { 'UA-1': '7.4.2-1' },
    matterhorn: '14-003',
    says: 'The first heading is H1, and no level is skipped.',
    find: findSkippedLevels,
  },
  ofElements(
    undefined,
    { clauses: { 'UA-1': '7.4.4-1' }, matterhorn: '14-006', says: 'An element holds at most one H.' },
    (element) =>
      kidsOf(element).filter((kid) => typeOf(kid) === 'H').length > 1 ? `${element.type} holds more than one H` : undefined,
  ),
  {
    clauses: { 'UA-1': '7.4.4-2' },
    matterhorn: '14-007',
    says: 'Headings are either H, or H1 to H6.',
    ofTags: true,
    find({ tree }) {
      const types = new Set(tree ? [...eachElement(tree)].map(typeOf) : []);
      return brokenIf(
        types.has('H') && [...types].some((type) => /^H\d/.test(type)),
        'The file has both H and numbered headings',
      );
    },
  },
  ofElements(['Note'], { clauses: { 'UA-1': '7.9-1' }, matterhorn: '19-003', says: 'A note has an ID.' }, ({ id }) =>
    id ? undefined : 'Note has no ID',
  ),
  {
    clauses: { 'UA-1': '7.9-2' },
    matterhorn: '19-004',
    says: 'No two elements have the same ID.',
    ofTags: true,
    *find({ tree }) {
      const seen = new Set<string>();
      for (const { id, page } of tree ? eachElement(tree) : []) {
        if (id !== undefined && seen.has(id)) yield { message: `Two elements have the ID "${id}"`, page };
        if (id !== undefined) seen.add(id);
      }
    },
  },
  ofElements(
    ['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'],
    { clauses: { Tagged: '14.8.4' }, says: 'Paragraphs and headings hold text, not blocks.' },
    (element) => {
      const block = kidsOf(element).find((kid) => /^(?:P|H\d|Table|L|Sect|Document|Div|TOC)$/.test(typeOf(kid)));
      return block && `${element.type} holds ${block.type}`;
    },
  ),
  ofElements(['Link'], { clauses: { Tagged: '14.8.4.7.2' }, says: 'A link holds no other link.' }, (element) =>
    kidsOf(element).some((kid) => typeOf(kid) === 'Link') ? 'Link holds another link' : undefined,
  ),
  ofElements(
    ['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LBody'],
    { clauses: { Tagged: '14.8.2' }, says: 'A paragraph or heading holds something to say.' },
    (element, { log }) => (textWithin(element, log) === '' ? `${element.type} holds no text` : undefined),
  ),
];

/** ISO 32000-2, 14.7.5.4. */
function* findParentFaults({ file, pages, tree, log }: OpenedPdf): Iterable<Broken> {
  if (!tree) return;
  const parents = new Map<number, ReturnType<Dict['get']>>();
  for (const [key, value] of walkTree(tree.root.dict('ParentTree'), 'Nums'))
    if (typeof key === 'number') parents.set(key, file.resolve(value));
  const parentOf = (structParents: number | undefined, mcid: number): Dict | undefined => {
    const list = structParents === undefined ? undefined : parents.get(structParents);
    const found = Array.isArray(list) ? file.resolve(list[mcid]) : undefined;
    return found as Dict | undefined;
  };
  const holders = new Map<string, Dict>();
  for (const element of eachElement(tree))
    for (const kid of element.kids) {
      if (kid.kind === 'element') continue;
      if (kid.kind === 'object') {
        const at = kid.object.number('StructParent');
        if (at === undefined || parents.get(at) !== element.dict)
          yield { message: `${element.type} holds an annotation that leads to another element`, page: kid.page };
        continue;
      }
      const key = kid.form ? log.forms.get(kid.form) : `page ${kid.page}`;
      const owner = kid.form ? kid.form.dict : pages[(kid.page ?? 0) - 1]?.dict;
      if (key === undefined || !log.pieces.get(key)?.has(kid.mcid))
        yield { message: `${element.type} holds MCID ${kid.mcid}, which no content has`, page: kid.page };
      else if (parentOf(owner?.number('StructParents'), kid.mcid) !== element.dict)
        yield { message: `The parent tree leads from MCID ${kid.mcid} to another element than ${element.type}`, page: kid.page };
      else if (holders.has(`${key} ${kid.mcid}`)) yield { message: `Two elements hold MCID ${kid.mcid}`, page: kid.page };
      holders.set(`${key} ${kid.mcid}`, element.dict);
    }
  for (const [key, pieces] of log.pieces)
    for (const mcid of pieces.keys())
      if (!holders.has(`${key} ${mcid}`)) {
        const page = key.startsWith('page ') ? Number(key.slice(5)) : undefined;
        yield { message: `No element holds MCID ${mcid} of ${key}`, page };
      }
  if (tree.root.raw('ParentTree') instanceof Ref || tree.root.has('ParentTree')) return;
  yield { message: 'The structure tree has no parent tree' };
}
