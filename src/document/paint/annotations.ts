// Text notes: text annotations (ISO 32000-2, 12.5.6.4), which viewers show as an icon and open as a window with a text.
import type { AnnotationItem, PageItem } from '../layout/fragment.ts';
import type { Appearances } from './appearances.ts';
import { Canvas } from './canvas.ts';
import { colorParts } from './color.ts';
import type { PageArea } from './marked-content.ts';
import { formatLength } from './number.ts';
import type { PdfSink } from './pdf-sink.ts';
import type { Structure } from './structure.ts';
import { formatTextString } from './text-string.ts';

/** Print, NoZoom and NoRotate (ISO 32000-2, table 167): viewers keep the size and the direction of the icon, and PDF/A asks for all three. */
const flags = 28;

interface AnnotationPorts {
  readonly sink: PdfSink;
  readonly appearances: Appearances;
  readonly structure: Structure | undefined;
}

/** Where a text note stands: its place and its page, from 0. */
export interface AnnotationPlace {
  readonly area: PageArea;
  readonly page: { readonly id: number; readonly index: number };
}

/** Writes a text note and returns its id. `paint` draws items onto a form. */
export function writeAnnotation(
  item: AnnotationItem,
  { area, page }: AnnotationPlace,
  { sink, appearances, structure }: AnnotationPorts,
  paint: (items: readonly PageItem[], canvas: Canvas) => void,
): number {
  const { width, height, contents, author, icon, color, isOpen, tag } = item;
  const id = sink.reserve();
  const canvas = Canvas.ofForm(height);
  paint(item.look, canvas);
  const look = appearances.write(canvas.finish(), { width, height });
  const rect = uprightIn(area, width, height);
  const key = structure?.holdAnnotation(tag, 'Annot', page.index, id);
  sink.writeObject(
    id,
    `<</Type/Annot/Subtype/Text/F ${flags}/Rect[${rect.map(formatLength).join(' ')}]/P ${page.id} 0 R/Name/${icon}` +
      `/C[${colorParts(color)}]/Contents${formatTextString(toParagraphs(contents))}${author === undefined ? '' : `/T${formatTextString(author)}`}` +
      `${isOpen ? '/Open true' : ''}/AP<</N ${look} 0 R>>${key === undefined ? '' : `/StructParent ${key}`}>>`,
  );
  return id;
}

/** The icon is not turned: in a turned part it stands in the middle of its place. */
function uprightIn([left, bottom, right, top]: PageArea, width: number, height: number): PageArea {
  const [x, y] = [(left + right - width) / 2, (bottom + top - height) / 2];
  return [x, y, x + width, y + height];
}

/** ISO 32000-2, 12.5.6.2: a carriage return separates paragraphs, and no other character. */
const toParagraphs = (text: string): string => text.replaceAll('\n', '\r');
