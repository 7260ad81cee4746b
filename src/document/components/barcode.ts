// The component `barcode`: QR codes and Code 128, drawn as vectors.
import { encodeCode128, encodeQr, type Modules } from '../barcode/index.ts';
import { ItemsBox } from '../layout/box.ts';
import { checkLines } from '../layout/check-lines.ts';
import { resolveLength } from '../layout/length.ts';
import type { BoundScope, LayoutSession } from '../layout/session.ts';
import type { Tag } from '../layout/tag.ts';
import { size, sizeOrPercent, text } from '../template/property-schemas.ts';
import { color } from '../text/colors.ts';
import type { TextLine } from '../text/shaped-text.ts';
import { defineComponent, nameOf } from './component.ts';
import { parseLength } from './lengths.ts';
import { checkAlt, openFigure } from './roles.ts';
import { tooWide } from './too-wide.ts';

/** Quiet zone of Code 128, in modules (ISO/IEC 15417, 4.4). */
const quietZone = 10;
/** Default module width of Code 128: 0.25 mm, which common scanners read. */
const moduleWidth = (0.25 / 25.4) * 72;
const mm = 72 / 25.4;

export const barcode = defineComponent({
  type: 'barcode',
  content: 'figure',
  knownAs: ['code128', 'qr', 'qrcode'],
  group: 'graphic',
  summary: 'A QR code or a Code 128 barcode.',
  properties: {
    barcode: { ...text, description: 'The content of the code.' },
    symbology: { enum: ['qr', 'code128'], description: 'The kind of code.' },
    width: {
      ...sizeOrPercent,
      description:
        'Width and height of a QR code without its quiet zone: leave 4 modules free on each side. Default: 25 mm. Width of a Code 128 with its quiet zones. Default: 0.25 mm for each module.',
    },
    height: { ...size, description: 'Height of the bars of a Code 128. Default: 15 mm.' },
    ec: { enum: ['low', 'medium', 'quartile', 'high'], default: 'medium', description: 'Error correction of a QR code.' },
    showText: { type: 'boolean', default: false, description: 'Prints the value below a Code 128.' },
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
    const { unit, engine } = context.template;
    const value = context.text(props.barcode, `${pointer}/barcode`);
    checkAlt(props, context, pointer);
    const withoutEffect =
      props.symbology === 'qr'
        ? { height: 'on a QR code: "width" sets its height too', showText: 'on a QR code: put a text below it' }
        : { ec: 'on a Code 128, which has no error correction' };
    for (const [property, reason] of Object.entries(withoutEffect)) {
      if (!props[property as 'height' | 'showText' | 'ec']) continue;
      context.template.report('warning', 'no-effect', `${pointer}/${property}`, `"${property}" has no effect ${reason}.`);
    }
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer, context);
    const encode = (scope: BoundScope, session: LayoutSession): (Modules & { readonly value: string }) | undefined => {
      const content = value.plain(scope);
      if (content === '') {
        session.warn('empty-barcode', name, scope.place, 'The barcode has no value and is left out.');
        return undefined;
      }
      const modules = props.symbology === 'qr' ? encodeQr(content, { ecc: props.ec ?? 'medium' }) : encodeCode128(content);
      if ('error' in modules) {
        session.warn('bad-barcode', name, scope.place, `The barcode is left out: ${modules.error}`);
        return undefined;
      }
      return { ...modules, value: content };
    };
    const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
    const widthOf = (modules: Modules, room: number) => {
      if (givenWidth !== undefined) return resolveLength(givenWidth, room);
      return props.symbology === 'qr' ? 25 * mm : (modules.width + 2 * quietZone) * moduleWidth;
    };
    const barHeight = props.height === undefined ? 15 * mm : props.height * unit;
    /** The value below the bars. */
    const writeValue = (value: string, { scope, width, session }: BarcodePlace): readonly TextLine[] => {
      if (!props.showText) return [];
      const { style, options } = context.style.resolve(scope);
      const lines = engine
        .prepare([{ text: value, style, link: undefined }], { ...options.ltr, align: 'center', lineHeight: 1.2 })
        .wrap(width);
      const over = lines.find((line) => line.tooWide !== undefined);
      if (over)
        session.warn('text-too-wide', name, scope.place, tooWide(over.tooWide!, over.width, width, 'Make the barcode wider'));
      checkLines(lines, name, scope, session);
      return lines;
    };
    return {
      build(scope, width, session) {
        session.countBox();
        const modules = encode(scope, session);
        if (!modules) return [];
        const wide = widthOf(modules, width);
        const isTooWide = wide > width + 0.1;
        if (isTooWide)
          session.warn(
            'barcode-too-wide',
            name,
            scope.place,
            `The barcode is ${Math.round(wide - width)} pt wider than its place.`,
          );
        const doubt = tooSmall(props.symbology, modules, wide);
        if (doubt !== undefined) session.warn('barcode-too-small', name, scope.place, doubt);
        const tag = openFigure(alt, scope);
        session.nameElement(tag, name, scope.place);
        const left = props.align === 'right' ? width - wide : props.align === 'center' ? (width - wide) / 2 : 0;
        const code: PlacedCode = { modules, left, width: wide, fill: context.style.resolve(scope).style.color, tag };
        const box =
          props.symbology === 'qr'
            ? drawQr(code)
            : drawBars(code, barHeight, writeValue(modules.value, { scope, width: wide, session }));
        box.reach = { left, width: wide };
        box.owner = { component: name, place: scope.place, isTooWide };
        return [box];
      },
      measure(scope, session) {
        const modules = encode(scope, session);
        const wide = modules && !(typeof props.width === 'string') ? widthOf(modules, 0) : 0;
        return { min: wide, max: wide };
      },
    };
  },
});

