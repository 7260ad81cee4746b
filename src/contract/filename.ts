// Makes names of files and folders that are safe on every file system.

/** Names that Windows reserves for devices, with any ending. It reads the superscript digits of Latin-1 as digits. */
const device = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/i;

/** A file name without a folder, made from any value of a template's `document.filename`. */
export function toFilename(wanted: string, ending: '.pdf' | '.xml' = '.pdf'): string {
  const name = toNamePart(wanted.replace(/\.(?:pdf|xml)$/i, (given) => (given.toLowerCase() === ending ? '' : given)));
  return `${name === '' || device.test(name) ? `document${name && `-${name}`}` : name}${ending}`;
}

/** Whether every file system takes a text as the name of a file. */
export function isPlainName(name: string): boolean {
  return name !== '' && name.normalize('NFC') === toNamePart(name) && !device.test(name);
}

/** The name of a folder, made from any text. Empty: no part of the text can be used in a name. */
export function toFolderName(wanted: string): string {
  const name = toNamePart(wanted).replace(/[.\s]+$/, '');
  return device.test(name) ? `folder-${name}` : name;
}

/** A similar name in ASCII, for clients that read only ASCII. */
export function toAsciiName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // Normalizing may make a name unsafe: `．／` becomes dots and a separator, `ＣＯＮ` a device. So the name is made safe again. Its ending is left
  // out meanwhile, because a name without other characters would become the bare ending.
  const ending = /\.[a-z]+$/.exec(letters)?.[0] ?? '';
  const safe = toNamePart(letters.slice(0, letters.length - ending.length));
  return `${safe === '' || device.test(safe) ? `file${safe && `-${safe}`}` : safe}${ending}`;
}

/** A text that every file system reads as a plain name: without separators, and without dots, spaces or dashes at its ends. */
export function toNamePart(wanted: string): string {
  const plain = wanted
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '');
  const encoder = new TextEncoder();
  let name = '';
  for (const character of plain) {
    // File systems allow 255 bytes. Callers may add up to 55.
    if (encoder.encode(name + character).length > 200) break;
    name += character;
  }
  return name;
}
