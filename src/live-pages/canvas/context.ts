/** What a canvas is painted with, in a page and in a worker. */
export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
