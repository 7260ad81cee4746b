// The examples of docs/reference/components.md as templates.
import { readFileSync } from 'node:fs';
import { components } from '../../src/document/components/all-components.ts';
import { makeTerms } from './example-pdfs.ts';

export type Json = Readonly<Record<string, unknown>>;
type Size = readonly [width: number, height: number];

/** How an example is shown: in mm, and where on its page. */
interface Shown {
  readonly height?: number;
  readonly size?: Size;
  readonly around?: readonly unknown[];
  /** The example stands in the background of the page. */
  readonly below?: boolean;
  readonly define?: Json;
}

const file = new URL('../../scripts/reference-examples.json', import.meta.url);
const { data, ...reference } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly data: Json;
  readonly components: Readonly<Record<string, Shown>>;
  readonly sections: Readonly<Record<string, Shown & { readonly example: Json }>>;
};
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
export const assets = {
  'terms.pdf': await makeTerms(),
  'logo.png': read('templates-examples/invoice/assets/logo.png'),
  'Jost.woff2': read('node_modules/@fontsource-variable/jost/files/jost-latin-wght-normal.woff2'),
  'DejaVuSerif.ttf': read('node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif.ttf'),
  'DejaVuSerif-Bold.ttf': read('node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif-Bold.ttf'),
};

/** The template that shows an example. A thin line stands around each page, as pictures have no edge of their own. */
export function templateOf(
  example: Json,
  { height, size = [100, height!], around = [null], below = false, define }: Shown,
): Json {
  const body = around.map((one) => one ?? example);
  const definitions = define && { define: JSON.parse(JSON.stringify(define).replace('null', JSON.stringify(example))) as Json };
  const { pages = [{ size, margin: 4, ...(below ? { background: body, body: [] } : { body }) }], ...rest } = example.pages
    ? (example as { pages: readonly { size: Size }[] })
    : {};
  const edge = (h: number) => ({
    rect: h,
    stroke: { width: 0.75, color: '#d6e0e1' },
    at: { x: 0, y: 0, w: '100%' },
  });
  return {
    currency: 'EUR',
    ...definitions,
    ...rest,
    pages: pages.map((page) => ({ ...page, overlay: [edge((page.size ?? size)[1] ?? 30)] })),
  };
}

export const examples = [
  ...components.map(({ type, example }) => [type, example, reference.components[type]!] as const),
  ...Object.entries(reference.sections).map(([title, one]) => [title, one.example, one] as const),
];

/** The components whose pictures have a size in the file. */
export const sized = Object.keys(reference.components);

export { data };
