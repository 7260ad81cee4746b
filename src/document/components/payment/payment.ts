// The component `payment`: the Swiss QR bill, and the QR code for SEPA credit transfers.
import type { JsonSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { encodeQr } from '../../barcode/encode-qr.ts';
import { symbologies } from '../../barcode/index.ts';
import { type Decimal, decimalText, isDecimal } from '../../expression/decimal.ts';
import type { Box } from '../../layout/box.ts';
import { resolveLength } from '../../layout/length.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { onDemand } from '../../on-demand.ts';
import { type Fault, type GivenPayment, later } from '../../payment/faults.ts';
import { billLanguageOf, billLanguages } from '../../payment/languages.ts';
import { sizeOrPercent, text } from '../../template/property-schemas.ts';
import { textPropertyNames } from '../../text/text-properties.ts';
import { drawMatrix } from '../barcode/draw-code.ts';
import { tooSmall } from '../barcode/too-small.ts';
import { type CompileContext, defineComponent, nameOf } from '../component.ts';
import { parseLength } from '../lengths.ts';
import { openFigure, openSaidFigure } from '../roles.ts';

const parts = onDemand('payments', () => import('./payment-parts.ts'));

const mm = 72 / 25.4;

/** The address of somebody in a payment. */
export const paymentAddress = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { ...text, description: 'The name of a person or company: at most 70 characters.' },
    street: { ...text, description: 'The street: at most 70 characters.' },
    buildingNumber: { ...text, description: 'The number of the building: at most 16 characters.' },
    postalCode: { ...text, description: 'The postal code without a country: at most 16 characters.' },
    town: { ...text, description: 'The town: at most 35 characters.' },
    country: { ...text, description: 'The country: two letters by ISO 3166-1, such as `CH`.' },
  },
  required: ['name'],
} as const satisfies JsonSchema;

const party = { oneOf: [paymentAddress, { ...text, title: 'a text such as `"{{ seller }}"`' }] } as const satisfies JsonSchema;

const kinds = ['qrBill', 'epc'] as const;
type Kind = (typeof kinds)[number];

const titles: Readonly<Record<Kind, string>> = { qrBill: 'QR bill', epc: 'EPC code' };
const standards: Readonly<Record<Kind, string>> = {
  qrBill: ' Numbers in brackets are chapters of the Swiss Implementation Guidelines QR-bill 2.3.',
  epc: '',
};

/** The properties that only one kind has. */
const ownProperties: Readonly<Record<Kind, readonly string[]>> = {
  qrBill: ['debtor', 'billingInformation', 'alternativeProcedures', 'language', 'cut', 'font'],
  epc: ['bic', 'purpose', 'information', 'version', 'width', 'align', 'color'],
};

/** The properties whose values the checks read. */
const valueNames = [
  ...[
    'account',
    'creditor',
    'debtor',
    'amount',
    'currency',
    'reference',
    'message',
    'billingInformation',
    'alternativeProcedures',
  ],
  ...['bic', 'purpose', 'information'],
] as const;

/** Families that the guidelines allow (3.4). */
const allowedFonts = ['Arial', 'Frutiger', 'Helvetica', 'Liberation Sans'];
const billFont = 'liberation-sans';

