// A QR bill in a document.
import { showJson } from '../../../words/show-json.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { SheetSize } from '../../layout/sheet-size.ts';
import { billLanguageOf, billLanguages } from '../../payment/languages.ts';
import { readQrBill } from '../../payment/qr-bill.ts';
import type { CompileContext } from '../component.ts';
import { mm } from './bill-marks.ts';
import { BillWriter } from './bill-writer.ts';
import { billWidth, drawBill } from './draw-bill.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { Cut } from './payment-properties.ts';

interface BillProps {
  readonly language?: string | undefined;
  readonly cut?: Cut | undefined;
  readonly font?: string | undefined;
}

const billFont = 'liberation-sans';
const footer = '"footer": [{ "on": "last", "bleed": true, "body": { "payment": "qrBill", … } }]';

export function billNode(plan: PaymentPlan, props: BillProps, context: CompileContext, pointer: string): ComponentNode {
  const { name, givenFor, alt, spacing, leaveOut, refuse } = plan;
  const { engine, styles, report } = context.template;
  const language = props.language === undefined ? undefined : context.text(props.language, `${pointer}/language`);
  if (language?.isLiteral && !billLanguageOf(language.plain({} as BoundScope)))
    report('error', 'wrong-value', `${pointer}/language`, explainLanguage(props.language!));
  return {
    build(scope, width, session) {
      session.countBox();
      const { bill, faults } = readQrBill(givenFor(scope));
      if (!bill) return refuse(faults, scope, session);
      if (width < billWidth - 1) {
        const reason = `it is 210 mm wide, and its place is ${Math.floor(width / mm)} mm wide. ${spacing ? `Leave ${spacing} out` : `Put it into a footer at the edges of an A4 sheet: ${footer}`}.`;
        return leaveOut(reason, scope, session);
      }
      const asked = language?.plain(scope);
      const found = billLanguageOf(asked ?? scope.format.locale);
      if (asked !== undefined && !found) return leaveOut(`"language" ${explainLanguage(asked)}.`, scope, session);
      const writer = new BillWriter({
        engine,
        styles,
        around: context.style.resolve(scope),
        font: props.font ?? billFont,
        name,
        scope,
        session,
      });
      const look = {
        language: found ?? 'en',
        cut: props.cut ?? 'scissors',
        alt: alt?.printed(scope).trim() || undefined,
        tag: scope.tag,
        writer,
        // Banks take no other size.
        facts: { name: 'The QR bill', leastScale: 1, component: name, place: scope.place, session },
      } as const;
      const box = drawBill(bill, look, (left, bottom) => {
        const place = findMisplacement(left, bottom, session.sheet, spacing);
        if (place !== undefined) session.warn('payment-misplaced', name, scope.place, `The QR bill stands ${place}.`);
      });
      if (typeof box === 'string') return leaveOut(`${box}.`, scope, session);
      box.owner = { component: name, place: scope.place, isTooWide: false };
      return [box];
    },
    measure: () => ({ min: billWidth, max: billWidth }),
  };
}

const explainLanguage = (given: string): string =>
  `must be one of ${billLanguages.map((one) => `"${one}"`).join(', ')}, got ${showJson(given)}`;

/** Where a bill stands, if it is not at the lower edge of an A4 sheet. */
function findMisplacement(left: number, bottom: number, sheet: SheetSize, spacing: string | undefined): string | undefined {
  const above = Math.round((sheet.height - bottom) / mm);
  if (above > 0)
    return `${above} mm above the lower edge of the sheet, where payers cut it off (3.1). ${spacing ? `Leave ${spacing} out` : `Put it last into a footer: ${footer}`}`;
  const beside = Math.round(left / mm);
  if (beside > 0 && Math.round((left + billWidth - sheet.width) / mm) !== 0)
    return `${beside} mm from the left edge of the sheet, and must reach an edge (3.1)`;
  const wide = Math.round(sheet.width / mm);
  if (wide !== 210) return `on a sheet ${wide} mm wide, and is cut off an A4 sheet in portrait, 210 mm wide: "size": "A4"`;
  return undefined;
}
