// Writes how a viewer opens and prints the document (ISO 32000-2, 7.7.2 and 12.2).
import type { Viewer } from '../layout/fragment.ts';
import { formatLength } from './number.ts';

const modes = {
  none: '/UseNone',
  outline: '/UseOutlines',
  thumbnails: '/UseThumbs',
  attachments: '/UseAttachments',
  fullScreen: '/FullScreen',
} as const satisfies Record<NonNullable<Viewer['pageMode']>, string>;

const layouts = {
  singlePage: '/SinglePage',
  oneColumn: '/OneColumn',
  twoColumnsLeft: '/TwoColumnLeft',
  twoColumnsRight: '/TwoColumnRight',
  twoPagesLeft: '/TwoPageLeft',
  twoPagesRight: '/TwoPageRight',
} as const satisfies Record<NonNullable<Viewer['pageLayout']>, string>;

const duplexes = {
  simplex: '/Simplex',
  flipShortEdge: '/DuplexFlipShortEdge',
  flipLongEdge: '/DuplexFlipLongEdge',
} as const satisfies Record<NonNullable<Viewer['duplex']>, string>;

/** How large the first page is shown (ISO 32000-2, table 149). */
export function formatView(zoom: Viewer['zoom']): string {
  if (typeof zoom === 'number') return `/XYZ null null ${formatLength(zoom / 100)}`;
  return zoom === 'fitWidth' ? '/FitH null' : zoom === 'fit' ? '/Fit' : '/XYZ null null null';
}

/** Entries of the catalog. With a title, the window shows it instead of the name of the file. */
export function formatViewer(
  { isRightToLeft, pageMode, pageLayout, printScaling, duplex }: Viewer,
  document: { readonly hasTitle: boolean; readonly opensOutline: boolean },
): Record<string, string> {
  const mode = pageMode ?? (document.opensOutline ? 'outline' : undefined);
  const preferences = [
    document.hasTitle && '/DisplayDocTitle true',
    isRightToLeft && '/Direction/R2L',
    printScaling && `/PrintScaling/${printScaling === 'none' ? 'None' : 'AppDefault'}`,
    duplex && `/Duplex${duplexes[duplex]}`,
  ].filter(Boolean);
  return {
    ...(mode && { PageMode: modes[mode] }),
    ...(pageLayout && { PageLayout: layouts[pageLayout] }),
    ...(preferences.length > 0 && { ViewerPreferences: `<<${preferences.join('')}>>` }),
  };
}
