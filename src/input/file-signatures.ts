// Recognises files by their first bytes, whatever their names say.

/** A zip, such as a workbook. */
export const isZip = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 4)).equals(Buffer.from('PK\x03\x04'));

/** The container of .xls files and of workbooks with a password. */
export const isCompoundFile = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 8)).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
