// Draws a QR bill: receipt and payment part (Swiss Implementation Guidelines QR-bill 2.3, chapter 3, and the Style Guide). Lengths from its top left corner.
import { encodeQr } from '../../barcode/encode-qr.ts';
import type { ModulesItem, PageItem, PathItem, RectItem, TextItem } from '../../layout/fragment.ts';
import { GraphicBox, type GraphicFacts } from '../../layout/graphic-box.ts';
import { decoration, openElement, openSlot } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { Address } from '../../payment/address.ts';
import { printAmount } from '../../payment/amount.ts';
import { type Headings, headingsOf } from '../../payment/headings.ts';
import { inGroups } from '../../payment/iban.ts';
import type { BillLanguage } from '../../payment/languages.ts';
import { nameOfProcedure, type QrBill, writeQrBill } from '../../payment/qr-bill.ts';
import type { TextLine } from '../../text/shaped-text.ts';
import type { Path } from '../../vector/path.ts';
import { corners, cornerWidth, cutLine, mm, scissorsAt, scissorsLength, swissCross } from './bill-marks.ts';
import type { BillWriter } from './bill-writer.ts';
import { type Block, type FittedBlocks, fieldGap, fitBlocks, heightOf, type Sizes } from './fit-blocks.ts';
import type { Cut } from './payment-properties.ts';

export interface BillLook {
  readonly language: BillLanguage;
  readonly cut: Cut;
  /** What is read of the code. */
  readonly alt: string | undefined;
  readonly tag: Tag | undefined;
  readonly writer: BillWriter;
  readonly facts: Omit<GraphicFacts, 'tag'>;
}

export const billWidth = 210 * mm;
export const billHeight = 105 * mm;
const receiptWidth = 62 * mm;
const margin = 5 * mm;
/** Room of the sentence above the line. */
const sentenceRoom = 4.5 * mm;

const titleSize = 11;
const paymentSteps: readonly Sizes[] = [
  { value: 10, heading: 8, line: 11 },
  { value: 9, heading: 7, line: 10 },
  { value: 8, heading: 6, line: 9 },
];
const receiptSteps: readonly Sizes[] = [
  { value: 8, heading: 6, line: 9 },
  { value: 7, heading: 6, line: 8 },
  { value: 6, heading: 6, line: 7 },
];
const amountTop = 68 * mm;

/** From the top of a text to its baseline, in sizes of the text. */
const ascent = 0.905;

/** Draws the bill. A text: why it cannot be drawn. `warnOfPlace`: called with where its top left corner and its lower edge stand on a sheet. */
export function drawBill(
  bill: QrBill,
  { language, cut, alt, tag: around, writer, facts }: BillLook,
  warnOfPlace: (left: number, bottom: number) => void,
): GraphicBox | string {
  const headings = headingsOf[language];
  const code = encodeQr(writeQrBill(bill), { ecc: 'medium' });
  if ('error' in code) return code.error;
  const receipt = fitBlocks(writer, receiptVariants(bill, headings), receiptSteps, { width: 52 * mm, height: 56 * mm });
  const info = fitBlocks(writer, paymentVariants(bill, headings), paymentSteps, { width: 87 * mm, height: 85 * mm });
  if (!receipt || !info) return 'its texts are too long for their place';

  const tag = openSlot(around, language);
  const drawing = new BillDrawing(writer, tag);
  drawing.ground();
  if (cut === 'text') drawing.sentence(headings.separate);
  drawing.openPart();
  drawing.title(headings.receipt, margin);
  drawing.blocks(receipt, margin, 12 * mm);
  drawing.amount(bill, headings, receiptAmount);
  drawing.acceptancePoint(headings.acceptancePoint);
  drawing.openPart();
  drawing.title(headings.paymentPart, receiptWidth + margin);
  drawing.code(code.rects, (46 * mm) / code.width, alt ?? describe(bill, headings));
  drawing.amount(bill, headings, paymentAmount);
  drawing.blocks(info, 118 * mm, margin);
  drawing.procedures(bill.procedures);
  const { items } = drawing;
  const lines = cut === 'none' ? [] : cutItems(cut);
  const above = cut === 'text' ? sentenceRoom : 0;
  const box = new GraphicBox(above + billHeight, { ...facts, tag }, (canvas, x, y) => {
    warnOfPlace(x, y + above + billHeight);
    // At the top edge of a sheet there is nothing to cut: the level line is left out.
    const isEdge = y + above < 1;
    for (const item of [...items, ...lines.filter(({ isLevel }) => !isLevel || !isEdge).map((line) => line.item)])
      canvas.items.push({ ...item, x: x + item.x, y: y + above + item.y, tag: canvas.artifact ?? item.tag } as PageItem);
  });
  box.reach = { left: 0, width: billWidth };
  return box;
}

function addressLines(
  { name, street, buildingNumber, postalCode, town, country }: Address,
  withStreet = true,
): readonly string[] {
  const road = [street, buildingNumber].filter((part) => part !== '').join(' ');
  const place = `${country === 'CH' ? '' : `${country}-`}${postalCode} ${town}`;
  return [name, ...(withStreet && road !== '' ? [road] : []), place];
}

