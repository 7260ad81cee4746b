// Recognises the file types that a template may draw or attach, and common types that it may not. The bytes decide, because a name may be wrong.

interface AssetType {
  /** The media type (IANA). */
  readonly type: string;
  /** Name of the type for messages, with its article. */
  readonly name: string;
  /** For a type that templates draw with: its short name, and the endings of its files in lower case. */
  readonly drawn?: { readonly name: string; readonly endings: readonly string[] };
  /** What to do instead, for a type that cannot be drawn. */
  readonly remedy?: string;
  /** Only for attachments of documents. */
  readonly isAttachment?: true;
  matches(bytes: Uint8Array): boolean;
}

const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));
const at =
  (offset: number, ...wanted: readonly (readonly number[])[]) =>
  (bytes: Uint8Array): boolean =>
    wanted.some((one) => one.every((value, i) => bytes[offset + i] === value));
const startsWith = (...wanted: readonly (readonly number[])[]) => at(0, ...wanted);
/** ISO/IEC 14496-12, 4.3: a file type box with one of these brands. */
const isBrand = (...brands: readonly string[]) => {
  const isFileType = at(4, ascii('ftyp'));
  return (bytes: Uint8Array) => {
    if (!isFileType(bytes)) return false;
    const found = String.fromCharCode(...bytes.subarray(8, Math.min(bytes[3]!, 200))).match(/.{4}/gs) ?? [];
    return found.some((brand) => brands.includes(brand));
  };
};

const toPicture = 'Convert it to PNG or JPEG';
const toPng = 'Convert it to PNG';
const toFont = 'Convert it to TTF, OTF or WOFF2';

