// Cleans text for layout: one kind of line end, no control characters, no halves of surrogate pairs.

const special = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;
/** UAX #14, classes BK, CR, LF and NL. */
const lineEnd = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** A tab in text without stops. */
const tab = '    ';

export function cleanText(text: string, hasStops: boolean): string {
  if (!special.test(text)) return text;
  return text
    .replace(lineEnd, '\n')
    .replaceAll('\t', hasStops ? '\t' : tab)
    .replace(control, '')
    .replace(loneSurrogate, '\ufffd');
}

/** The code points that `cleanText` leaves out, or prints as U+FFFD. */
export function findUnprintable(text: string): readonly number[] {
  return [...text.matchAll(control), ...text.matchAll(loneSurrogate)].map(([found]) => found.charCodeAt(0));
}
