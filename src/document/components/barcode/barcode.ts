// The component `barcode`: codes for scanners and phones, drawn as vectors.

import type { Code } from '../../barcode/modules.ts';
import { type CodeOptions, encodeCode, type Symbology, symbologies, symbologyNames } from '../../barcode/symbologies.ts';
import type { ImageSource } from '../../image/image-source.ts';
import { checkPicture } from '../../layout/check-picture.ts';
import { alignments } from '../../layout/graphic.ts';
import { resolveLength } from '../../layout/length.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { size, sizeOrPercent, text } from '../../template/property-schemas.ts';
import { units } from '../../template/units.ts';
import { color } from '../../text/colors.ts';
import { type CompileContext, defineComponent, nameOf, type Props } from '../component.ts';
import { openImage } from '../image/image.ts';
import { isQuarter } from '../shared/box/turned.ts';
import { parseLength } from '../shared/lengths.ts';
import { placedAlign, sideIn } from '../shared/placed-align.ts';
import { checkAlt, openFigure } from '../shared/roles.ts';
import { takenAround } from '../shared/styled-behaviour.ts';
import { usualBox } from '../shared/usual-properties.ts';
import { type CodePlace, writeDigits, writeValue } from './code-text.ts';
import { drawBars, drawMatrix } from './draw-code.ts';
import { graphicOf, modulesOf, tooLow, tooSmall, warnIfTooWide } from './too-small.ts';

const { mm } = units;

const properties = {
  barcode: {
    ...text,
    description:
      'The content of the code. A GS1 code takes elements with their application identifiers: `(01)09521234543213(10)A7`. Codabar begins and ends with one of A, B, C, D.',
  },
  symbology: { enum: symbologyNames, description: 'The kind of code.' },
  width: {
    ...sizeOrPercent,
    description:
      'Width of bars with the quiet zones at their sides; of other codes without, so leave room around them: 4 modules around a QR code, 2 around a Micro QR code and a PDF417, 1 around a Data Matrix. Default: 25 mm for a QR code; for others as wide as their standard names.',
  },
  height: {
    ...size,
    description: 'Height of the bars. Default: as their standard names it; 15 mm for Code 128, Code 39 and Codabar.',
  },
  ec: {
    enum: ['low', 'medium', 'quartile', 'high'],
    description: 'Error correction of a QR code. Default: `medium`; `high` with a `logo`.',
  },
  logo: {
    ...text,
    description:
      'A picture in the middle of a QR code: the name of an asset, or a binding as in an `image`. It takes a quarter of the width, on what is behind the code.',
  },
  checkDigit: {
    enum: ['given', 'computed'],
    description:
      '`given`: the content ends with its check digit, which is checked. `computed`: the check digit is computed and added. Default: `given` for EAN, UPC and ITF-14; none for Code 39 and Codabar. The other kinds take care of it themselves.',
  },
  showText: {
    type: 'boolean',
    description: 'Prints the value below bars. Default: true for EAN, UPC, ITF-14 and GS1-128, otherwise false.',
  },
  align: placedAlign('code'),
  color,
} as const;

