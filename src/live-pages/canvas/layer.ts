// Paints items onto a layer of their own, and lays the layer onto the canvas as a whole: so they do not show through each other.
import type { Target } from './target.ts';

/** How a layer is laid onto the canvas. */
export interface LayerLook {
  /** From 0 to 1. Default: 1. */
  readonly opacity?: number | undefined;
  /** A blend mode of ISO 32000-2, 11.3.5. Default: `Normal`. */
  readonly blend?: string | undefined;
  /** What shows where: by how light its content is, or how opaque. */
  readonly mask?: { readonly kind: 'luminance' | 'alpha'; readonly paint: (inside: Target) => void } | undefined;
}

export function onLayer(
  target: Target,
  { opacity = 1, blend = 'Normal', mask }: LayerLook,
  paint: (inside: Target) => void,
): void {
  const layer = openLayer(target);
  if (!layer) return;
  paint(layer);
  if (mask) {
    const { context } = openLayer(target)!;
    mask.paint({ ...layer, context });
    if (mask.kind === 'luminance') toOpacity(context);
    layer.context.setTransform(1, 0, 0, 1, 0, 0);
    layer.context.globalCompositeOperation = 'destination-in';
    layer.context.drawImage(context.canvas, 0, 0);
  }
  const { context, area } = target;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha *= opacity;
  context.globalCompositeOperation = toOperation(blend);
  context.drawImage(layer.context.canvas, area.left, area.top);
  context.restore();
}

/** An empty layer over all that can be seen. Undefined: nothing can be seen. */
function openLayer(target: Target): (Target & { readonly context: OffscreenCanvasRenderingContext2D }) | undefined {
  const { left, top, right, bottom } = target.area;
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return undefined;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  const [a, b, c, d, e, f] = target.matrix;
  const matrix = [a, b, c, d, e - left, f - top] as const;
  context.setTransform(...matrix);
  const area = { left: 0, top: 0, right: width, bottom: height };
  return { ...target, context, matrix, area, origin: [target.origin[0] + left, target.origin[1] + top] };
}

/** `ColorDodge` → `color-dodge` */
function toOperation(blend: string): GlobalCompositeOperation {
  if (blend === 'Normal') return 'source-over';
  return blend.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase() as GlobalCompositeOperation;
}

/** Makes the luminosity of each pixel its opacity (ISO 32000-2, 11.5.3): on black, which a layer begins with. */
function toOpacity(context: OffscreenCanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  const pixels = context.getImageData(0, 0, width, height);
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4)
    data[at + 3]! *= (0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!) / 255;
  context.putImageData(pixels, 0, 0);
}
