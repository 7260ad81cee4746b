// The form of a signature place in a file: room for the signature and for what leads to it, so that a signature can be written into the file without
// moving anything. Until then, readers see an empty field.

/** Objects that `pdfgen sign` changes in place. Each stands in the file as it is written here, in no object stream. */
export const signaturePlace = {
  /** The beginning of the signature dictionary; its object follows that of the field. ISO 32000-2, 12.8.1. */
  head: '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached',
  /** Digits for each number of the range. */
  range: '/ByteRange[0 0000000000 0000000000 0000000000]',
  /** Bytes for the signature itself. */
  room: 8192,
  /** Bytes for its date, its reason and other texts. */
  texts: 1024,
  /** The value of the field. An entry that is null counts as absent (ISO 32000-2, 7.3.9). */
  value: '/V null                    ',
  /** Entry of the form. 3 says that a signature exists and that the file may only be added to. */
  flags: '/SigFlags 0',
} as const;

/** The signature dictionary before it is filled. */
export function formatSignaturePlace(): string {
  const { head, range, room, texts } = signaturePlace;
  return `${head}${range}/Contents<${'0'.repeat(room * 2)}>${' '.repeat(texts)}>>`;
}
