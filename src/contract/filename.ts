// Names of results that are safe on every file system.

/** Names that Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name without a folder, ending in `.pdf`, from whatever a template's `document.filename` gave. */
export function toFilename(wanted: string): string {
  const plain = wanted
    .replace(/\.pdf$/i, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '');
  let name = '';
  for (const character of plain) {
    // 200 bytes leave room for what callers add, within the 255 that file systems allow.
    if (Buffer.byteLength(name + character) > 200) break;
    name += character;
  }
  return `${name === '' || device.test(name) ? `document${name && `-${name}`}` : name}.pdf`;
}
