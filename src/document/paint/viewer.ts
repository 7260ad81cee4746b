// Writes how a viewer opens and prints the document (ISO 32000-2, 7.7.2 and 12.2).
import type { Viewer } from '../layout/fragment.ts';

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

/** Entries of the catalog. With a title, the window shows it instead of the name of the file. */
export function formatViewer(
  { pageMode, pageLayout, printScaling, duplex }: Viewer,
  document: { readonly hasTitle: boolean; readonly opensOutline: boolean },
): Record<string, string> {
  const mode = pageMode ?? (document.opensOutline ? 'outline' : undefined);
  const preferences = [
    document.hasTitle && '/DisplayDocTitle true',
    printScaling && `/PrintScaling/${printScaling === 'none' ? 'None' : 'AppDefault'}`,
    duplex && `/Duplex${duplexes[duplex]}`,
  ].filter(Boolean);
  return {
    ...(mode && { PageMode: modes[mode] }),
    ...(pageLayout && { PageLayout: layouts[pageLayout] }),
    ...(preferences.length > 0 && { ViewerPreferences: `<<${preferences.join('')}>>` }),
  };
}
