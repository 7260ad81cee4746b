// The sheets of a document, one below the other. Those in view are painted, and have their parts as buttons.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PagesModel } from './pages-model.ts';
import type { PaintedSheet, SheetSize, ShownPart } from './protocol.ts';
import { SheetText } from './sheet-text.tsx';

export function Sheets({ model }: { readonly model: PagesModel }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The room inside of the padding, so that a sheet that fits needs no scroll bar.
    const observer = new ResizeObserver(([entry]) => {
      model.room.value = Math.max(50, entry!.contentRect.width);
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [model]);
  useEffect(() => void model.paint(), [model, model.scale.value]);
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
  const [shown, setShown] = useState<Pick<PaintedSheet, 'parts' | 'text'>>();
  useEffect(() => {
    const detach = model.attach(sheet, (painted) => {
      const at = canvas.current!;
      at.width = painted.bitmap.width;
      at.height = painted.bitmap.height;
      at.getContext('bitmaprenderer')!.transferFromImageBitmap(painted.bitmap);
      setShown(painted);
    });
    // A sheet is painted before it is scrolled into view: the page scrolls in a box.
    const near = { rootMargin: '300px', scrollMargin: '300px' };
    const observer = new IntersectionObserver(([entry]) => model.setInView(sheet, entry!.isIntersecting), near);
    observer.observe(canvas.current!);
    return () => {
      observer.disconnect();
      detach();
    };
  }, [model, sheet]);
  const scale = model.scale.value;
  const count = model.sheets.value.length;
  return (
    <section class="sheet" id={`page-${sheet + 1}`} aria-label={`Page ${sheet + 1} of ${count}`}>
      <div aria-hidden="true">
        <canvas ref={canvas} style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }} />
      </div>
      {shown && (
        <>
          <SheetText text={shown.text} />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame */}
          <div role="group" aria-label={`Parts of page ${sheet + 1}`}>
            {shown.parts.map((part, i) => (
              <Part key={i} model={model} sheet={sheet} part={part} scale={scale} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

interface PartProps {
  readonly model: PagesModel;
  readonly sheet: number;
  readonly part: ShownPart;
  readonly scale: number;
}

/** A part lies over the part around it, so a click takes the innermost. The Tab key goes from component to component. */
function Part({ model, sheet, part, scale }: PartProps) {
  const { kind, pointer, left, top, width, height } = part;
  const chosen = model.selected.value;
  const isSelected = chosen?.sheet === sheet && chosen.part === part;
  return (
    <button
      type="button"
      class="part"
      tabIndex={kind === 'component' || kind === 'note' ? 0 : -1}
      aria-label={`${kind} ${pointer}`}
      aria-pressed={isSelected}
      style={{
        left: `${left * scale}px`,
        top: `${top * scale}px`,
        width: `${width * scale}px`,
        height: `${height * scale}px`,
      }}
      onClick={() => model.select(sheet, part)}
    />
  );
}