const types: readonly AssetType[] = [
  {
    type: 'image/png',
    name: 'a PNG picture',
    drawn: { name: 'PNG', endings: ['png'] },
    matches: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  {
    type: 'image/jpeg',
    name: 'a JPEG picture',
    drawn: { name: 'JPEG', endings: ['jpg', 'jpeg'] },
    matches: startsWith([0xff, 0xd8, 0xff]),
  },
  {
    type: 'image/gif',
    name: 'a GIF picture',
    drawn: { name: 'GIF', endings: ['gif'] },
    matches: startsWith(ascii('GIF87a'), ascii('GIF89a')),
  },
  {
    type: 'image/webp',
    name: 'a WebP picture',
    drawn: { name: 'WebP', endings: ['webp'] },
    matches: (bytes) => startsWith(ascii('RIFF'))(bytes) && at(8, ascii('WEBP'))(bytes),
  },
  { type: 'image/avif', name: 'an AVIF picture', drawn: { name: 'AVIF', endings: ['avif'] }, matches: isBrand('avif', 'avis') },
  {
    type: 'font/ttf',
    name: 'a TrueType font',
    drawn: { name: 'TTF', endings: ['ttf'] },
    matches: startsWith([0, 1, 0, 0], ascii('true')),
  },
  { type: 'font/otf', name: 'an OpenType font', drawn: { name: 'OTF', endings: ['otf'] }, matches: startsWith(ascii('OTTO')) },
  { type: 'font/woff', name: 'a WOFF font', drawn: { name: 'WOFF', endings: ['woff'] }, matches: startsWith(ascii('wOFF')) },
  { type: 'font/woff2', name: 'a WOFF2 font', drawn: { name: 'WOFF2', endings: ['woff2'] }, matches: startsWith(ascii('wOF2')) },
  {
    type: 'font/collection',
    name: 'a collection of fonts',
    drawn: { name: 'TTC', endings: ['ttc', 'otc'] },
    matches: startsWith(ascii('ttcf')),
  },
  // ICC.1:2022, 7.2.9: the signature of the profile is at byte 36.
  {
    type: 'application/vnd.iccprofile',
    name: 'a colour profile',
    drawn: { name: 'ICC', endings: ['icc', 'icm'] },
    matches: at(36, ascii('acsp')),
  },
  { type: 'image/svg+xml', name: 'an SVG drawing', drawn: { name: 'SVG', endings: ['svg'] }, matches: isSvg },
  {
    type: 'image/heic',
    name: 'an HEIC picture',
    remedy: 'Convert it to JPEG, or let the phone take JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)',
    matches: isBrand('heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'),
  },
  {
    type: 'image/tiff',
    name: 'a TIFF picture',
    remedy: `${toPicture}, a scan of several pages to one for each page`,
    matches: startsWith([0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42]),
  },
  {
    type: 'image/bmp',
    name: 'a BMP picture',
    remedy: toPng,
    // Many texts begin with these two letters, so the reserved bytes must be zero too.
    matches: (bytes) => startsWith(ascii('BM'))(bytes) && at(6, [0, 0, 0, 0])(bytes),
  },
  {
    type: 'image/jp2',
    name: 'a JPEG 2000 picture',
    remedy: toPicture,
    matches: at(4, [...ascii('jP  '), 0x0d, 0x0a, 0x87, 0x0a]),
  },
  {
    type: 'image/jxl',
    name: 'a JPEG XL picture',
    remedy: toPicture,
    matches: (bytes) => startsWith([0xff, 0x0a])(bytes) || at(4, [...ascii('JXL '), 0x0d, 0x0a, 0x87, 0x0a])(bytes),
  },
  { type: 'image/vnd.adobe.photoshop', name: 'a Photoshop file', remedy: toPicture, matches: startsWith(ascii('8BPS')) },
  {
    type: 'application/pdf',
    name: 'a PDF',
    remedy: 'Draw a page of it with the component "pdf": { "pdf": "FILE" }',
    isAttachment: true,
    matches: startsWith(ascii('%PDF-')),
  },
  {
    type: 'application/x-font-type1',
    name: 'a Type 1 font',
    remedy: toFont,
    matches: (bytes) => at(0, ascii('%!PS-AdobeFont'), ascii('%!FontType1'))(bytes.subarray(bytes[0] === 0x80 ? 6 : 0)),
  },
  {
    type: 'application/postscript',
    name: 'an EPS or PostScript file',
    remedy: 'Convert it to PNG (for example: gs -sDEVICE=pngalpha -r300 -dEPSCrop -o picture.png FILE)',
    // The second one is a file with a preview for Windows.
    matches: startsWith(ascii('%!PS'), [0xc5, 0xd0, 0xd3, 0xc6]),
  },
  // DOCX, XLSX and ODS are zip files too.
  {
    type: 'application/zip',
    name: 'a zip file',
    remedy: toPicture,
    isAttachment: true,
    matches: startsWith(ascii('PK\x03\x04')),
  },
  // No type of its own for XML, CSV or HTML: a browser that shows a text as plain text runs nothing in it.
  { type: 'text/plain', name: 'a text', isAttachment: true, matches: isText },
];

const allDrawn = types.flatMap(({ type, drawn }) => (drawn ? [{ type, ...drawn }] : []));
const pictureTypes = allDrawn.filter(({ type }) => type.startsWith('image/'));
const drawnTypes = [...pictureTypes, ...allDrawn.filter(({ type }) => !type.startsWith('image/'))];

const hasEnding = (list: readonly { readonly endings: readonly string[] }[]) =>
  new RegExp(`\\.(?:${list.flatMap(({ endings }) => endings).join('|')})$`, 'i');

const listOf = (list: readonly { readonly name: string }[]) =>
  list
    .map(({ name }) => name)
    .join(', ')
    .replace(/, ([^,]+)$/, ' or $1');

/** Media types of the pictures that templates draw. */
export const pictureMediaTypes: readonly string[] = pictureTypes.map(({ type }) => type);

/** Such as "PNG or JPEG". */
export const pictureNames = listOf(pictureTypes);

/** Endings of images, fonts and colour profiles. */
export const drawableName = hasEnding(drawnTypes);

export const pictureName = hasEnding(pictureTypes);

/** The message about a data: URI in which `findPictureInUri` finds no picture. */
export const pictureUriFault = `The data: URI is not a base64 ${pictureNames}.`;

/** Where the base64 of the picture in a data: URI begins. Undefined: it is not a base64 picture. Its bytes say what kind of picture it is. */
export function findPictureInUri(text: string): number | undefined {
  return /^data:image\/[a-z\d+.-]+;base64,/i.exec(text)?.[0].length;
}

/** Where the base64 of the PDF in a data: URI begins. Undefined: it is not a base64 PDF. */
export function findPdfInUri(text: string): number | undefined {
  return /^data:application\/pdf;base64,/i.exec(text)?.[0].length;
}

const typeOf = (bytes: Uint8Array): AssetType | undefined => types.find((one) => one.matches(bytes));

/** The media type of a file, also of types that cannot be drawn. Undefined: the type is unknown. */
export function findMediaType(bytes: Uint8Array): string | undefined {
  return typeOf(bytes)?.type;
}

/** Why a file cannot be drawn, and what to do. The text goes after the name of the file. `wanted`: which files can be. Undefined: the file can be drawn. */
export function findDrawingFault(bytes: Uint8Array, wanted = listOf(drawnTypes)): string | undefined {
  if (bytes.length === 0) return 'is empty. Give the whole file';
  const found = typeOf(bytes);
  if (found === undefined || found.type === 'text/plain') return `is not a ${wanted} file`;
  return found.remedy && `is ${found.name}, which cannot be drawn. ${found.remedy}`;
}

/**
 * Why a file can be no asset of a template: neither drawn nor attached. The text goes after the name of the file. Undefined: it can. A name with the
 * ending of a picture or font needs such a file.
 */
export function findAssetFault(bytes: Uint8Array, name?: string): string | undefined {
  const fault = findDrawingFault(bytes);
  if (fault === undefined || bytes.length === 0) return fault;
  const found = typeOf(bytes);
  if (found) return found.isAttachment && !drawableName.test(name ?? '') ? undefined : fault;
  return `${fault}, and no attachment either. Attach PDF, XML, CSV and other texts, DOCX, XLSX, ODS or ZIP`;
}

/** Whether an asset is a text: it has no control characters but those that lay it out. UTF-16, which has zeros, begins with its mark. */
function isText(bytes: Uint8Array): boolean {
  if (startsWith([0xff, 0xfe], [0xfe, 0xff])(bytes)) return bytes.length % 2 === 0;
  return bytes.length > 0 && bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Whether an asset is an SVG drawing: its root element is `svg`. XML allows a declaration, comments and a doctype before it. */
function isSvg(bytes: Uint8Array): boolean {
  let text = new TextDecoder().decode(bytes.subarray(0, 65_536)).trimStart();
  for (;;) {
    const end = text.startsWith('<?')
      ? text.indexOf('?>') + 2
      : text.startsWith('<!--')
        ? text.indexOf('-->') + 3
        : /^<!doctype\s+svg\b/i.test(text)
          ? doctypeEnd(text)
          : 0;
    if (end < 2) return /^<(?:svg|\w+:svg)[\s/>]/.test(text);
    text = text.slice(end).trimStart();
  }
}

function doctypeEnd(text: string): number {
  const subset = /^[^>[]*\[/.exec(text);
  return subset ? text.indexOf(']>', subset[0].length) + 2 : text.indexOf('>') + 1;
}
