// The component `pdf`: a page of a PDF.

import { isObject } from '../../../json/is-object.ts';
import type { ImageSource } from '../../image/image-source.ts';
import { checkForeignPage } from '../../layout/check-foreign-page.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { decoration, makeArtifact } from '../../layout/structure.ts';
import type { ForeignPage } from '../../pdf-pages/foreign-page.ts';
import { text } from '../../template/property-schemas.ts';
import { isBound } from '../../text/text-properties.ts';
import { type CompileContext, defineComponent, nameOf } from '../component.ts';
import { areaProperties, pictureNode } from '../shared/picture-node.ts';
import { checkAlt, openFigure } from '../shared/roles.ts';
import { usualBox } from '../shared/usual-properties.ts';

export const pdf = defineComponent({
  type: 'pdf',
  content: 'figure',
  knownAs: ['pdfpage', 'letterhead', 'includepdf', 'stationery'],
  group: 'graphic',
  usual: { content: ['pdf', 'page', 'alt', 'fit', 'align'], ...usualBox },
  summary:
    'A page of a PDF from the assets, as it is printed: a letterhead behind a page, or a page of terms. It is decoration unless it has an `alt`.',
  properties: {
    pdf: {
      ...text,
      description:
        'The name of an asset, such as `"letterhead.pdf"`, a binding such as `"{{ contract }}"`, or an element of `pdf_pages`. A bound text is the name of an asset or a `data:application/pdf;base64,` URI.',
    },
    page: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 1,
      description: 'The page, from 1. An element of `pdf_pages` says itself which page it is.',
    },
    ...areaProperties('page'),
  },
  required: [],
  looks: ['fit', 'align'],
  hasText: false,
  example: { pdf: 'terms.pdf', page: 2, width: 31, border: { width: 0.5 }, alt: 'The terms of payment' },
  sizesItself: true,
  compile(props, context, pointer) {
    const sourceOf = compileSource(props.pdf, props.page, context, `${pointer}/pdf`);
    const { pdfs } = context.template;
    if (!isBound(props.pdf)) {
      const found = props.pdf === '' ? noName : pdfs.page(props.pdf, props.page ?? 1);
      // A page number from the data is checked when a document is made.
      const isWritten = props.page === undefined || context.numbers === undefined;
      if ('problem' in found && (isWritten || found.code !== 'missing-page'))
        context.template.report(
          'error',
          found.code,
          `${pointer}/${found.code === 'missing-page' ? 'page' : 'pdf'}`,
          found.problem,
        );
    }
    if (props.alt !== undefined) checkAlt(props, context, pointer);
    const alt = props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
    const name = nameOf(props, pointer);
    const find = (scope: BoundScope, session: LayoutSession): ImageSource | undefined => {
      const { source, number } = sourceOf(scope);
      const found = source === '' ? noName : pdfs.page(source, number);
      if (!('problem' in found)) return toPicture(found, source);
      session.warn(found.code, name, scope.place, found.problem);
      return undefined;
    };
    const open = ({ page, name: source }: ImageSource, scope: BoundScope, session: LayoutSession) => {
      checkForeignPage(page!, source, name, scope, session);
      const tag = alt ? openFigure(alt, scope) : makeArtifact(scope.tag, decoration);
      session.nameElement(tag, name, scope.place);
      return tag;
    };
    return pictureNode(props, { name, find, open }, context, pointer);
  },
});

const noName = { code: 'missing-pdf', problem: 'There is no PDF: its name is empty.' } as const;

/** The name or data: URI of a PDF, and the number of the page. */
interface PageSource {
  readonly source: string;
  readonly number: number;
}

function compileSource(
  given: string,
  page: number | undefined,
  context: CompileContext,
  pointer: string,
): (scope: BoundScope) => PageSource {
  const value = context.value(given, pointer, 'lost');
  const [only, ...others] = value.parts;
  const single = typeof only === 'object' && others.length === 0 ? only : undefined;
  return (scope) => {
    const element = single?.evaluate(scope);
    if (isObject(element) && typeof element.pdf === 'string')
      return { source: element.pdf, number: page ?? Number(element.number) };
    return { source: value.plain(scope), number: page ?? 1 };
  };
}

function toPicture(page: ForeignPage, source: string): ImageSource {
  const { key, file, width, height } = page;
  return { key, bytes: file.bytes, width, height, dpi: 72, page, ...(!source.startsWith('data:') && { name: source }) };
}
