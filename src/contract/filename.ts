// Names of results that are safe on every file system.

/** Names that Windows keeps for devices, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name without a folder, ending in `.pdf`, from whatever a template's `document.filename` gave. */
export function toFilename(wanted: string): string {
  const name = toNamePart(wanted.replace(/\.pdf$/i, ''));
  return `${name === '' || device.test(name) ? `document${name && `-${name}`}` : name}.pdf`;
}

/** The name of a folder from any text; empty where nothing of it can stand in a name. */
export function toFolderName(wanted: string): string {
  const name = toNamePart(wanted).replace(/[.\s]+$/, '');
  return device.test(name) ? `folder-${name}` : name;
}

/** What no file system understands as something else than a name: no separators, no dots, spaces and dashes at its ends. */
export function toNamePart(wanted: string): string {
  const plain = wanted
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '');
  let name = '';
  for (const character of plain) {
    // 200 bytes leave room for what callers add, within the 255 that file systems allow.
    if (Buffer.byteLength(name + character) > 200) break;
    name += character;
  }
  return name;
}
