// Media types found from the bytes: a name or a header may say anything.

interface Kind {
  readonly type: string;
  matches(bytes: Uint8Array): boolean;
}

const startsWith =
  (...wanted: readonly (readonly number[])[]) =>
  (bytes: Uint8Array): boolean =>
    wanted.some((one) => one.every((value, i) => bytes[i] === value));
const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** The kinds of files a template may have. */
const kinds: readonly Kind[] = [
  { type: 'image/png', matches: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/jpeg', matches: startsWith([0xff, 0xd8, 0xff]) },
  { type: 'font/ttf', matches: startsWith([0, 1, 0, 0], ascii('true')) },
  { type: 'font/otf', matches: startsWith(ascii('OTTO')) },
  { type: 'font/woff', matches: startsWith(ascii('wOFF')) },
  { type: 'font/woff2', matches: startsWith(ascii('wOF2')) },
  // ICC.1:2022, 7.2.9: the profile file signature stands at byte 36.
  { type: 'application/vnd.iccprofile', matches: (bytes) => startsWith(ascii('acsp'))(bytes.subarray(36, 40)) },
  { type: 'image/svg+xml', matches: isSvg },
];

/** Names of the kinds, for messages. */
export const mediaTypeNames = 'PNG, JPEG, SVG, TTF, OTF, WOFF, WOFF2 or ICC';

/** The media type of a file, or undefined if it is of no kind that templates use. */
export function findMediaType(bytes: Uint8Array): string | undefined {
  return kinds.find((kind) => kind.matches(bytes))?.type;
}

/** Whether the root element is `svg`, after what XML allows before it. */
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
