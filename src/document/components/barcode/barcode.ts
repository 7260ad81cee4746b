// The component `barcode`: codes for scanners and phones, drawn as vectors.
import { type Code, type CodeOptions, encodeCode, type Symbology, symbologies, symbologyNames } from '../../barcode/index.ts';
import type { ImageSource } from '../../image/index.ts';
import { checkLines } from '../../layout/check-lines.ts';
import { checkPicture } from '../../layout/check-picture.ts';
import { resolveLength } from '../../layout/length.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { size, sizeOrPercent, text } from '../../template/property-schemas.ts';
import { color } from '../../text/colors.ts';
import { defineComponent, nameOf } from '../component.ts';
import { openImage } from '../image.ts';
import { parseLength } from '../lengths.ts';
import { checkAlt, openFigure } from '../roles.ts';
import { tooWide } from '../too-wide.ts';
import { isQuarter } from '../turned.ts';
import { drawBars, drawMatrix, type PlacedLine } from './draw-code.ts';
import { modulesOf, tooSmall, warnIfTooWide } from './too-small.ts';

const mm = 72 / 25.4;

export const barcode = defineComponent({
  type: 'barcode',
  content: 'figure',
  knownAs: ['code128', 'qr', 'qrcode'],
  group: 'graphic',
  summary: 'A barcode: on goods, on parcels, on tickets, for phones.',
  properties: {
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
    align: {
      enum: ['left', 'center', 'right'],
      default: 'left',
      description: 'Horizontal position of the code in the available width.',
    },
    color,
  },
  required: ['symbology'],
  example: {
    barcode: 'https://example.com/{{ number }}',
    symbology: 'qr',
    width: 25,
    alt: 'QR code of the order',
  },
  sizesItself: true,
  warnsOfWidth: true,
  compile(props, context, pointer) {
    const { unit, engine, styles } = context.template;
    const kind: Symbology = symbologies[props.symbology];
    const value = context.text(props.barcode, `${pointer}/barcode`);
    checkAlt(props, context, pointer);
    for (const [property, reason] of Object.entries(withoutEffect(kind))) {
      if (!props[property as keyof typeof props]) continue;
      // Turned by a quarter, its height stands in the template as "width".
      const isTurned = property === 'height' && isQuarter(props.rotate);
      const [written, why] = isTurned ? ['width', `on a turned ${kind.title}: "height" sets its width too`] : [property, reason];
      context.template.report('warning', 'no-effect', `${pointer}/${written}`, `"${written}" has no effect ${why}.`);
    }
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer, context);
    const logo = props.logo === undefined ? undefined : context.text(props.logo, `${pointer}/logo`);
    if (props.logo !== undefined && !props.logo.includes('{{'))
      context.template.checkImage(props.logo, `${pointer}/logo`, 'error');
    if (logo && (props.ec === 'low' || props.ec === 'medium')) {
      const message = `A logo hides modules, which "ec": "${props.ec}" cannot replace. Write "quartile" or "high".`;
      context.template.report('error', 'wrong-value', `${pointer}/ec`, message);
    }
    const options: CodeOptions = { checkDigit: props.checkDigit, ec: props.ec ?? (logo && 'high') };
    const known = value.isLiteral ? value.plain({} as BoundScope) : '';
    const written = known === '' ? undefined : encodeCode(props.symbology, known, options);
    if (written && 'error' in written) context.template.report('error', 'wrong-value', `${pointer}/barcode`, written.error);
    /** Undefined: the data have no logo, or it cannot be drawn. */
    const findLogo = (scope: BoundScope, session: LayoutSession): ImageSource | undefined => {
      const wanted = logo?.plain(scope) ?? '';
      if (wanted === '') return undefined;
      const found = openImage(wanted, name, scope, session);
      if ('problem' in found) {
        session.warn('missing-image', name, scope.place, found.problem);
        return undefined;
      }
      checkPicture(found, name, scope, session);
      return found;
    };
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
    const widthOf = (code: Code, room: number) => {
      if (givenWidth !== undefined) return resolveLength(givenWidth, room);
      return (kind.module === undefined ? 25 : kind.module * modulesOf(code, kind)) * mm;
    };
    const barHeight = props.height === undefined ? (kind.barHeight ?? 0) * mm : props.height * unit;
    const showsText = kind.form === 'bars' && (props.showText ?? kind.printsText);
    /** The value below the bars, as wide as the code. */
    const writeValue = (
      code: Code & { readonly value: string },
      { scope, width, session }: BarcodePlace,
    ): readonly PlacedLine[] => {
      const { style, options } = styles.vary(context.style.resolve(scope), { align: 'center', lineHeight: 1.2 });
      const lines = engine.prepare([{ text: code.value, style, link: undefined }], options.ltr).wrap(width);
      const over = lines.find((line) => line.tooWide !== undefined);
      if (over)
        session.warn('text-too-wide', name, scope.place, tooWide(over.tooWide!, over.width, width, 'Make the barcode wider'));
      checkLines(lines, name, scope, session);
      return lines.map((line) => ({ line, left: 0 }));
    };
    /** The digits between guard bars: in the size of the text, unless they would not fit. */
    const writeDigits = (
      { digits = [] }: Code,
      module: number,
      { scope, session }: Omit<BarcodePlace, 'width'>,
    ): readonly PlacedLine[] => {
      const { style, options } = context.style.resolve(scope);
      const write = (text: string, size: number, letterSpacing: number) =>
        engine
          .prepare([{ text, style: { ...style, size, letterSpacing }, link: undefined }], {
            ...options.ltr,
            align: 'left',
            lineHeight: 1,
          })
          .wrap(Number.POSITIVE_INFINITY)[0]!;
      const fitting = digits.map(({ text, from, to }) => ((to - from) * module * digitShare) / write(text, 1, 0).width);
      const fontSize = Math.min(style.size, ...fitting);
      return digits.map(({ text, from, to }) => {
        const spare = ((to - from) * module - write(text, fontSize, 0).width) / text.length;
        const line = write(text, fontSize, spare);
        checkLines([line], name, scope, session);
        return { line, left: (kind.quietZone[0] + from) * module + spare / 2 };
      });
    };
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
        const left = props.align === 'right' ? width - wide : props.align === 'center' ? (width - wide) / 2 : 0;
        const placed = { code, left, width: wide, fill: context.style.resolve(scope).style.color, tag };
        const module = wide / modulesOf(code, kind);
        const place = { scope, width: wide, session };
        const box =
          kind.form === 'matrix'
            ? drawMatrix(placed, findLogo(scope, session))
            : drawBars(
                { ...placed, height: barHeight, module, quiet: kind.quietZone[0] * module },
                {
                  digits: showsText && code.digits ? writeDigits(code, module, place) : [],
                  lines: showsText && !code.digits ? writeValue(code, place) : [],
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

/** Digits take at most this share of their room, so that they do not touch. */
const digitShare = 0.95;

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

/** The lowest bars that scanners find by hand, in mm. ISO/IEC 15417 and 16388 advise it for Code 128 and Code 39. */
const leastBars = 5;

/** The warning about bars that are too low. `height`: in pt. */
function tooLow({ title, form }: Symbology, height: number): string | undefined {
  const own = height / mm;
  if (form !== 'bars' || own > leastBars - 0.001) return undefined;
  return `The bars of the ${title} are ${Math.round(own * 1000) / 1000} mm high, and scanners need ${leastBars} mm. Make its "height" larger.`;
}

interface BarcodePlace {
  readonly scope: BoundScope;
  readonly width: number;
  readonly session: LayoutSession;
}
