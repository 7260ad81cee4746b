// The pages of a template with their origins.
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { Page, PageItem } from '../../src/document/layout/fragment.ts';
import type { PageOrigins } from '../../src/document/layout/origin.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';
import { testResources } from './render.ts';

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
