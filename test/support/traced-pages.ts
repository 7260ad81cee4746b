// The pages of a template with their origins.
import { isDeepStrictEqual } from 'node:util';
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { componentMembers } from '../../src/document/compile/template-schema.ts';
import { mapBySchema } from '../../src/document/components/map-by-schema.ts';
import { definitionOf } from '../../src/document/components/registry.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { Page, PageItem } from '../../src/document/layout/fragment.ts';
import type { PageOrigins } from '../../src/document/layout/origin.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { pointerKeys } from '../../src/json/json-pointer.ts';
import { layOutPlain } from './plain-pages.ts';
import { testResources } from './render.ts';
import type { ShownDocument } from './shown-documents.ts';

export interface TracedPage extends Pick<Page, 'width' | 'height'> {
  readonly items: readonly PageItem[];
  readonly late: readonly PageItem[];
  readonly origins: PageOrigins;
}

const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e8 };

export async function traceTemplate(
  document: Readonly<Record<string, unknown>>,
  data: unknown,
  resources: Resources = testResources,
): Promise<readonly TracedPage[]> {
  const engine = await loadTextEngine();
  const { program, diagnostics } = await withDemanded(resources, () => compileTemplate(document, resources, engine));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return withDemanded(resources, () => {
    const date = '2026-03-01T00:00:00Z';
    const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {}, isTraced: true };
    const pages: TracedPage[] = [];
    layOutDocument(input, () => ({
      addPage: ({ width, height, items, origins }) => void pages.push({ width, height, items, origins: origins!, late: [] }),
      addLate: (page, late) => void Object.assign(pages[page]!, { late }),
    }));
    return pages;
  });
}

type Json = Readonly<Record<string, unknown>>;

/** The value at a pointer. Undefined: the pointer leads nowhere. */
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
export function faultsOf(document: Json, pages: readonly TracedPage[]): string[] {
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

/** Whether pages and warnings are the same with origins and without. */
export async function isSameTraced({ document, data, resources }: Omit<ShownDocument, 'name'>): Promise<boolean> {
  const order = { document, data, date: '2026-03-01T00:00:00Z' };
  return isDeepStrictEqual(await layOutPlain({ ...order, isTraced: true }, resources), await layOutPlain(order, resources));
}
