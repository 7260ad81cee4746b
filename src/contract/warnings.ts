// The table of warnings about rendered documents. All code that raises, lists or documents warnings uses it.
import { type Breach, PdfgenError } from './errors.ts';
import type { RenderWarning } from './generate.ts';

/** Each warning with its meaning, its effect on the document, and what to do. The reference page prints the table. */
export const warningTable = {
  'animated-image': 'An image is animated. Its first frame is printed. Save the frame that you want as a picture of its own.',
  'anchor-twice':
    'Several places have the same `anchor`, and something asks for it: a link, `page_number`, `number_of` or `title_of`. The first place is taken. Give each place a name of its own: in a list, use a binding in the name, such as `"{{ item.id }}"`.',
  'bad-barcode':
    'A value cannot be written as this kind of barcode. The barcode is left out. Correct the value, or choose another `symbology`.',
  'bad-payment':
    'A value of a payment breaks a rule of its standard: the message lists all of them. The QR bill or EPC code is left out, because no bank would take it. Correct the values. Or a QR bill has no room: the message says which footer to write.',
  'band-missing':
    'A page gets none of the variants of its header or footer. The page has no header or footer. Add a variant with `"on": "all"` at the end of the list, with `"body": []` if this is meant. A list with a single variant gives no warning.',
  'barcode-too-small':
    'The modules of a barcode are smaller, or its bars lower, than scanners can read: the message says what they need. Make its `width` or `height` larger, or its value shorter. The `width` of bars includes their quiet zones. Around other codes, such as a QR code, the quiet zone must stay free too.',
  'barcode-too-wide': 'A barcode is wider than its place. Give it more room or a smaller `width`.',
  'bound-behaviour':
    'Data choose a style that has more than text properties and a background, such as a `margin`, `border`, `role` or `break`. The rest of the style has no effect, because it must be known before the data. Write the rest at the component, or in a style that the template names.',
  'box-overflow':
    'The content is higher than its box: it is cut at the `height` or `h`, reaches below a frame that does not grow, reaches into another child of its frame, or covers what follows because its page numbers or marks need more lines than it keeps free. Make the box higher or wider, use `minHeight`, or let the frame `grow`.',
  'cell-dropped':
    'A cell of a row that is written cell by cell stands only in columns of an `each` whose list is empty. The cell is left out. Put its content into another column, or let it cover one.',
  'chart-cut':
    'A chart leaves something out: a part of its legend or of a name, the titles of its axes, or values beyond the `min` or `max` of an axis. The message says what. Make the chart higher or wider, or change the axis.',
  'chart-empty':
    'A chart has no value to show with these data. Its place stays empty, or has the text of `empty`. Check the data, or hide the chart with `when`.',
  'code-too-small':
    'A code is higher than its place has room for, and scanners could not read it if it were made smaller. It is left out, never cut. Make its place higher, the code smaller, or its value shorter.',
  'color-font':
    'The document shows characters of a colour font whose colours cannot be drawn, such as SVG: their outlines are drawn in the colour of the text. Use a version of the font with COLR, CBDT or sbix, or images.',
  'component-too-wide':
    'A component is wider than its place and may cover what stands beside it. Make the component narrower or its place wider. A component with a negative `margin` on the left or right gives no warning.',
  'decimal-shifted':
    'A number does not line up with its column, whose `align` is `"decimal"`: it is a sum of a sheet with more to the right of its separator than the rows, or the column is too narrow. Give all numbers the same decimals, or make the column wider.',
  'digits-lost': 'A number of the data has more digits than a double holds. Write it as a string to keep them.',
  'doubtful-input':
    'A value of a data file is perhaps not what its author meant, such as a number that loses digits, or text in a wrong encoding. The message names the place in the file and the reason. Correct the file, or the option that reads it.',
  'empty-annotation':
    'An annotation has no text with these data, or its icon no width, and is left out. Give it a text, or hide it with `when` if the data has no text.',
  'empty-barcode': 'A barcode has no value and is left out. Give it a value, or hide it with `when` if the data has no value.',
  'empty-body':
    'The components of a page layout print nothing with these data. The document has a page with at most its header, footer, background and overlay. Check the data. To leave out the page, put the components into the layout before, with `"break": { "before": "page" }`. A body without components, or with spacers and page breaks only, gives no warning.',
  'empty-note':
    'A footnote has no text with these data, so its number stands alone at the foot of the page. Check the data, or give the value a default.',
  'field-dropped':
    'A field has no name, no width or no height, the name of another field or group, or stands at an angle at which viewers cannot write. It is left out. Give each field a name of its own. In a list, use a binding in the name.',
  'field-value':
    'The value of a field does not fit it: it is longer than `max`, not one of the `options`, not a date, or neither true nor false. The message says what stands in the field. Correct the value, or the field.',
  'font-mixed':
    'The font of a text lacks letters of its own script, such as `ě` in a file with the letters of Western Europe: they are drawn in Noto Sans, which nobody named. Take a complete file of the font. Or name a font with these letters, such as `noto-sans`, in the `fallback` of its family.',
  'footer-dropped':
    'The footer rows of a table where a page ends are higher than a third of the page. They are left out there. Make them lower.',
  'header-dropped':
    'The header of a table is higher than half a page. It is not repeated on the next pages. Make the header lower.',
  'heading-skipped':
    'A heading or clause shows the number of an outer level, and nothing of that level with a number stands before it: it prints `0`. Give it that level, or give the heading before it a `number`.',
  'image-colors':
    'An image is printed as if its colours were sRGB, and may look different: its colour profile is damaged, not for its colours, or too new, or its colours are of high dynamic range. Save the image in sRGB.',
  'invoice-left-out':
    'The template maps an electronic invoice, and the standard of the document does not allow the XML in it. The XML is left out. Ask for PDF/A-3, or write the XML by `pdfgen invoice`.',
  'invoice-rule':
    'The electronic invoice in the document does not follow a rule that only warns. The message begins with the number of the rule. Correct the value, or the mapping in `invoice`.',
  'lines-overlap':
    'Letters of a line lie over letters of the next line: the `lineHeight` is too small for the font. Leave it out, or make it larger.',
  'link-dropped':
    'The target of a link is neither a http, https, mailto or tel address nor an anchor or page of the document. The text stays without the link. Write the whole address, `#` and the `anchor` of a bookmark, or `#page=3`.',
  'locked-pdf':
    'A PDF is encrypted, so its pages cannot be taken over. Their place stays empty. Save the PDF without a password.',
  'many-points':
    'A chart has more than 1,000 points. Of each group of neighbours the highest and the lowest are drawn, so that no peak is lost; of scattered points that lie on each other, one is drawn. Give the chart fewer points, such as a sum for each day.',
  'misplaced-role':
    'A component with the role `caption` stands beside no table, figure or list, or a component with the role `label` stands outside of a list. Screen readers read it as a paragraph. Put it in its place, or take the role away.',
  'missing-font-style':
    'The document shows text in bold, in italic or with an axis that its family lacks: another font of the family, or the nearest look, is used. Add the file of the style to the family in `fonts`.',
  'missing-glyph': "No font has a glyph for a character. Add a font with this character to the `fallback` of the text's family.",
  'missing-image':
    'There is no image of this name, or it cannot be drawn. Its place stays empty, or has the `fallback` or the `placeholder`. Correct the name, or add the image to the assets. An image without a name gives no warning where it has a `fallback` or a `placeholder`. Markdown prints the alternative text in its place, also of a picture that stands in a line of text: give it a paragraph of its own.',
  'missing-page':
    'A PDF has no page of this number, and its place stays empty. Or the document has no page that its `viewer` should show first, and opens at its beginning. Correct the `page`.',
  'missing-pdf':
    'There is no PDF of this name, or it is damaged. Its place stays empty. Correct the name, add the PDF to the assets, or mend it, for example with `qpdf IN OUT`.',
  'no-hyphenation':
    'A text asks for `hyphenate`, but there are no patterns for its language, or its language is not known. Its words stay whole. Set the `lang` of the document, or add the file of patterns that the message names.',
  'no-columns':
    'All columns of a table are hidden by their `when`. The table is left out, with its header and footer. Correct the conditions, or hide the table itself with `when`.',
  'no-date': 'The template uses `doc.date` but no date was given. Give a date with `options.date` or `--date`.',
  'no-number':
    'What has the anchor of which `number_of` prints the number has none. Nothing is printed. Give it a `number` or a `count`, or put it into an item of a list whose `marker` counts.',
  'no-timezone':
    'A time with an offset from UTC prints as it is written, because the template has no `timezone`. Write the zone of the reader, such as `Europe/Berlin`, or `"timezone": "written"` if this is meant.',
  'no-value':
    'An expression cannot work with a value of the data, for example with a text where a number is needed. The message says what is printed instead. Correct the value, or let the data schema refuse it. Or a value is missing where the template needs one: the message names the first place in the data, and how many there are. Write what stands for it, such as `vat ?? 0`, or require it in the data schema.',
  'not-a-list':
    'What a `repeat`, a `list`, a `table`, `pairs` or a page layout with `each` should go through is not a list. Nothing is repeated. Give a list, or let the data schema refuse other values.',
  'note-too-long':
    'A footnote is higher than half of the page, so it may go on at the foot of the next pages. Shorten it, or put it into the text.',
  'off-sheet':
    'A part of a component lies off the sheet and is not printed. Move it, or make it smaller. Text and barcodes must lie on the sheet whole. Colour, lines and images may run over an edge by up to 9 pt (1/8 inch), the bleed that printers cut off. In the `background` of a page they may run over it as long as their middle is on the sheet.',
  'outside-frame':
    'A child of a frame reaches more than half a point beyond an edge of the frame, where it may cover something else or be covered. Move the child, or make the frame larger: without a `height` it is as high as its children reach, turned children included. Text counts from its baseline to the top of its capitals.',
  'payment-misplaced':
    'A QR bill does not stand at the lower edge of a sheet of A4 in portrait, where payers cut it off. Put it into a footer with `"bleed": true`, as its last component.',
  'pdf-annotations':
    'A page of another PDF (`pdf`) has links, form fields or comments, which are no part of the page as it is printed. Links cannot be followed, form fields not be filled in, and text notes not be opened. What prints is drawn as it looks. The message says what is lost. Flatten the PDF before, if nothing is missing.',
  'row-too-wide':
    'The columns of a row are wider together than their place. Make some columns narrower, or give them the width `"*"`. `"wrap": "anywhere"` cuts what keeps a column wide.',
  'svg-part':
    'A part of an SVG drawing is left out or drawn otherwise than a browser draws it, such as a script, a link, an animation or a font that the template lacks. The message says which. Remove it from the drawing.',
  'too-much-work':
    'A filter would compute for minutes: it goes through a list for each element of a list, or filters of the template use each other many times. It prints nothing. Compute less, or let the data have the value.',
  'tab-shifted':
    'A tab of a text has no stop behind it, or the text after the tab has no room before its stop, so it stands elsewhere. Move the stops of `tabs`, or shorten the text.',
  'sum-differs':
    'A row of sums prints a sum that is not that of the numbers above it as they are printed, because these have more decimals than they print. Round the `value` of the column, or write `"sum": "rounded"` if it is meant. Or a column prints another number where its `value` is missing, which the sum does not count. Write what stands for the value in `value`, such as `l.net ?? 20`, and not in the body.',
  'table-too-wide':
    'The columns of a table are wider together than their place. Make some columns narrower, or give them the width `"*"`. `"wrap": "anywhere"` cuts what keeps a column wide.',
  'text-covered':
    'A border is wider than the padding inside it and covers text or a barcode. Set the `padding` of the component to the width of the border or more.',
  'text-cut':
    'Text does not fit its `maxLines` or `height`, or one of its words is wider than the line, and it is cut. Give it more room, or let it shrink: `"overflow": "shrink"`. Or the text of a `mark` is longer than 1,000 characters: mark a shorter one.',
  'text-too-wide':
    'A run without a place to break (an amount, a number, a date, a code), or the marker of a list, is wider than its place. It stays whole and runs over. Give it more room, such as a `markerWidth`, or ask for breaks inside with `"wrap": "anywhere"`.',
  'toc-empty':
    'A table of contents finds no heading of its levels. Give the headings of the document a role from `heading1` to `heading6`.',
  'unit-too-tall':
    'Something that should stay in one piece is higher than the body of a page. It is divided. Make it lower, or let it break: `"break": { "inside": "auto" }`, in a table `"rowBreak": "allow"`. A picture, chart or code that is higher than its place is made smaller: give it a smaller `width` or `height`.',
  'unknown-anchor':
    'Nothing in a body has the anchor of which `number_of` or `title_of` prints the number or title. Nothing is printed. Correct the name, or give the place an `anchor`.',
  'unknown-currency':
    'A value for `currency` is not a currency code. Amounts are printed with the value unchanged. Give a code of ISO 4217, such as `EUR`.',
  'unknown-lang':
    'A value for `document.lang` is not a language tag. The document still states it. Give a tag such as `de` or `en-GB`.',
  'unknown-locale': 'A value for `locale` is not a known locale. `en-US` is used. Give a locale such as `de-DE`.',
  'unknown-style': 'A value for `style` names no style of the template and has no effect. Give the name of one of its `styles`.',
  'unknown-timezone':
    'A value for `timezone` is not a time zone. Times print with the offset that they are written with. Give a time zone such as `Europe/Berlin`.',
  'unprintable-character':
    'A text has a control character, which is left out, or half of a surrogate pair, which is printed as U+FFFD. The message names the code points. Correct the value.',
  'unread-markdown':
    'Markdown has HTML or front matter, which are not read. They are printed as they are written. Write them as Markdown, or take them out of the text. A comment of HTML prints nothing, and `<br>` is a line break, without a warning. Or a row of a table has more cells than the header, and they are left out: write `\\|` for a `|` in a cell.',
  'wrong-color': 'A value is not a colour such as `#1f3a5f`. The colour is left out. Give `#rgb` or `#rrggbb`.',
  'wrong-path':
    'A binding of a `path` gives no path data of SVG. The path is left out. Correct the data, or hide the path with `when`.',
  'wrong-size':
    'The data gives no usable size for a sheet. A4 is used. Give a name such as `A5` or `A5 landscape`, or `[width, height]` with room for the margins.',
  'wrong-number':
    'A value for a number of a component, such as its `width`, is missing, is no number, or is too small or too large: the default of the property is taken. Or numbers do not fit together, such as the stops of a gradient. Or a value of a chart is no number, or none that its kind can show: it is left out. Correct the value, or write `| default: …`.',
} as const satisfies Record<string, string>;

