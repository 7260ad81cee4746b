// The standard font Symbol: Greek letters and mathematical signs.
import { makeSymbolFont, type StandardFont } from './standard-font.ts';

/** Sixteen codes a line, from 20 on. Parts of tall brackets have the characters that Unicode made for them (U+239B to U+23AE). */
const characters = [
  ' !∀#∃%&∋()∗+,−./',
  '0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟ',
  'ΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  '‾αβχδεφγηιϕκλμνο',
  'πθρστυϖωξψζ{|}∼ ',
  '                ',
  '                ',
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓',
  '°±″≥×∝∂•÷≠≡≈…⏐⎯↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉',
  '∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪',
  ' ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ',
].join('');

/** By code from 20 on. */
// biome-ignore format: sixteen codes a line, as above
const widths = [
  250, 333, 713, 500, 549, 833, 778, 439, 333, 333, 500, 549, 250, 549, 250, 278,
  500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 549, 549, 549, 444,
  549, 722, 667, 722, 612, 611, 763, 603, 722, 333, 631, 722, 686, 889, 722, 722,
  768, 741, 556, 592, 611, 690, 439, 768, 645, 795, 611, 333, 863, 333, 658, 500,
  500, 631, 549, 549, 494, 439, 521, 411, 603, 329, 603, 549, 549, 576, 521, 549,
  549, 521, 549, 603, 439, 576, 713, 686, 493, 686, 494, 480, 200, 480, 549, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  750, 620, 247, 549, 167, 713, 500, 753, 753, 753, 753, 1042, 987, 603, 987, 603,
  400, 549, 411, 549, 549, 713, 494, 460, 549, 549, 549, 549, 1000, 603, 1000, 658,
  823, 686, 795, 987, 768, 768, 823, 768, 768, 713, 713, 713, 713, 713, 713, 713,
  768, 713, 790, 790, 890, 823, 549, 250, 713, 603, 603, 1042, 987, 603, 987, 603,
  494, 329, 790, 790, 786, 713, 384, 384, 384, 384, 384, 384, 494, 494, 494, 494,
  0, 329, 274, 686, 686, 686, 384, 384, 384, 384, 384, 384, 494, 494, 494, 0,
];

/** Metrics and encoding of Symbol, as Adobe publishes them (Symbol.afm, version 001.008; ISO 32000-2, annex D.5). */
export function makeSymbol(): StandardFont {
  return makeSymbolFont({
    characters,
    widths,
    // Signs that Unicode separates from the letters, and brackets by their older code.
    aliases: { '\u2206': 'Δ', '\u2126': 'Ω', '\u00b5': 'μ', '\u2215': '⁄', '\u2329': '⟨', '\u232a': '⟩', '\u22c4': '◊' },
    substitute: '•',
    metrics: {
      // The metrics file gives no heights; these are the heights of the font's box and of its capital and small Greek letters.
      ascent: 1010,
      descent: -293,
      lineGap: 0,
      capHeight: 673,
      xHeight: 500,
      underlinePosition: -100,
      underlineThickness: 50,
      strikeoutPosition: 250,
      italicAngle: 0,
      bbox: [-180, -293, 1090, 1010],
      flags: 4,
      stemV: 85,
    },
  });
}
