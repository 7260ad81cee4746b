// The sheets of a document, one below the other. Those in view are painted.
import { useEffect, useRef } from 'preact/hooks';
import type { PagesModel } from './pages-model.ts';
import type { SheetSize } from './protocol.ts';

export function Sheets({ model }: { readonly model: PagesModel }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The room inside of the padding, so that a sheet that fits needs no scroll bar.
    const observer = new ResizeObserver(([entry]) => {
      model.room.value = Math.max(50, entry!.contentRect.width);
      void model.paint();
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [model]);
  const state = model.isStale.value ? 'stale' : model.isBusy.value ? 'busy' : 'ready';
  return (
    <div class="sheets" ref={box} data-state={state} data-edition={model.edition.value}>
      {model.sheets.value.map((size, sheet) => (
        <Sheet key={sheet} model={model} sheet={sheet} size={size} />
      ))}
    </div>
  );
}

function Sheet({ model, sheet, size }: { readonly model: PagesModel; readonly sheet: number; readonly size: SheetSize }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const detach = model.attach(sheet, (bitmap) => {
      const shown = canvas.current!;
      shown.width = bitmap.width;
      shown.height = bitmap.height;
      shown.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap);
    });
    const observer = new IntersectionObserver(([entry]) => model.setInView(sheet, entry!.isIntersecting), {
      rootMargin: '300px',
    });
    observer.observe(canvas.current!);
    return () => {
      observer.disconnect();
      detach();
    };
  }, [model, sheet]);
  const scale = model.scale.value;
  const count = model.sheets.value.length;
  return (
    <section class="sheet" aria-label={`Page ${sheet + 1} of ${count}`}>
      <div aria-hidden="true">
        <canvas ref={canvas} style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }} />
      </div>
    </section>
  );
}
