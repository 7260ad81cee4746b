// All words that the editor shows stand in src/editor-words, so that one file is all that somebody has to translate.
//
// The border: the faults that the engine finds in templates and data (`document`, `json`, `contract`), the answers of the server, and the descriptions of
// properties, which are the reference of the notation of templates, are not words of the editor.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/experimental';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
/** What runs in the pages of the editor and of the preview. */
const folders = ['editor-page', 'editing', 'live-pages', 'preview-page'];

/** Texts that look like words, by why nobody reads them: `file: text`, or a file in which nothing else looks so. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'Names that browsers know': [
    'editor-page/pictures/picture-files.ts: Files',
    'editor-page/screen/regions.ts',
    'editor-page/text/text-surface.ts: Backward',
    'live-pages/canvas/layer.ts: Normal',
    'live-pages/canvas/paint-label.ts: px sans-serif',
    'live-pages/canvas/standard-glyphs.ts',
    'live-pages/embedded-source.ts: Bearer',
    'live-pages/workspace-source.ts: Bearer',
  ],
  'Names of keys, in code': [
    'editor-page/screen/shortcuts.ts: Alt',
    'editor-page/screen/shortcuts.ts: Mod',
    'editor-page/screen/shortcuts.ts: Shift',
  ],
  'Names of gestures, elements and what the browser keeps': [
    'editor-page/properties/environment.ts: property',
    'editor-page/properties/frame.tsx: -about',
    'editor-page/properties/frame.tsx: -unit',
    'editor-page/table/column-handles.tsx: border of',
    'editor-page/text/open-text.ts: text',
    'editor-page/unsaved-work.ts: unsaved',
  ],
  'Written in templates': ['editing/table-columns.ts: false and (', 'editing/uses.ts: Style'],
  'Names in data, of any language': [
    'editing/field-names.ts: bic csv dpi eu gln gtin iban id isbn iso nr pdf po qr sku swift ui uid uri url us uuid vat zip',
    'live-pages/sample-data.ts: member',
    'live-pages/sample-data.ts: 2026-03-14T09:30:00Z',
    'live-pages/sample-data.ts: 09:30:00Z',
  ],
};

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Attributes and members that a person reads or hears. */
const spoken = /^(?:aria-(?:description|label|placeholder|roledescription|valuetext)|alt|label|message|placeholder|title)$/;
/** Attributes that only programs read. */
const unspoken = /^(?:aria-(?:activedescendant|describedby|labelledby)|class|id|key|pattern|style)$/;

/** Whether only programs read a part of the code: modules, types, names of members, what is compared, selectors. */
function isUnread(node: Node, child: string): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'SwitchCase':
      return child === 'test';
    case 'BinaryExpression':
      return /^[!=]==$/.test(node.operator as string);
    case 'Property':
      return child === 'key' || ['filter', 'gesture'].includes(nameOf(node.key));
    case 'MemberExpression':
      return child === 'property';
    case 'JSXAttribute':
      return unspoken.test(nameOf(node.name));
    case 'CallExpression':
      return ['closest', 'matches', 'querySelector', 'querySelectorAll'].includes(nameOf((node.callee as Node).property));
    // A fault of the program. What a person reads is an EditError or a SourceError.
    case 'NewExpression':
      return ['Error', 'RangeError'].includes(nameOf(node.callee));
    default:
      return /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/.test(node.type);
  }
}

/** The name of an identifier, an attribute or a key. */
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { readonly name?: unknown; readonly value?: unknown };
  return String(name ?? value ?? '');
};

/** Whether a person sees a part of the code if it is a text. `isShown`: sees the whole. */
function isSeen({ type, ...node }: Node, child: string, isShown: boolean): boolean {
  switch (type) {
    case 'JSXElement':
    case 'JSXFragment':
      return child === 'children';
    case 'JSXAttribute':
      return child === 'value' && spoken.test(nameOf(node.name));
    case 'Property':
      return child === 'value' && spoken.test(nameOf(node.key));
    case 'ConditionalExpression':
      return isShown && child !== 'test';
    case 'BinaryExpression':
    case 'JSXExpressionContainer':
    case 'LogicalExpression':
    case 'ParenthesizedExpression':
    case 'TemplateLiteral':
      return isShown;
    default:
      return false;
  }
}

