// Walks through the items of a page.

import type { DrawingPart } from '../../document/image/drawing.ts';
import type { ImageSource } from '../../document/image/image-source.ts';
import type { StoredImage } from '../../document/image/stored-image.ts';
import type { PageItem } from '../../document/layout/fragment.ts';

/** Items with those in groups, and with the looks of fields and notes. */
export function* listItems(items: readonly PageItem[]): Generator<PageItem> {
  for (const item of items) {
    yield item;
    if (item.kind === 'group') yield* listItems(item.items);
    else if (item.kind === 'field') yield* listItems(item.form.look);
    else if (item.kind === 'annotation') yield* listItems(item.look);
  }
}

/** The pictures of pixels, also those in drawings and in text. */
export function* findPictures(items: readonly PageItem[]): Generator<StoredImage> {
  for (const item of listItems(items)) {
    if (item.kind === 'image') yield* picturesOf(item.image);
    else if (item.kind === 'text')
      for (const { pictured } of item.segment.words)
        for (const { glyph } of pictured ?? []) {
          const { face, style } = item.segment;
          const picture = face.pictureOf?.(glyph, style.color);
          if (picture) yield* picturesOf(picture.image);
        }
  }
}

function* picturesOf(image: ImageSource): Generator<StoredImage> {
  if (image.drawing) yield* picturesIn(image.drawing.parts);
  else if (!image.page) yield image;
}

function* picturesIn(parts: readonly DrawingPart[]): Generator<StoredImage> {
  for (const part of parts) {
    if (part.kind === 'picture') yield part.image;
    else if (part.kind === 'group') {
      yield* picturesIn(part.parts);
      if (part.mask) yield* picturesIn(part.mask.parts);
    } else
      for (const fill of [part.fill, part.stroke])
        if (typeof fill?.paint === 'object' && fill.paint.kind === 'tiling') yield* picturesIn(fill.paint.parts);
  }
}