/** Most warnings that a list of many documents holds of each document, and most characters of each message. */
const mostListed = 10;
const mostCharacters = 300;

/** The first warnings of a document, for a list of many documents. Long messages are cut. */
export function listWarnings(warnings: readonly RenderWarning[]): RenderWarning[] {
  return warnings.slice(0, mostListed).map((one) => {
    const { message } = one;
    return message.length <= mostCharacters
      ? one
      : { ...one, message: `${message.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…` };
  });
}

export type WarningCode = keyof typeof warningTable;

/** A warning as a fault, as strict rendering reports it. */
export function warningBreach({ code, component, dataPath, page, message }: RenderWarning): Breach {
  return {
    path: dataPath === null ? '' : `/data${dataPath}`,
    message,
    keyword: code,
    params: { component, page },
    schemaPath: '',
  };
}

/** Strict rendering: raises RENDER_WARNINGS if there is a warning. */
export function refuseWarnings(warnings: readonly RenderWarning[]): void {
  if (warnings.length === 0) return;
  const count = `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`;
  throw new PdfgenError('RENDER_WARNINGS', `Strict rendering: ${count}.`, { errors: warnings.map(warningBreach) });
}

/** The warning that strict rendering reported as a fault. Undefined: another fault. */
function warningOf({ path, message, keyword, params }: Breach): RenderWarning | undefined {
  const { component, page } = params;
  if (typeof component !== 'string' || (page !== null && typeof page !== 'number')) return undefined;
  return { code: keyword, component, dataPath: path === '' ? null : path.replace(/^\/data(?=\/|$)/, ''), page, message };
}

/** Code and place of a warning: `text-cut, page 2, /pages/0/body/3, data /lines/7`. */
export function describeWarningPlace({ code, component, dataPath, page }: Omit<RenderWarning, 'message'>): string {
  const where = [page === null ? undefined : `page ${page}`, component || undefined, dataPath ? `data ${dataPath}` : undefined];
  return [code, ...where.filter((part) => part !== undefined)].join(', ');
}

/**
 * A breach on one line: its place and its message. A warning of strict rendering has its code and place in brackets. `path`: the place to
 * show.
 */
export function writeBreach(breach: Breach, path = breach.path): string {
  const warning = warningOf(breach);
  return warning ? `${warning.message} (${describeWarningPlace(warning)})` : `${path} ${breach.message}`.trim();
}

/** Place and message of a breach: `/lines/0/qty must be a number`. The place of the whole data is `data`. */
export function describeBreach(breach: Breach): string {
  const path = breach.path === '/data' ? 'data' : breach.path.replace(/^\/data(?=\/)/, '');
  return writeBreach(breach, path);
}
