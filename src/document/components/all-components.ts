// All types of components. A new component needs a folder beside this file and a line here.
import { annotation } from './annotation/annotation.ts';
import { barcode } from './barcode/barcode.ts';
import { chart } from './chart/chart.ts';
import { choose } from './choose/choose.ts';
import type { ComponentDefinition } from './component.ts';
import { ellipse } from './ellipse/ellipse.ts';
import { field } from './field/field.ts';
import { flow } from './flow/flow.ts';
import { frame } from './frame/frame.ts';
import { group } from './group/group.ts';
import { image } from './image/image.ts';
import { leader } from './leader/leader.ts';
import { line } from './line/line.ts';
import { list } from './list/list.ts';
import { markdown } from './markdown/markdown.ts';
import { pageBreak } from './page-break/page-break.ts';
import { pairs } from './pairs/pairs.ts';
import { path } from './path/path.ts';
import { payment } from './payment/payment.ts';
import { pdf } from './pdf/pdf.ts';
import { polygon } from './polygon/polygon.ts';
import { rect } from './rect/rect.ts';
import { repeat } from './repeat/repeat.ts';
import { row } from './row/row.ts';
import { slot } from './slot/slot.ts';
import { spacer } from './spacer/spacer.ts';
import { stack } from './stack/stack.ts';
import { table } from './table/table.ts';
import { text } from './text/text.ts';
import { toc } from './toc/toc.ts';
import { use } from './use/use.ts';
import { watermark } from './watermark/watermark.ts';

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