export const barcode = defineComponent({
  type: 'barcode',
  content: 'figure',
  knownAs: ['code128', 'qr', 'qrcode'],
  group: 'graphic',
  usual: { content: ['barcode', 'symbology', 'showText', 'logo', 'color', 'align'], ...usualBox },
  summary: 'A barcode: on goods, on parcels, on tickets, for phones.',
  properties,
  required: ['symbology'],
  looks: ['ec', 'showText', 'align', 'color'],
  example: {
    barcode: 'https://example.com/{{ number }}',
    symbology: 'qr',
    width: 25,
    alt: 'QR code of the order',
  },
  sizesItself: true,
  warnsOfWidth: true,
  compile(props, context, pointer) {
    const { unit } = context.template;
    const kind: Symbology = symbologies[props.symbology];
    const value = context.text(props.barcode, `${pointer}/barcode`, 'checked');
    checkAlt(props, context, pointer);
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer);
    const logo = props.logo === undefined ? undefined : context.text(props.logo, `${pointer}/logo`);
    const options: CodeOptions = { checkDigit: props.checkDigit, ec: props.ec ?? (logo && 'high') };
    checkProps(props, kind, context, pointer);
    const known = value.isLiteral ? value.plain({} as BoundScope) : '';
    const written = known === '' ? undefined : encodeCode(props.symbology, known, options);
    if (written && 'error' in written) context.template.report('error', 'wrong-value', `${pointer}/barcode`, written.error);
    const encode = (scope: BoundScope, session: LayoutSession): (Code & { readonly value: string }) | undefined => {
      const content = value.plain(scope);
      if (content === '') {
        session.warn('empty-barcode', name, scope.place, 'The barcode has no value and is left out.');
        return undefined;
      }
      const code = encodeCode(props.symbology, content, options);
      if ('error' in code) {
        session.warn('bad-barcode', name, scope.place, `The barcode is left out: ${code.error}`);
        return undefined;
      }
      return { ...code, value: code.printed ?? content };
    };
    const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
    // The template writes it as "width".
    const heightOnPage = kind.form === 'matrix' && isQuarter(props.rotate) ? props.height : undefined;
    const widthOf = (code: Code, room: number) => {
      if (givenWidth !== undefined) return resolveLength(givenWidth, room);
      if (heightOnPage !== undefined) return (heightOnPage * unit * code.width) / code.height;
      return (kind.module === undefined ? 25 : kind.module * modulesOf(code, kind)) * mm;
    };
    const barHeight = props.height === undefined ? (kind.barHeight ?? 0) * mm : props.height * unit;
    const showsText = kind.form === 'bars' && (props.showText ?? kind.printsText);
    return {
      build(scope, width, session) {
        session.countBox();
        const code = encode(scope, session);
        if (!code) return [];
        const wide = widthOf(code, width);
        const isTooWide = warnIfTooWide('The barcode', wide, width, { name, scope, session });
        const doubt = tooSmall(kind, code, wide) ?? tooLow(kind, barHeight);
        if (doubt !== undefined) session.warn('barcode-too-small', name, scope.place, doubt);
        const tag = openFigure(alt, scope);
        session.nameElement(tag, name, scope.place);
        const align = sideIn(props.align, scope);
        const left = (width - wide) * alignments[align];
        const module = wide / modulesOf(code, kind);
        const place = { name, context, scope, session };
        const facts = { ...graphicOf(kind, code, wide, place, tag), align };
        const placed = { code, left, width: wide, fill: context.style.resolve(scope).style.color, facts };
        const quiet = kind.quietZone[0] * module;
        const box =
          kind.form === 'matrix'
            ? drawMatrix(placed, logo && findLogo(logo.plain(scope), place))
            : drawBars(
                { ...placed, height: barHeight, module, quiet },
                {
                  digits: showsText && code.digits ? writeDigits(code.digits, { module, quiet }, place) : [],
                  lines: showsText && !code.digits ? writeValue(code.value, wide, place) : [],
                },
              );
        box.reach = { left, width: wide };
        box.owner = { component: name, place: scope.place, isTooWide };
        return [box];
      },
      measure(scope, session) {
        const code = encode(scope, session);
        const wide = code && !(typeof props.width === 'string') ? widthOf(code, 0) : 0;
        return { min: wide, max: wide };
      },
    };
  },
});

/** The picture in the middle. Undefined: the data have none, or it cannot be drawn. */
function findLogo(wanted: string, { name, scope, session }: CodePlace): ImageSource | undefined {
  if (wanted === '') return undefined;
  const found = openImage(wanted, name, scope, session);
  if ('problem' in found) {
    session.warn('missing-image', name, scope.place, found.problem);
    return undefined;
  }
  checkPicture(found, name, scope, session);
  return found;
}

type BarcodeProps = Props<typeof properties, readonly ['barcode', 'symbology']>;

/** Reports properties that contradict each other or have no effect. */
function checkProps(props: BarcodeProps, kind: Symbology, { template }: CompileContext, pointer: string): void {
  const { report, checkImage } = template;
  // The width of the column of a row.
  const isInRow = ((props as Readonly<Record<symbol, readonly string[] | undefined>>)[takenAround] ?? []).includes('width');
  for (const [property, reason] of Object.entries(withoutEffect(kind))) {
    if (!props[property as keyof typeof props]) continue;
    // After a turn of 90°, the template sets its height as "width".
    const isTurned = property === 'height' && isQuarter(props.rotate);
    if (isTurned && (props.width === undefined || isInRow)) continue;
    const [written, why] = isTurned ? ['width', `on a turned ${kind.title}: "height" sets its width too`] : [property, reason];
    report('warning', 'no-effect', `${pointer}/${written}`, `"${written}" has no effect ${why}.`);
  }
  if (props.logo !== undefined && !props.logo.includes('{{')) checkImage(props.logo, `${pointer}/logo`, 'error');
  if (props.logo && (props.ec === 'low' || props.ec === 'medium')) {
    const message = `A logo hides modules, which "ec": "${props.ec}" cannot replace. Write "quartile" or "high".`;
    report('error', 'wrong-value', `${pointer}/ec`, message);
  }
}

/** Why properties have no effect on codes of a kind. */
function withoutEffect({ title, form, hasCheckDigit }: Symbology): Readonly<Record<string, string>> {
  return {
    ...(form === 'matrix' && {
      height: `on a ${title}: "width" sets its height too`,
      showText: `on a ${title}: put a text below it`,
    }),
    ...(title !== symbologies.qr.title && {
      logo: `on a ${title}, which a picture would make unreadable`,
      ec: `on a ${title}, ${form === 'bars' ? 'which has no error correction' : 'whose error correction cannot be chosen'}`,
    }),
    ...(!hasCheckDigit && { checkDigit: `on a ${title}, which needs none` }),
  };
}