const printReference = ({ type, text }: NonNullable<QrBill['reference']>): string =>
  type === 'QRR' ? `${text.slice(0, 2)} ${inGroups(text.slice(2), 5)}` : inGroups(text);

function commonBlocks(
  { account, creditor, debtor, reference }: QrBill,
  headings: Headings,
  field: NonNullable<Block['field']>,
  [creditorStreet, debtorStreet]: readonly [boolean, boolean] = [true, true],
): { readonly first: readonly Block[]; readonly last: Block } {
  return {
    first: [
      { heading: headings.account, values: [inGroups(account), ...addressLines(creditor, creditorStreet)] },
      ...(reference ? [{ heading: headings.reference, values: [printReference(reference)] }] : []),
    ],
    last: debtor
      ? { heading: headings.payableBy, values: addressLines(debtor, debtorStreet) }
      : { heading: headings.payableByOpen, values: [], field },
  };
}

/** The receipt may leave out streets (3.6.2). */
function receiptVariants(bill: QrBill, headings: Headings): readonly (readonly Block[])[] {
  const field = { width: 52 * mm, height: 20 * mm };
  return (
    [
      [true, true],
      [true, false],
      [false, false],
    ] as const
  ).map((streets) => {
    const { first, last } = commonBlocks(bill, headings, field, streets);
    return [...first, last];
  });
}

/** Additional information that has no room ends in `...` (3.5.4). */
function paymentVariants(bill: QrBill, headings: Headings): readonly (readonly Block[])[] {
  const { first, last } = commonBlocks(bill, headings, { width: 65 * mm, height: 25 * mm });
  const whole = [bill.message, bill.billingInformation].filter((text) => text !== '');
  if (whole.length === 0) return [[...first, last]];
  const all = whole.join(' ');
  const shorter = [100, 70, 40].filter((length) => length < all.length).map((length) => [`${all.slice(0, length).trimEnd()}...`]);
  return [whole, ...shorter].map((values) => [...first, { heading: headings.additionalInformation, values }, last]);
}

/** What is read of the code. */
function describe({ account, creditor, amount, currency, reference }: QrBill, headings: Headings): string {
  const parts = [
    `${headings.account}: ${inGroups(account)}, ${creditor.name}`,
    ...(amount === undefined ? [] : [`${headings.amount}: ${currency} ${printAmount(amount)}`]),
    ...(reference ? [`${headings.reference}: ${printReference(reference)}`] : []),
  ];
  return `Swiss QR Code. ${parts.join('. ')}`;
}

/** Where currency and amount stand. */
interface AmountPlace {
  readonly left: number;
  /** From the currency to the amount. */
  readonly gap: number;
  readonly heading: number;
  readonly value: number;
  readonly line: number;
  /** The field in which the payer writes: its right edge, and whether it stands beside the heading or below it. */
  readonly field: { readonly right: number; readonly width: number; readonly height: number; readonly isBeside: boolean };
}

const receiptAmount: AmountPlace = {
  left: margin,
  gap: 12 * mm,
  heading: 6,
  value: 8,
  line: 11,
  field: { right: receiptWidth - margin, width: 30 * mm, height: 10 * mm, isBeside: true },
};
const paymentAmount: AmountPlace = {
  left: receiptWidth + margin,
  gap: 15 * mm,
  heading: 8,
  value: 10,
  line: 13,
  field: { right: 118 * mm, width: 40 * mm, height: 15 * mm, isBeside: false },
};

type BillItem = TextItem | RectItem | PathItem | ModulesItem;

const black = '#000000';
const white = '#ffffff';

class BillDrawing {
  readonly items: BillItem[] = [];
  readonly #writer: BillWriter;
  readonly #whole: Tag | undefined;
  #part: Tag | undefined;

  constructor(writer: BillWriter, tag: Tag | undefined) {
    this.#writer = writer;
    this.#whole = tag;
    this.#part = tag;
  }

  /** Begins a group: the items drawn from now on belong together. */
  openPart(): void {
    this.#part = openElement(this.#whole, 'Sect');
  }

  /** White, so that the code can be read on any page. */
  ground(): void {
    this.#rect(0, 0, billWidth, billHeight, white, decoration);
  }

  sentence(text: string): void {
    const size = 7;
    const [line] = this.#writer.wrap(text, { size }, Number.POSITIVE_INFINITY);
    this.#line(line!, (billWidth - line!.width) / 2, -1.2 * mm, this.#paragraph());
  }

  title(text: string, left: number): void {
    this.#text(text, { size: titleSize, bold: true }, left, margin + ascent * titleSize);
  }

  blocks({ blocks, sizes, gap }: FittedBlocks, left: number, top: number): void {
    let y = top;
    for (const block of blocks) {
      const { heading, values, field } = block;
      let baseline = y + ascent * sizes.heading;
      this.#line(heading, left, baseline, this.#paragraph());
      baseline += sizes.line;
      for (const lines of values) {
        const tag = this.#paragraph();
        for (const line of lines) {
          this.#line(line, left, baseline, tag);
          baseline += sizes.line;
        }
      }
      if (field) this.#corners(left, y + sizes.line + fieldGap, field.width, field.height);
      y += heightOf(block, sizes) + gap;
    }
  }

