// Finds the picture that makes a box too high, for messages.
import type { ImageSource } from '../image/image-source.ts';
import type { Box } from './box.ts';
import { nameOfPicture } from './check-picture.ts';
import { extentOf, outlinesOf } from './extent.ts';
import type { PageCanvas } from './page-canvas.ts';
import type { LayoutSession } from './session.ts';
import { decoration } from './structure.ts';
import { type Owner, Trace } from './trace.ts';

export interface TallPicture {
  readonly owner: Owner;
  /** `The image "logo.png" is 3000 pt high` */
  readonly fact: string;
}

/** The highest picture in the boxes that is higher than `room`. The boxes stay as they are, and nobody hears their warnings. */
export function findTallPicture(boxes: readonly Box[], room: number, session: LayoutSession): TallPicture | undefined {
  let found: (TallPicture & { readonly height: number }) | undefined;
  for (const box of boxes) {
    for (const { image, height, owner } of placedPictures(box, session)) {
      if (height <= Math.max(room, found?.height ?? 0)) continue;
      found = { owner, height, fact: `${nameOfPicture(image)} is ${Math.round(height)} pt high` };
    }
  }
  return found;
}

interface PlacedPicture {
  readonly image: ImageSource;
  readonly height: number;
  readonly owner: Owner;
}

function placedPictures(box: Box, session: LayoutSession): readonly PlacedPicture[] {
  return session.measure(() => {
    const trace = new Trace(true);
    const canvas: PageCanvas = { items: [], late: [], page: session.page, artifact: decoration, trace };
    box.place(canvas, 0, 0);
    return outlinesOf(canvas.items, 'body').flatMap(({ item, corners }) => {
      const owner = item.kind === 'image' ? trace.ownerOf(item) : undefined;
      const extent = extentOf(corners);
      if (item.kind !== 'image' || !owner || !extent) return [];
      return [{ image: item.image, height: extent.bottom - extent.top, owner }];
    });
  });
}
