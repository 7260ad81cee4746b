// Puts letter spacing after whole clusters: a letter with its marks, a conjunct, a ligature.
import { isBound } from './character-kind.ts';
import { type GlyphRun, glyphStride } from './font/harfbuzz.ts';

/** In 1/1000 em. */
export interface Spacing {
  /** The spacing that a viewer adds after each code. */
  readonly shownEm: number;
  /** The spacing after each cluster. */
  readonly clusterEm: number;
}

const joinedScripts = new Set('Arab Syrc Mand Mong Nkoo Phag Adlm Rohg Mani Sogd Phlp Chrs Ougr'.split(' '));

/**
 * Whether the letters of a script are joined. Letter spacing would tear joined letters apart (CSS Text 3, 8.2.1). A change of look between two of
 * them keeps their joined forms.
 */
export function isJoined(script: string): boolean {
  return joinedScripts.has(script);
}

/** The spacing before a run, which is in visual order. In right-to-left text the spacing after a cluster is at its left. */
export function spacingBefore({ clusterEm }: Spacing, rtl: boolean): number {
  return rtl ? clusterEm : 0;
}

/** The spacing after the glyph at `i` of a run. */
export function spacingAfter({ clusterEm }: Spacing, run: GlyphRun, i: number, text: string, rtl: boolean): number {
  if (clusterEm === 0) return 0;
  const next = i + glyphStride;
  if (next >= run.length) return rtl ? 0 : clusterEm;
  return isOneCluster(run[i + 1]!, run[next + 1]!, text) ? 0 : clusterEm;
}

/** Whether glyphs with these indexes into the text belong together. */
function isOneCluster(own: number, other: number, text: string): boolean {
  return own === other || isBound(text, Math.max(own, other));
}
