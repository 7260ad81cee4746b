// An EPC code in a document.
import { encodeQr } from '../../barcode/encode-qr.ts';
import { symbologies } from '../../barcode/symbologies.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { alignments } from '../../layout/graphic.ts';
import { resolveLength } from '../../layout/length.ts';
import { type EpcPayment, readEpc, writeEpc } from '../../payment/epc.ts';
import { inGroups } from '../../payment/iban.ts';
import { drawMatrix } from '../barcode/draw-code.ts';
import { graphicOf, tooSmall, warnIfTooWide } from '../barcode/too-small.ts';
import type { CompileContext } from '../component.ts';
import { parseLength } from '../shared/lengths.ts';
import { type PlacedAlign, sideIn } from '../shared/placed-align.ts';
import { openFigure, openSaidFigure } from '../shared/roles.ts';
import { mm } from './bill-marks.ts';
import type { PaymentPlan } from './payment-plan.ts';

interface EpcProps {
  readonly width?: number | string | undefined;
  readonly align?: PlacedAlign | undefined;
}

const defaultWidth = 25 * mm;

export function epcNode(
  { name, givenFor, alt, leaveOut, refuse }: PaymentPlan,
  props: EpcProps,
  context: CompileContext,
): ComponentNode {
  const given = props.width === undefined ? undefined : parseLength(props.width, context.template.unit);
  const widthIn = (room: number) => (given === undefined ? defaultWidth : resolveLength(given, room));
  return {
    build(scope, width, session) {
      session.countBox();
      const { payment, faults } = readEpc(givenFor(scope));
      if (!payment) return refuse(faults, scope, session);
      const code = encodeQr(writeEpc(payment), { ecc: 'medium' });
      if ('error' in code) return leaveOut(code.error, scope, session);
      const wide = widthIn(width);
      const isTooWide = warnIfTooWide('The EPC code', wide, width, { name, scope, session });
      const doubt = tooSmall(symbologies.qr, code, wide);
      if (doubt !== undefined) session.warn('barcode-too-small', name, scope.place, doubt);
      const tag = alt ? openFigure(alt, scope) : openSaidFigure(describe(payment), scope);
      session.nameElement(tag, name, scope.place);
      const align = sideIn(props.align, scope);
      const left = (width - wide) * alignments[align];
      const facts = { ...graphicOf(symbologies.qr, code, wide, { name, scope, session }, tag), align };
      const box = drawMatrix({ code, left, width: wide, fill: context.style.resolve(scope).style.color, facts }, undefined);
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

/** What is read of the code. */
function describe({ name, account, amount, reference, message }: EpcPayment): string {
  const money = amount === undefined ? '' : `EUR ${amount}`;
  return `EPC QR code: ${[name, inGroups(account), money, inGroups(reference), message].filter((part) => part !== '').join(', ')}`;
}
