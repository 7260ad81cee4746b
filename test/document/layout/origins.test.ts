// Where the parts and items of pages come from.
import { describe, expect, test } from 'vitest';
import { componentMembers } from '../../../src/document/compile/template-schema.ts';
import { mapBySchema } from '../../../src/document/components/map-by-schema.ts';
import { definitionOf } from '../../../src/document/components/registry.ts';
import type { PageItem } from '../../../src/document/layout/fragment.ts';
import { pointerKeys } from '../../../src/json/json-pointer.ts';
import { exampleNames, readExample, referenceDocuments, type ShownDocument } from '../../support/shown-documents.ts';
import { type TracedPage, traceTemplate } from '../../support/traced-pages.ts';

type Json = Readonly<Record<string, unknown>>;

/** The value at a pointer. Undefined: there is none. */
const valueAt = (document: unknown, pointer: string): unknown =>
  pointerKeys(pointer).reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document);

/** All items of a page, also those in others. */
function itemsOf({ items, late }: Pick<TracedPage, 'items' | 'late'>): readonly PageItem[] {
  const inside = (item: PageItem): readonly PageItem[] => [
    item,
    ...(item.kind === 'group' ? item.items : item.kind === 'field' ? item.form.look : []).flatMap(inside),
  ];
  return [...items, ...late].flatMap(inside);
}

/** What is wrong with the origins of a document: pointers that lead nowhere, components without a part, parts off their sheet. */
function faultsOf(document: Json, pages: readonly TracedPage[]): string[] {
  const faults = new Set<string>();
  const check = (what: string, pointers: readonly string[]) => {
    for (const pointer of pointers) if (valueAt(document, pointer) === undefined) faults.add(`${what}: there is no ${pointer}`);
  };
  const shown = new Set<string>();
  for (const page of pages) {
    for (const item of itemsOf(page)) {
      const origin = page.origins.originOf(item);
      if (origin) check(item.kind, [origin.pointer, ...origin.uses]);
      else faults.add(`${item.kind} without an origin`);
    }
    for (const { origin, corners } of page.origins.parts) {
      check(origin.kind, [origin.pointer, ...origin.uses]);
      shown.add(`${origin.kind} ${origin.pointer}`);
      const isOn = ([x, y]: readonly [number, number]) =>
        x > -0.01 && y > -0.01 && x < page.width + 0.01 && y < page.height + 0.01;
      if (!corners.every(isOn)) faults.add(`${origin.kind} ${origin.pointer} reaches off its sheet`);
    }
  }
  const component = (part: Json, pointer: string) => {
    const [, band] = /^(\/pages\/\d+\/(?:header|footer)\/\d+)\//.exec(pointer) ?? [];
    const isForSheet = band === undefined || shown.has(`band ${band}`);
    if (definitionOf(part) && isForSheet && !shown.has(`component ${pointer}`)) faults.add(`${pointer} has no part`);
    return part;
  };
  for (const [name, schema] of Object.entries(componentMembers)) mapBySchema(schema, document[name], `/${name}`, { component });
  return [...faults];
}

const trace = ({ document, data, resources }: ShownDocument) => traceTemplate(document, data, resources);

const references = await referenceDocuments();

test.each(references)('the parts and items of the example of $name say where they come from', async (shown) => {
  expect(faultsOf(shown.document, await trace(shown))).toEqual([]);
});

test.each(exampleNames)('the parts and items of %s say where they come from', async (name) => {
  const shown = await readExample(name);
  expect(faultsOf(shown.document, await trace(shown))).toEqual([]);
});

const round = (value: number) => Math.round(value * 10) / 10;

/** The parts of each page as text: `component /pages/0/body/0 10,10 180x10`, in pt. A turned part has the corners of its rectangle. */
async function partsOf(page: Json | readonly Json[], data: unknown = {}, more: Json = {}): Promise<string[][]> {
  const layouts = [page].flat().map((one) => ({ size: [200, 100], margin: 10, ...one }));
  const document = { unit: 'pt', styles: { base: { size: 8, lineHeight: 1.25 } }, pages: layouts, ...more };
  return (await traceTemplate(document, data)).map(({ origins }) =>
    origins.parts.map(({ origin: { kind, pointer, uses, dataPath }, corners }) => {
      const [[left, top], [right], [, bottom]] = corners;
      const isUpright = corners[0][1] === corners[1][1] && right >= left && bottom >= top;
      const area = isUpright
        ? `${round(left)},${round(top)} ${round(right - left)}x${round(bottom - top)}`
        : corners.map((corner) => corner.map(round).join(',')).join(' ');
      return [kind, pointer, ...uses.map((use) => `in ${use}`), ...(dataPath === null ? [] : [`for ${dataPath}`]), area].join(
        ' ',
      );
    }),
  );
}

/** The parts in the body of a page layout. */
async function bodyParts(body: unknown, data?: unknown, more?: Json): Promise<string[][]> {
  const pages = await partsOf({ body }, data, more);
  return pages.map((parts) =>
    parts.filter((part) => !/^(?:page|band) /.test(part)).map((part) => part.replace('/pages/0/body', '…')),
  );
}

describe('parts', () => {
  test('a component is as large as its box, without its margin', async () => {
    const body = [
      { text: 'A', padding: 5, margin: [3, 20], width: 50 },
      { stack: [], padding: 4 },
      { spacer: 5 },
      { stack: ['B', 'C'], gap: 2 },
    ];
    expect(await bodyParts(body)).toEqual([
      [
        'component …/0 30,13 50x20',
        'component …/1 10,36 180x8',
        'component …/2 10,44 180x5',
        'component …/3 10,49 180x22',
        'component …/3/stack/0 10,49 180x10',
        'component …/3/stack/1 10,61 180x10',
      ],
    ]);
  });

  test('a page has its bands, and a row its columns', async () => {
    const footer = [{ gap: 10, row: ['Foot', { text: '{{ page.total }}', width: 30 }] }];
    expect(await partsOf({ body: 'Body', header: ['Head'], footer, overlay: [{ rect: 5, at: { x: 1, y: 2, w: 3 } }] })).toEqual([
      [
        'page /pages/0 0,0 200x100',
        'band /pages/0/header 10,10 180x10',
        'component /pages/0/header/0 10,10 180x10',
        'band /pages/0/body 10,20 180x60',
        'component /pages/0/body 10,20 180x10',
        'band /pages/0/footer 10,80 180x10',
        'component /pages/0/footer/0 10,80 180x10',
        'column /pages/0/footer/0/row/0 10,80 140x10',
        'component /pages/0/footer/0/row/0 10,80 140x10',
        'column /pages/0/footer/0/row/1 160,80 30x10',
        'component /pages/0/footer/0/row/1 160,80 30x10',
        'band /pages/0/overlay 0,0 200x100',
        'component /pages/0/overlay/0 1,2 3x5',
      ],
    ]);
  });
});
