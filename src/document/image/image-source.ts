// An image on its way to layout and paint.
import type { ForeignPage } from '../pdf-pages/foreign-page.ts';
import type { Drawing } from './drawing.ts';
import type { StoredImage } from './stored-image.ts';

/** An opened image. */
export interface ImageSource extends StoredImage {
  /** Its name among the assets. Absent: it comes from a data: URI. */
  readonly name?: string;
  /** The key of the fonts in which it draws its text. Absent: it draws no text. */
  readonly fontsKey?: string | undefined;
  /** In pixels, as people see the image: turned by `orientation`. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, if the file has them. */
  readonly dpi?: number | undefined;
  /** Set: the image is a drawing of vectors. */
  readonly drawing?: Drawing;
  /** Set: the image is a page of a PDF. */
  readonly page?: ForeignPage;
  /** Sentences that name the parts that are left out or drawn differently. */
  readonly doubts?: readonly string[];
}
