// The text of a row or record that could not be read, in a file of rejected rows. It stands behind the reason: nobody can tell yet which part of it
// belongs to which column.

/** Longer texts are cut: one cell must not fill the memory of the program that opens the file. */
const mostText = 100_000;
const mark = '; the text is: ';

/** The reason of a rejection, with the text of the row. */
export function writeUnread(reason: string, text: string, most = mostText): string {
  if (text === '') return reason;
  return `${reason}${mark}${text.length > most ? `${text.slice(0, most)}…` : text}`;
}

/** The text in a reason that `writeUnread` wrote. */
export function readUnread(reason: string): string {
  const at = reason.indexOf(mark);
  return at < 0 ? reason : reason.slice(at + mark.length);
}

/** The fault of a row that an earlier run could not read, and nobody has corrected since. */
export const stillUnread = 'holds only the reason of a rejection: write its values, whose text is in pdfgen_error, or remove it';
