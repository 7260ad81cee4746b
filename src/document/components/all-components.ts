// All types of components. A new component needs a file beside this one and a line here.
import { annotation } from './annotation/annotation.ts';
import { barcode } from './barcode/barcode.ts';
import { chart } from './chart/chart.ts';
import { choose } from './choose.ts';
import type { ComponentDefinition } from './component.ts';
import { ellipse } from './ellipse.ts';
import { field } from './field/field.ts';
import { flow } from './flow.ts';
import { frame } from './frame.ts';
import { group } from './group.ts';
import { image } from './image.ts';
import { leader } from './leader.ts';
import { line } from './line.ts';
import { list } from './list/list.ts';
import { markdown } from './markdown/markdown.ts';
import { pageBreak } from './page-break.ts';
import { path } from './path.ts';
import { payment } from './payment/payment.ts';
import { pdf } from './pdf.ts';
import { polygon } from './polygon.ts';
import { rect } from './rect.ts';
import { repeat } from './repeat.ts';
import { row } from './row.ts';
import { slot } from './slot.ts';
import { spacer } from './spacer.ts';
import { stack } from './stack.ts';
import { pairs } from './table/pairs.ts';
import { table } from './table/table.ts';
import { text } from './text/text.ts';
import { toc } from './toc.ts';
import { use } from './use.ts';
import { watermark } from './watermark.ts';

export const components: readonly ComponentDefinition[] = [
  text,
  list,
  markdown,
  stack,
  row,
  flow,
  frame,
  group,
  repeat,
  choose,
  spacer,
  pageBreak,
  table,
  pairs,
  toc,
  leader,
  image,
  pdf,
  line,
  rect,
  ellipse,
  polygon,
  path,
  chart,
  barcode,
  payment,
  field,
  annotation,
  watermark,
  use,
  slot,
];
