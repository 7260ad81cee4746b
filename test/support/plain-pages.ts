// The finished pages of a template as text, the same in Node and in a browser.
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import type { PageItem } from '../../src/document/layout/fragment.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';

export interface LayoutOrder {
  readonly document: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly date: string;
}

const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e8 };

/** A line of JSON for each sheet, then one for the warnings. */
export async function layOutPlain({ document, data, date }: LayoutOrder, resources: Resources): Promise<readonly string[]> {
  const engine = await loadTextEngine();
  const { program, diagnostics } = await withDemanded(resources, () => compileTemplate(document, resources, engine));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return withDemanded(resources, () => {
    const sheets: { width: number; height: number; items: PageItem[] }[] = [];
    const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {} };
    const { session } = layOutDocument(input, () => ({
      addPage: ({ width, height, items }) => void sheets.push({ width, height, items: [...items] }),
      addLate: (page, items) => void sheets[page]!.items.push(...items),
    }));
    const toPlain = createPlainWriter();
    return [...sheets.map((sheet) => JSON.stringify(sheet, toPlain)), JSON.stringify(session.warnings)];
  });
}

/** Writes plain values as they are, and other objects by what they are called or by the order in which they come. */
function createPlainWriter(): (name: string, value: unknown) => unknown {
  const elements = new Map<object, string>();
  return (_name, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (value instanceof Uint8Array) return [...value];
    if (value instanceof Map || value instanceof Set) return [...value];
    const { kind, type, id, key } = value as Readonly<Record<string, unknown>>;
    if (kind === 'element') {
      const known = elements.get(value) ?? `element ${elements.size + 1} ${type}`;
      elements.set(value, known);
      return known;
    }
    if (typeof key === 'string' && 'width' in value) return `image ${key}`;
    return Object.getPrototypeOf(value) === Object.prototype ? value : `object ${id}`;
  };
}