/** The smallest modules that common scanners and phones read, in mm. */
const leastModule = { qr: 0.25, code128: 0.19 } as const;

/** The warning about a code in this width, if scanners cannot read it. */
function tooSmall(symbology: keyof typeof leastModule, modules: Modules, wide: number): string | undefined {
  const least = leastModule[symbology];
  const count = symbology === 'qr' ? modules.width : modules.width + 2 * quietZone;
  const own = wide / count / mm;
  if (own > least - 0.001) return undefined;
  const [what, zone] =
    symbology === 'qr'
      ? ['QR code', `The quiet zone is not in the width: leave 4 modules (${4 * least} mm) free on each side.`]
      : ['Code 128', 'The quiet zones are in the width.'];
  const needed = Math.ceil(count * least * 10 - 0.001) / 10;
  const shown = Math.round(own * 1000) / 1000;
  return `A module of the ${what} is ${shown} mm wide, and scanners need ${least} mm. Make its "width" at least ${needed} mm, or its value shorter. ${zone}`;
}

interface BarcodePlace {
  readonly scope: BoundScope;
  readonly width: number;
  readonly session: LayoutSession;
}

/** A code in the width of its place. */
interface PlacedCode {
  readonly modules: Modules;
  readonly left: number;
  readonly width: number;
  readonly fill: string;
  readonly tag: Tag | undefined;
}

function drawQr({ modules, left, width, fill, tag }: PlacedCode): ItemsBox {
  const scale = width / modules.width;
  return new ItemsBox(width, ({ items, artifact = tag }, x, y) =>
    items.push({ kind: 'modules', x: x + left, y, scaleX: scale, scaleY: scale, rects: modules.rects, fill, tag: artifact }),
  );
}

/** The bars of Code 128 between their quiet zones, and lines of text below. */
function drawBars({ modules, left, width, fill, tag: own }: PlacedCode, height: number, lines: readonly TextLine[]): ItemsBox {
  const scaleX = width / (modules.width + 2 * quietZone);
  const scaleY = height / modules.height;
  const textHeight = lines.reduce((sum, line) => sum + line.height, 0);
  return new ItemsBox(height + textHeight, (canvas, x, y) => {
    const { items } = canvas;
    const tag = canvas.artifact ?? own;
    items.push({ kind: 'modules', x: x + left + quietZone * scaleX, y, scaleX, scaleY, rects: modules.rects, fill, tag });
    let top = y + height;
    for (const line of lines) {
      for (const segment of line.segments) items.push({ kind: 'text', x: x + left, y: top + line.baseline, segment, tag });
      top += line.height;
    }
  });
}