export const payment = defineComponent({
  type: 'payment',
  content: 'figure',
  knownAs: ['qrbill', 'swissqrbill', 'swissqr', 'qrinvoice', 'epc', 'epcqr', 'girocode', 'giro', 'sepa', 'bezahlcode'],
  group: 'graphic',
  summary: 'A payment: the Swiss QR bill, or the QR code for a SEPA credit transfer.',
  properties: {
    payment: {
      enum: kinds,
      'x-written': true,
      description:
        '`qrBill`: the Swiss QR bill, receipt and payment part, 210 × 105 mm. `epc`: the QR code by which banking apps fill in a SEPA credit transfer.',
    },
    account: { ...text, description: 'The IBAN of the creditor.' },
    creditor: {
      ...party,
      description:
        'Who is paid: an address, or a binding such as `"{{ seller }}"` that gives an object with these members. An `epc` takes the name alone too.',
    },
    debtor: {
      ...party,
      description:
        'Who pays. Without it, or with the text `open`, a QR bill has a field in which the payer writes name and address.',
    },
    amount: {
      oneOf: [
        { ...text, title: 'a text such as `"{{ total }}"`' },
        { type: 'number', 'x-written': true },
      ],
      description:
        'The amount: a number with at most two decimals. Without it, or with the text `open`, the payer writes the amount.',
    },
    currency: {
      ...text,
      description:
        'The currency: CHF or EUR for a QR bill, EUR for an `epc`. Default: the `currency` of the template; EUR for an `epc` without one.',
    },
    reference: {
      ...text,
      description:
        'The reference by which the creditor finds the payment: a QR reference where the account is a QR-IBAN, otherwise a creditor reference by ISO 11649 (`RF…`). The text `none` is no reference.',
    },
    checkDigit: {
      enum: ['given', 'computed'],
      default: 'given',
      description:
        '`given`: the reference has its check digits, which are checked. `computed`: they are computed and added; a QR reference gets leading zeros, a creditor reference `RF`.',
    },
    message: { ...text, description: 'A text for the creditor: at most 140 characters.' },
    billingInformation: {
      ...text,
      description:
        'Information for the accounting of the payer, such as `//S1/10/10201409/11/190512` by Swico. With the `message` it has at most 140 characters.',
    },
    alternativeProcedures: {
      type: 'array',
      items: text,
      maxItems: 2,
      description: 'Data of other procedures, such as `eBill/B/simon.muster@example.com`: at most 100 characters each.',
    },
    language: {
      ...text,
      description: `The language of the QR bill: ${billLanguages.map((one) => `\`${one}\``).join(', ')}. Default: the language of the \`locale\`, or \`en\` if bills do not have it.`,
    },
    cut: {
      enum: ['scissors', 'text', 'none'],
      default: 'scissors',
      description:
        'Where the QR bill is cut off: lines with scissors, lines with the sentence above that asks to separate it, or nothing, for perforated paper.',
    },
    bic: { ...text, description: 'The BIC of the bank: needed by version `001`, and outside of the European Economic Area.' },
    purpose: { ...text, description: 'The purpose of the transfer by ISO 20022: up to four letters, such as `CHAR`.' },
    information: { ...text, description: 'A text for the payer: at most 70 characters.' },
    version: { enum: ['001', '002'], default: '002', description: 'The version of the `epc`.' },
    width: {
      ...sizeOrPercent,
      description: 'Width of the `epc` without the room around it: leave 4 modules free. Default: 25 mm.',
    },
    align: {
      enum: ['left', 'center', 'right'],
      default: 'left',
      description: 'Horizontal position of the `epc` in the available width.',
    },
  },
  required: ['account', 'creditor'],
  example: {
    payment: 'epc',
    account: 'DE71110220330123456789',
    creditor: 'Gratwerk GmbH',
    amount: '{{ total }}',
    message: 'Invoice {{ number }}',
  },
  sizesItself: true,
  warnsOfWidth: true,
  canPrint: () => true,
  compile(props, context, pointer) {
    const kind: Kind = props.payment;
    const name = nameOf(props, pointer, context);
    warnOfProperties(props, kind, context, pointer);
    const values = valueNames.map((one) => [one, compileGiven(props[one], context, `${pointer}/${one}`)] as const);
    const written = { checkDigit: props.checkDigit, version: props.version };
    const read = kind === 'qrBill' ? parts().readQrBill : parts().readEpc;
    const known = Object.fromEntries(values.map(([one, value]) => [one, value.known]));
    // The data may bring the currency of the template.
    const { faults } = read({ currency: later, ...written, ...withoutEmpty(known) });
    for (const { place, message } of faults) reportFault(place, message, values, context, pointer);
    const givenFor = (scope: BoundScope): GivenPayment => ({
      currency: scope.format.currency,
      ...written,
      ...withoutEmpty(Object.fromEntries(values.map(([one, value]) => [one, value.read(scope)]))),
    });
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const leaveOut = (scope: BoundScope, session: LayoutSession, reason: string) => {
      session.warn('bad-payment', name, scope.place, `The ${titles[kind]} is left out: ${reason}${standards[kind]}`);
      return [];
    };
    const refuse = (found: readonly Fault[], scope: BoundScope, session: LayoutSession) =>
      leaveOut(scope, session, found.map(({ place, message }) => `"${place.replaceAll('/', '.')}" ${message}.`).join(' '));
    if (kind === 'epc') {
      const { readEpc, writeEpc, inGroups } = parts();
      const givenWidth = props.width === undefined ? undefined : parseLength(props.width, context.template.unit);
      const widthIn = (room: number) => (givenWidth === undefined ? 25 * mm : resolveLength(givenWidth, room));
      return {
        build(scope, width, session) {
          session.countBox();
          const { payment: found, faults: wrong } = readEpc(givenFor(scope));
          if (!found) return refuse(wrong, scope, session);
          const code = encodeQr(writeEpc(found), { ecc: 'medium' });
          if ('error' in code) return leaveOut(scope, session, code.error);
          const wide = widthIn(width);
          const isTooWide = wide > width + 0.1;
          if (isTooWide)
            session.warn(
              'barcode-too-wide',
              name,
              scope.place,
              `The EPC code is ${Math.round(wide - width)} pt wider than its place.`,
            );
          const doubt = tooSmall(symbologies.qr, code, wide);
          if (doubt !== undefined) session.warn('barcode-too-small', name, scope.place, doubt);
          const money = found.amount === undefined ? [] : [`EUR ${found.amount}`];
          const said = [
            'EPC QR code: ',
            [found.name, inGroups(found.account), ...money, found.reference || found.message].filter(Boolean).join(', '),
          ];
          const tag = alt ? openFigure(alt, scope) : openSaidFigure(said.join(''), scope);
          session.nameElement(tag, name, scope.place);
          const left = props.align === 'right' ? width - wide : props.align === 'center' ? (width - wide) / 2 : 0;
          const box = drawMatrix({ code, left, width: wide, fill: context.style.resolve(scope).style.color, tag }, undefined);
          box.reach = { left, width: wide };
          box.owner = { component: name, place: scope.place, isTooWide };
          return [box];
        },
        measure: () => {
          const wide = typeof props.width === 'string' ? 0 : widthIn(0);
          return { min: wide, max: wide };
        },
      };
    }
    const { readQrBill, drawBill, BillWriter, billWidth } = parts();
    const language = props.language === undefined ? undefined : context.text(props.language, `${pointer}/language`);
    if (language?.isLiteral && billLanguageOf(language.plain({} as BoundScope)) === undefined)
      context.template.report(
        'error',
        'wrong-value',
        `${pointer}/language`,
        `must be one of ${billLanguages.map((one) => `"${one}"`).join(', ')}, got ${JSON.stringify(props.language)}`,
      );
    const { engine, styles } = context.template;
    return {
      build(scope, width, session): readonly Box[] {
        session.countBox();
        const { bill, faults: wrong } = readQrBill(givenFor(scope));
        if (!bill) return refuse(wrong, scope, session);
        if (width < billWidth - 1) {
          const room = Math.floor(width / mm);
          const remedy = '"footer": [{ "on": "last", "bleed": true, "body": { "payment": "qrBill", … } }]';
          return leaveOut(
            scope,
            session,
            `it is 210 mm wide, and its place is ${room} mm wide. Put it into a footer at the edges of an A4 sheet: ${remedy}.`,
          );
        }
        const asked = language?.plain(scope);
        const found = billLanguageOf(asked ?? scope.format.locale);
        if (asked !== undefined && found === undefined)
          return leaveOut(
            scope,
            session,
            `"language" is ${JSON.stringify(asked)}, and bills have ${billLanguages.join(', ')} only.`,
          );
        const writer = new BillWriter({
          engine,
          styles,
          around: context.style.resolve(scope),
          font: props.font ?? billFont,
          name,
          scope,
          session,
        });
        const box = drawBill(
          bill,
          {
            language: found ?? 'en',
            cut: props.cut ?? 'scissors',
            alt: alt?.printed(scope).trim() || undefined,
            tag: scope.tag,
            writer,
          },
          (left, bottom) => {
            const place = findMisplacement(left, bottom, session.sheet);
            if (place !== undefined) session.warn('payment-misplaced', name, scope.place, `The QR bill stands ${place}.`);
          },
        );
        if (typeof box === 'string') return leaveOut(scope, session, `${box}.`);
        box.owner = { component: name, place: scope.place, isTooWide: false };
        return [box];
      },
      measure: () => ({ min: billWidth, max: billWidth }),
    };
  },
});