/** The texts of some code that a person may read. */
function findWords(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, isShown: boolean): void => {
    const text = textOf(node);
    if (text !== undefined) {
      if (!isPath(text) && (isShown ? hasLetters(text) : isWording(text))) found.push(text.trim());
      return;
    }
    for (const [child, inner] of Object.entries(node))
      if (!isUnread(node, child))
        for (const one of Array.isArray(inner) ? inner : [inner])
          if (typeof (one as Node | null)?.type === 'string') visit(one as Node, isSeen(node, child, isShown));
  };
  visit(parseSync(file, code).program as unknown as Node, false);
  return found;
}

function textOf({ type, value }: Node): string | undefined {
  if (type === 'TemplateElement') return (value as { readonly cooked: string }).cooked;
  return ['JSXText', 'Literal'].includes(type) && typeof value === 'string' ? value : undefined;
}

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Whether a text is the path of a drawing, such as `M1 1.5h14`. */
const isPath = (text: string): boolean => /^M[\d. ]+[\d.MHhVv ]+$/.test(text);

/** Whether a text is more than a name in code: it has a space, or begins with a capital letter. Bindings, and names such as `POST`, are none. */
function isWording(text: string): boolean {
  const plain = text.replaceAll(/\{\{.*?\}\}/g, '').replaceAll(/\b[A-Z][A-Z\d_]+\b/g, '');
  return hasLetters(plain) && /\s|^\P{L}*\p{Lu}/u.test(plain);
}

/** The texts of a page that a person may read. The build fills in `{{…}}` and the language, the server `REQUEST`. */
const findWordsOfPage = (html: string): string[] =>
  [
    ...html.replaceAll(/<[^>]*>/g, '\n').split('\n'),
    ...[...html.matchAll(/\s(?:alt|aria-label|data-[\w-]+|placeholder|title)="([^"]*)"/g)].map(([, value]) => value!),
  ]
    .map((text) => text.replaceAll(/\{\{[\w.]+\}\}|REQUEST/g, '').trim())
    .filter(hasLetters);

const filesOf = (ending: RegExp): readonly (readonly [file: string, text: string])[] =>
  folders.flatMap((folder) =>
    readdirSync(source + folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name) && !name.endsWith('.d.ts'))
      .map((name) => [`${folder}/${name}`, readFileSync(`${source}${folder}/${name}`, 'utf8')] as const),
  );

test('words of the editor stand in no other file than that of their language', () => {
  const exceptions = new Set(Object.values(allowed).flat());
  const needed = new Set<string>();
  const found = filesOf(/\.tsx?$/).flatMap(([file, code]) =>
    findWords(file, code)
      .map((text) => `${file}: ${text}`)
      .filter((one) => {
        const exception = [one, file].find((name) => exceptions.has(name));
        if (exception !== undefined) needed.add(exception);
        return exception === undefined;
      }),
  );
  expect(found).toEqual([]);
  expect([...exceptions].filter((one) => !needed.has(one))).toEqual([]);
});

test('pages have no words of their own', () => {
  const pages = filesOf(/\.html$/);
  expect(pages.length).toBeGreaterThan(4);
  expect(pages.flatMap(([file, html]) => findWordsOfPage(html).map((text) => `${file}: ${text}`))).toEqual([]);
});

test('planted words are found', () => {
  const code = `
    import { a } from './Two words.ts';
    type Kind = 'One kind' | 'Another';
    const one = { 'Two words': kind === 'Two words', gesture: 'move of', title: 'lower', other: 'lower' };
    const list = types.join(' or ') + \`Page \${page} of \${count}\` + \`\${base}/path\`;
    if (!list) throw new RangeError('There is no list.');
    throw new EditError('That is not possible.');
    const all = <p class="two classes" aria-label="close" data-of="lower" onClick={() => say('Done')}>
      {isOpen ? 'open' : words.closed} {count > 1 && \`, \${count} times\`} × <b>more</b> {nameOf('lower')}
    </p>;`;
  const words = ['lower', 'or', 'Page', 'of', 'That is not possible.', 'close', 'Done', 'open', 'times', 'more'];
  expect(findWords('a.tsx', code)).toEqual(words);
  const html =
    '<html lang="en"><title>{{screen.editor}}</title><p title="Close" class="a b">REQUEST {{screen.over}} now</p></html>';
  expect(findWordsOfPage(html)).toEqual(['now', 'Close']);
});
