// Namespaces of XMP with a meaning of their own. A template may set properties of some of them, and must not use the others.

/** The forms of a value: a text, lists with and without an order, a text in several languages. */
export type XmpForm = KnownForm | 'seq';

/** The forms that properties of known namespaces have. */
export type KnownForm = 'text' | 'bag' | 'languages';

/** A namespace that readers and PDF/A know without a description. */
export interface KnownNamespace {
  readonly prefix: string;
  readonly uri: string;
  /** The properties that a template may set, with the form of their values. */
  readonly properties: ReadonlyMap<string, KnownForm>;
  /** The properties that pdfgen writes, with the advice for a template that sets them. */
  readonly ownProperties: ReadonlyMap<string, string>;
}

/** XMP specification (2005), Dublin Core and XMP Rights Management: the forms of PDF/A-1 to 4. */
const knownNamespaces: readonly KnownNamespace[] = [
  {
    prefix: 'dc',
    uri: 'http://purl.org/dc/elements/1.1/',
    properties: new Map(
      Object.entries({
        contributor: 'bag',
        coverage: 'text',
        identifier: 'text',
        publisher: 'bag',
        relation: 'bag',
        rights: 'languages',
        source: 'text',
        type: 'bag',
      }),
    ),
    ownProperties: new Map(
      Object.entries({
        title: 'Write "title" in "document".',
        creator: 'Write "author" in "document".',
        description: 'Write "subject" in "document".',
        subject: 'Write "keywords" in "document".',
        language: 'Write "lang" in "document".',
        format: 'Leave it out.',
      }),
    ),
  },
  {
    prefix: 'xmpRights',
    uri: 'http://ns.adobe.com/xap/1.0/rights/',
    properties: new Map(Object.entries({ Certificate: 'text', Owner: 'bag', UsageTerms: 'languages', WebStatement: 'text' })),
    ownProperties: new Map(),
  },
];

/** The known namespace that has this prefix. */
export function findKnownNamespace(prefix: string): KnownNamespace | undefined {
  return knownNamespaces.find((one) => one.prefix === prefix);
}

/** The beginning of a reserved namespace, the prefixes that belong to it, and the advice for a template that uses it. */
interface ReservedNamespace {
  readonly uri: string;
  readonly prefixes: readonly string[];
  readonly instead: string;
  /** Other namespaces with these prefixes begin so. */
  readonly besides?: string;
}

const reserved: readonly ReservedNamespace[] = [
  ...knownNamespaces.map(({ uri, prefix }) => ({
    uri,
    prefixes: [prefix],
    instead: `Use both together, "${prefix}" and "${uri}"`,
  })),
  {
    uri: 'http://ns.adobe.com/xap/1.0/',
    prefixes: ['xmp', 'xap', 'xmpMM', 'xmpBJ', 'xmpTPg', 'xmpNote', 'xmpidq'],
    instead:
      'Use a namespace of your own. The program that made the content stands in "creator" of "document", the date in --date',
  },
  {
    uri: 'http://ns.adobe.com/pdf/1.3/',
    prefixes: ['pdf'],
    instead: 'Use a namespace of your own. Keywords stand in "keywords" of "document"',
  },
  {
    uri: 'http://www.aiim.org/pdf',
    prefixes: ['pdfaid', 'pdfuaid', 'pdfeid', 'pdfaExtension', 'pdfaSchema', 'pdfaProperty', 'pdfaType', 'pdfaField'],
    instead: 'Name the standard in "standard" of "document": pdfgen writes the rest',
  },
  {
    uri: 'http://www.npes.org/pdfx/',
    prefixes: ['pdfxid'],
    instead: 'pdfgen does not write PDF/X: leave it out',
  },
  {
    uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:',
    prefixes: ['fx'],
    // Order-X, for orders.
    besides: 'urn:factur-x:',
    instead: 'Map the electronic invoice in "invoice" of the template: pdfgen writes the rest',
  },
  { uri: 'http://www.w3.org/', prefixes: ['rdf', 'xml', 'xmlns'], instead: 'Use a namespace of your own' },
  { uri: 'adobe:ns:meta/', prefixes: ['x'], instead: 'Use a namespace of your own' },
  ...Object.entries({ photoshop: 'photoshop', tiff: 'tiff', exif: 'exif', crs: 'camera-raw-settings', xmpDM: 'xmp' }).map(
    ([prefix, name]) => ({
      uri: `http://ns.adobe.com/${name}/`,
      prefixes: [prefix],
      instead: 'Use a namespace of your own',
    }),
  ),
];

/** The fault of a prefix or a namespace that is reserved. Undefined: a template may use the two together. */
export function findReserved(
  prefix: string,
  namespace: string,
): { readonly of: 'prefix' | 'namespace'; readonly message: string } | undefined {
  const byUri = reserved.find(({ uri }) => namespace.startsWith(uri));
  if (byUri) return { of: 'namespace', message: `the namespace "${namespace}" has a meaning of its own. ${byUri.instead}` };
  const wanted = prefix.toLowerCase();
  const byPrefix = reserved.find(
    ({ prefixes, besides }) =>
      prefixes.some((one) => one.toLowerCase() === wanted) && !(besides && namespace.startsWith(besides)),
  );
  if (byPrefix)
    return { of: 'prefix', message: `the prefix "${prefix}" has a meaning of its own. ${byPrefix.instead}, or another prefix` };
  // Namespaces in XML 1.0, 3: prefixes that begin so are reserved.
  if (/^xml/i.test(prefix)) return { of: 'prefix', message: 'a prefix that begins with "xml" is reserved. Use another prefix' };
  return undefined;
}