  amount({ currency, amount }: QrBill, headings: Headings, place: AmountPlace): void {
    const { left, gap, field } = place;
    const heading = amountTop + ascent * place.heading;
    const value = heading + place.line;
    this.#text(headings.currency, { size: place.heading, bold: true }, left, heading);
    this.#text(currency, { size: place.value }, left, value);
    this.#text(headings.amount, { size: place.heading, bold: true }, left + gap, heading);
    if (amount !== undefined) this.#text(printAmount(amount), { size: place.value }, left + gap, value);
    else {
      const top = field.isBeside ? amountTop : value - ascent * place.value;
      this.#corners(field.right - field.width, top, field.width, field.height);
    }
  }

  acceptancePoint(text: string): void {
    const size = 6;
    const [line] = this.#writer.wrap(text, { size, bold: true }, Number.POSITIVE_INFINITY);
    this.#line(line!, receiptWidth - margin - line!.width, 82 * mm + ascent * size, this.#paragraph());
  }

  /** The Swiss QR code with the cross in its middle (6.4). */
  code(rects: readonly number[], scale: number, alt: string): void {
    const tag = openElement(this.#part, 'Figure', { alt });
    const [x, y] = [receiptWidth + margin, 17 * mm];
    this.items.push({ kind: 'modules', x, y, scaleX: scale, scaleY: scale, rects, fill: black, tag });
    const [middleX, middleY] = [x + 23 * mm, y + 23 * mm];
    this.#rect(middleX - 3.5 * mm, middleY - 3.5 * mm, 7 * mm, 7 * mm, white, tag);
    this.#rect(middleX - 3 * mm, middleY - 3 * mm, 6 * mm, 6 * mm, black, tag);
    this.items.push({ ...shape(swissCross(), tag), x: middleX, y: middleY, fill: white });
  }

  procedures(texts: readonly string[]): void {
    const [left, size, room] = [receiptWidth + margin, 7, 138 * mm];
    for (const [i, text] of texts.entries()) {
      const tag = this.#paragraph();
      const baseline = 90 * mm + ascent * size + i * 8;
      const name = nameOfProcedure(text) ?? '';
      const bold = this.#writer.cut(name, { size, bold: true }, room);
      this.#line(bold, left, baseline, tag);
      const rest = this.#writer.cut(text.slice(name.length), { size }, room - bold.width);
      this.#line(rest, left + bold.width, baseline, tag);
    }
  }

  #paragraph(): Tag | undefined {
    return openElement(this.#part, 'P');
  }

  #text(text: string, lettering: { readonly size: number; readonly bold?: boolean }, left: number, baseline: number): void {
    const [line] = this.#writer.wrap(text, lettering, Number.POSITIVE_INFINITY);
    this.#line(line!, left, baseline, this.#paragraph());
  }

  #line({ segments }: TextLine, x: number, y: number, tag: Tag | undefined): void {
    for (const segment of segments) this.items.push({ kind: 'text', x, y, segment, tag });
  }

  #corners(x: number, y: number, width: number, height: number): void {
    const stroke = { width: cornerWidth, color: black, dash: [] };
    this.items.push({ ...shape(corners(width, height), decoration), x, y, stroke });
  }

  #rect(x: number, y: number, width: number, height: number, fill: string, tag: Tag | undefined): void {
    this.items.push({ kind: 'rect', x, y, width, height, fill, stroke: undefined, radius: 0, tag });
  }
}

const shape = (path: Path, tag: Tag | undefined): PathItem => ({
  kind: 'path',
  x: 0,
  y: 0,
  path,
  fill: undefined,
  rule: 'evenodd',
  stroke: undefined,
  tag,
});

/** The lines at which the bill is cut off, with their scissors. `isLevel`: above the bill. */
function cutItems(cut: 'scissors' | 'text'): readonly { readonly item: BillItem; readonly isLevel: boolean }[] {
  const stroke = { width: 0.5, color: black, dash: [] };
  const line = (from: readonly [number, number], to: readonly [number, number]) => ({
    ...shape(cutLine(from, to), decoration),
    stroke,
  });
  const filled = (paths: readonly Path[]) => paths.map((path) => ({ ...shape(path, decoration), fill: black }));
  if (cut === 'text')
    return [
      { item: line([0, 0], [billWidth, 0]), isLevel: true },
      { item: line([receiptWidth, 0], [receiptWidth, billHeight]), isLevel: false },
    ];
  const [from, to] = [margin, margin + scissorsLength * mm];
  const level = [line([0, 0], [from, 0]), line([to, 0], [billWidth, 0]), ...filled(scissorsAt(from, 0, 'right'))];
  const upright = [
    line([receiptWidth, 0], [receiptWidth, from]),
    line([receiptWidth, to], [receiptWidth, billHeight]),
    ...filled(scissorsAt(receiptWidth, from, 'down')),
  ];
  return [...level.map((item) => ({ item, isLevel: true })), ...upright.map((item) => ({ item, isLevel: false }))];
}
