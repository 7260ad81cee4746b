// The sheets of a document, one below the other. Those in view are painted, and have their parts as buttons.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sheetWords } from '../editor-words/index.ts';
import type { PagesModel } from './pages-model.ts';
import type { PaintedSheet, SheetSize, ShownPart } from './protocol.ts';
import { SheetText } from './sheet-text.tsx';

/** What lies over a painted sheet. */
export interface SheetParts {
  /** Index of the sheet. */
  readonly sheet: number;
  /** In the order of painting: a part comes after those around it. */
  readonly parts: readonly ShownPart[];
  /** Pixels of CSS for each pt. */
  readonly scale: number;
}

interface SheetProps {
  readonly model: PagesModel;
  /** Shows the parts of a sheet over it. */
  readonly Over: ComponentType<SheetParts>;
}

interface SheetsProps extends SheetProps {
  /** Name of the box around the sheets, which is scrolled by keys then. Undefined: what lies over the sheets takes the keys. */
  readonly label?: string;
}

export function Sheets({ model, Over, label }: SheetsProps) {
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
    <div
      class="sheets"
      ref={box}
      data-state={state}
      data-edition={model.edition.value}
      {...(label !== undefined && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {model.sheets.value.map((size, sheet) => (
        <Sheet key={sheet} model={model} sheet={sheet} size={size} Over={Over} />
      ))}
    </div>
  );
}

interface OneSheetProps extends SheetProps {
  readonly sheet: number;
  readonly size: SheetSize;
}

function Sheet({ model, sheet, size, Over }: OneSheetProps) {
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
    <section class="sheet" id={`page-${sheet + 1}`} aria-label={sheetWords.sheet(sheet + 1, count)}>
      <div aria-hidden="true">
        <canvas ref={canvas} style={{ width: `${size.width * scale}px`, height: `${size.height * scale}px` }} />
      </div>
      {shown && (
        <>
          <SheetText text={shown.text} />
          <Over sheet={sheet} parts={shown.parts} scale={scale} />
        </>
      )}
    </section>
  );
}
