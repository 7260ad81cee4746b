// The profiles of Factur-X and ZUGFeRD: their names and their terms.
import type { FirstProfile, ProfileName } from './terms.ts';

interface InvoiceProfile {
  /** BT-24. Factur-X 1.09 and XRechnung 3.0.2. */
  readonly specification: string;
  /** Name of the XML inside a PDF. */
  readonly filename: 'factur-x.xml' | 'xrechnung.xml';
  /** Version in the metadata of a PDF: of the standard of the XML. */
  readonly version: '1.0' | '3.0';
}

/** The profiles by their names. */
export const profiles: Readonly<Record<ProfileName, InvoiceProfile>> = {
  MINIMUM: { specification: 'urn:factur-x.eu:1p0:minimum', filename: 'factur-x.xml', version: '1.0' },
  'BASIC WL': { specification: 'urn:factur-x.eu:1p0:basicwl', filename: 'factur-x.xml', version: '1.0' },
  BASIC: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
    filename: 'factur-x.xml',
    version: '1.0',
  },
  'EN 16931': { specification: 'urn:cen.eu:en16931:2017', filename: 'factur-x.xml', version: '1.0' },
  EXTENDED: {
    specification: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
    filename: 'factur-x.xml',
    version: '1.0',
  },
  XRECHNUNG: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    filename: 'xrechnung.xml',
    version: '3.0',
  },
};

const firsts: readonly FirstProfile[] = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931'];

/** Whether a profile has the terms that appear first in `first`. EXTENDED and XRECHNUNG have all of EN 16931; only EXTENDED has its own. */
export function hasTermsOf(profile: ProfileName, first: FirstProfile): boolean {
  if (first === 'EXTENDED') return profile === 'EXTENDED';
  const rank = firsts.indexOf(profile as FirstProfile);
  return rank < 0 || firsts.indexOf(first) <= rank;
}

/** Profiles without the lines of the invoice: their XML is data, not another form of the document (Factur-X 1.09, 6.2.2). */
export const isLineless = (profile: ProfileName): boolean => profile === 'MINIMUM' || profile === 'BASIC WL';
