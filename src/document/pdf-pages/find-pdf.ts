// Finds the PDFs whose pages a template draws: among the assets, or in a data: URI.
import { findPdfInUri } from '../../contract/asset-types.ts';
import { fromBase64, sha256 } from '../../platform/index.ts';
import { counted } from '../../words/counts.ts';
import type { PdfPages } from '../expression/scope.ts';
import { onDemand } from '../on-demand.ts';
import { explainMissing, type Resource, type Resources } from '../resources.ts';
import { ForeignFault, type ForeignFile, type ForeignPage } from './foreign-page.ts';

/** Why there is no page. */
export interface PdfProblem {
  readonly code: ForeignFault['code'] | 'missing-page';
  /** A sentence. */
  readonly problem: string;
}

/** `source`: the name of an asset, or a data: URI. */
export interface PdfFinder {
  file(source: string): ForeignFile | PdfProblem;
  /** `number`: from 1. */
  page(source: string, number: number): ForeignPage | PdfProblem;
}

/** Gives the function that opens a file, which raises ForeignFault. Only for work inside of `withDemanded`. */
export const pdfOpener = onDemand('pages of PDFs', async () => (await import('./open-pdf.ts')).openPdf);

/** Only for work inside of `withDemanded`. */
export function createPdfFinder(resources: Resources): PdfFinder {
  const tell = <T>(source: string, work: () => T): T | PdfProblem => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ForeignFault)) throw error;
      return { code: error.code, problem: `${nameOf(source)} ${error.message}.` };
    }
  };
  /** Assets that were opened. */
  const known = new Map<string, ForeignFile>();
  const findFile = (source: string): ForeignFile | PdfProblem => {
    const start = findPdfInUri(source);
    const found = start === undefined ? resources.file(source) : readUri(source.slice(start));
    if (found) return tell(source, () => pdfOpener()(found));
    const problem = source.startsWith('data:')
      ? 'The data: URI is no base64 PDF: it begins with data:application/pdf;base64,.'
      : `${explainMissing('file', source, resources)}.`.replace(/\?\.$/, '?');
    return { code: 'missing-pdf', problem };
  };
  const file = (source: string): ForeignFile | PdfProblem => {
    if (source.startsWith('data:')) return findFile(source);
    const found = known.get(source) ?? findFile(source);
    if (!('problem' in found)) known.set(source, found);
    return found;
  };
  return {
    file,
    page(source, number) {
      const found = file(source);
      if ('problem' in found) return found;
      const count = found.sizes.length;
      if (Number.isInteger(number) && number >= 1 && number <= count) return tell(source, () => found.page(number));
      return { code: 'missing-page', problem: `${nameOf(source)} has ${counted(count, 'page')}, and no page ${number}.` };
    },
  };
}

/** Lists the pages of PDFs for expressions. `unit`: pt of the unit of their lengths. */
export function listPdfPages(pdfs: PdfFinder, unit: number): PdfPages {
  return (source) => {
    const found = pdfs.file(source);
    if ('problem' in found) return { code: found.code === 'locked-pdf' ? 'locked-pdf' : 'missing-pdf', problem: found.problem };
    return found.sizes.map(({ width, height }, i) => {
      const size = [width / unit, height / unit] as const;
      return { pdf: source, number: i + 1, width: size[0], height: size[1], size };
    });
  };
}

function readUri(base64: string): Resource {
  const bytes = fromBase64(base64);
  return { key: sha256(bytes), bytes };
}

/** The name of a file for messages. */
export const nameOf = (source: string): string => (source.startsWith('data:') ? 'The PDF of a data: URI' : source);
