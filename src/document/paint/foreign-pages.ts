// Pages of other PDFs as forms: each is written once, and laid onto pages as a picture is.
import { PdfgenError } from '../../contract/errors.ts';
import { ForeignFault, type ForeignPage, type Layer, type PageCopier } from '../pdf-pages/foreign-page.ts';
import type { PdfSink } from './pdf-sink.ts';

export class ForeignPages {
  readonly #sink: PdfSink;
  /** By the SHA-256 of the files. */
  readonly #copiers = new Map<string, PageCopier>();

  constructor(sink: PdfSink) {
    this.#sink = sink;
  }

  /** Writes a page, and gives its object. `name`: of the file, for messages. Raises ASSET_INVALID. */
  write(page: ForeignPage, name = 'of a data: URI'): number {
    const { file } = page;
    const copier = this.#copiers.get(file.key) ?? file.openCopier(this.#sink);
    this.#copiers.set(file.key, copier);
    try {
      return copier.copy(page);
    } catch (error) {
      if (!(error instanceof ForeignFault)) throw error;
      throw new PdfgenError('ASSET_INVALID', `The PDF ${name} ${error.message}.`, { cause: error });
    }
  }

  /** The entry OCProperties of the catalog (ISO 32000-2, 8.11.4). Undefined: no page has layers. */
  formatLayers(): string | undefined {
    const layers = [...this.#copiers.values()].flatMap((copier) => copier.layers());
    if (layers.length === 0) return undefined;
    const list = (some: readonly Layer[]) => `[${some.map(({ object }) => `${object} 0 R`).join(' ')}]`;
    const hidden = layers.filter(({ isHidden }) => isHidden);
    const off = hidden.length > 0 ? `/OFF${list(hidden)}` : '';
    return `<</OCGs${list(layers)}/D<</Name(Default)/Order${list(layers)}${off}${formatEvents(layers)}>>>>`;
  }
}

/** When viewers decide by themselves what is hidden, such as on paper. */
function formatEvents(layers: readonly Layer[]): string {
  const uses = new Map<string, number[]>();
  for (const { object, events } of layers)
    for (const { event, categories } of events)
      for (const category of categories) {
        const key = `/Event/${event}/Category[/${category}]`;
        uses.set(key, [...(uses.get(key) ?? []), object]);
      }
  const entries = [...uses].map(([key, objects]) => `<<${key}/OCGs[${objects.map((id) => `${id} 0 R`).join(' ')}]>>`);
  return entries.length > 0 ? `/AS[${entries.join('')}]` : '';
}