interface GivenValue {
  /** What is known before there are data. */
  readonly known: unknown;
  read(scope: BoundScope): unknown;
}

/** Compiles a value of a template: a text with bindings, an object or a list of such texts. */
function compileGiven(given: unknown, context: CompileContext, place: string): GivenValue {
  if (Array.isArray(given)) {
    const entries = given.map((one, i) => compileGiven(one, context, `${place}/${i}`));
    return { known: entries.map(({ known }) => known), read: (scope) => entries.map(({ read }) => read(scope)) };
  }
  if (isObject(given)) {
    const entries = Object.entries(given).map(([key, one]) => [key, compileGiven(one, context, `${place}/${key}`)] as const);
    return {
      known: Object.fromEntries(entries.map(([key, { known }]) => [key, known])),
      read: (scope) => Object.fromEntries(entries.map(([key, { read }]) => [key, read(scope)])),
    };
  }
  if (typeof given !== 'string') return { known: given, read: () => given };
  const compiled = context.value(given, place, true);
  if (compiled.isLiteral) {
    const known = compiled.plain({} as BoundScope);
    return { known, read: () => known };
  }
  const [only, ...others] = compiled.parts;
  if (typeof only !== 'object' || others.length > 0) return { known: later, read: (scope) => compiled.plain(scope) };
  return {
    known: later,
    read(scope) {
      const value = only.evaluate(scope);
      // A missing value is an empty one; the property itself is there.
      if (value === undefined) return null;
      return isDecimal(value) && typeof value !== 'number' ? decimalText(value as Decimal) : value;
    },
  };
}

