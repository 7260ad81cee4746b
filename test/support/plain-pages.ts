// The finished pages of a template as text, the same in Node and in a browser.
import { compileTemplate } from '../../src/document/compile/compile-template.ts';
import { layOutDocument } from '../../src/document/lay-out-document.ts';
import { withDemanded } from '../../src/document/on-demand.ts';
import { createPageDigest, createPageWriter } from '../../src/document/page-digest.ts';
import type { Resources } from '../../src/document/resources.ts';
import { loadTextEngine } from '../../src/document/text/index.ts';

export interface LayoutOrder {
  readonly document: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  readonly date: string;
  readonly isTraced?: boolean;
}

const limits = { maxPages: 1000, maxBoxes: 1_000_000, maxImagePixels: 1e8, maxImageBytes: 1e8 };

export interface PlainPages {
  /** The canonical form, and the warnings. */
  readonly lines: readonly string[];
  readonly digest: string;
}

export async function layOutPlain({ document, data, date, isTraced }: LayoutOrder, resources: Resources): Promise<PlainPages> {
  const engine = await loadTextEngine();
  const { program, diagnostics } = await withDemanded(resources, () => compileTemplate(document, resources, engine));
  if (!program) throw new Error(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`).join('\n'));
  return withDemanded(resources, () => {
    const pieces: string[] = [];
    const [writer, digest] = [createPageWriter((piece) => void pieces.push(piece)), createPageDigest()];
    const input = { program, resources, data, date, limits, standards: program.standards, checkTime() {}, isTraced };
    const { session } = layOutDocument(input, () => ({
      addPage(page) {
        writer.addPage(page);
        digest.addPage(page);
      },
      addLate(page, items) {
        writer.addLate(page, items);
        digest.addLate(page, items);
      },
    }));
    writer.end();
    return { lines: [...pieces.join('').split('\n'), JSON.stringify(session.warnings)], digest: digest.end() };
  });
}
