// Electronic invoices: what EN 16931 and XRechnung ask of the attached XML.
import { takeInvoice } from '../../invoice/make-invoice.ts';
import { xmpNamespaces, xmpText } from '../../pdf-file/xmp.ts';
import { listFileSpecifications, type OpenedPdf } from '../opened-pdf.ts';
import type { Broken, Rule } from './rule.ts';

export const invoiceRules: readonly Rule[] = [
  {
    clauses: { 'Factur-X': 'XML' },
    says: 'The XML of an electronic invoice keeps the rules of its profile.',
    *find(opened): Iterable<Broken> {
      const xml = readInvoiceXml(opened);
      if (xml === undefined) return;
      const taken = takeInvoice({ xml, origin: { of: 'data', pointer: '' }, breaches: 'refuse' }, () => {});
      // A profile of another standard or version has other rules.
      if ('rule' in taken && taken.rule !== 'guideline') yield { message: `The XML: ${taken.message}` };
      if ('rule' in taken) return;
      for (const { rule, severity, message, origin } of taken.breaches)
        if (severity === 'error') yield { message: `The XML, line ${origin.xml?.line ?? 1}: ${rule}: ${message}` };
    },
  },
];

/** The attached XML that the metadata names. */
function readInvoiceXml({ file, xmp }: OpenedPdf): string | undefined {
  const name = xmpText(xmp, xmpNamespaces.facturX, 'DocumentFileName');
  const found = listFileSpecifications(file.catalog).find(([, one]) => (one.text('UF') ?? one.text('F')) === name);
  const embedded = found?.[1].dict('EF');
  const bytes = (embedded?.stream('UF') ?? embedded?.stream('F'))?.decode();
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