/** Without the properties that the template leaves out. */
const withoutEmpty = (given: GivenPayment): GivenPayment =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Reports a fault of what the template itself writes. */
function reportFault(
  place: string,
  message: string,
  values: readonly (readonly [name: string, GivenValue])[],
  { template }: CompileContext,
  pointer: string,
): void {
  const isWritten = values.some(([one, { known }]) => place.split('/')[0] === one && known !== undefined);
  template.report(
    'error',
    'wrong-value',
    isWritten ? `${pointer}/${place}` : pointer,
    `"${place.replaceAll('/', '.')}" ${message}`,
  );
}

function warnOfProperties(
  props: Readonly<Record<string, unknown>>,
  kind: Kind,
  { template }: CompileContext,
  pointer: string,
): void {
  const noEffect = (one: string, reason: string) =>
    template.report('warning', 'no-effect', `${pointer}/${one}`, `"${one}" has no effect ${reason}`);
  const [other] = kinds.filter((one) => one !== kind);
  for (const one of ownProperties[other!])
    if (props[one] !== undefined) noEffect(one, `on "payment": "${kind}". "${other}" has it.`);
  if (kind === 'epc') return;
  for (const one of textPropertyNames)
    if (one !== 'font' && one !== 'color' && props[one] !== undefined)
      noEffect(one, 'on a QR bill: the guidelines say how its texts look. Leave it out.');
  if (props.lang !== undefined) noEffect('lang', 'on a QR bill. Write "language".');
  const { font } = props;
  const plain = (family: string) => family.toLowerCase().replace(/[^a-z]/g, '');
  if (typeof font === 'string' && !allowedFonts.some((one) => plain(font).startsWith(plain(one)))) {
    const message = `A QR bill is written in ${allowedFonts.slice(0, -1).join(', ')} or ${allowedFonts.at(-1)} (Swiss Implementation Guidelines QR-bill 2.3, 3.4). Leave "font" out for Liberation Sans, or write one of these families of "fonts".`;
    template.report('warning', 'payment-font', `${pointer}/font`, message);
  }
}

/** Where a bill stands on its sheet, if it is not at its lower edge. */
function findMisplacement(
  left: number,
  bottom: number,
  sheet: { readonly width: number; readonly height: number },
): string | undefined {
  const above = Math.round((sheet.height - bottom) / mm);
  const beside = Math.round(left / mm);
  if (above > 0)
    return `${above} mm above the lower edge of the sheet, where it must be cut off or perforated (3.1). Put it last into a footer with "bleed": true`;
  if (beside > 0 && Math.round((sheet.width - left) / mm) !== 210)
    return `${beside} mm from the left edge of the sheet, and must reach an edge`;
  return undefined;
}
