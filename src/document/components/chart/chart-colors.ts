// The colours of charts: those of series, and of lines that help to read.
import type { TextStyle } from '../../text/shaped-text.ts';

/** Colours that readers with any colour blindness can tell apart (Okabe and Ito, 2008). The eighth is the colour of the text, black in their list. */
const palette = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9', '#f0e442'];

/** How the colours change when all of them are taken: the share of the colour in percent, and what it is mixed with. */
const rounds = [
  { share: 100, other: '#ffffff' },
  { share: 55, other: '#ffffff' },
  { share: 65, other: '#000000' },
  { share: 35, other: '#ffffff' },
  { share: 45, other: '#000000' },
] as const;

/** Dashes of lines, so that lines of like colours differ. */
const dashes: readonly (readonly number[])[] = [[], [4, 2], [1.5, 1.5], [6, 2, 1.5, 2], [8, 3]];

export interface ChartColors {
  readonly ink: string;
  /** The colour behind the chart, guessed from that of the text: white behind dark text. */
  readonly paper: string;
  readonly grid: string;
  colorOf(index: number): string;
  dashOf(index: number): readonly number[];
}

/** `given`: the colours of the template. */
export function chartColors({ color: ink }: TextStyle, given: readonly string[]): ChartColors {
  const paper = brightnessOf(ink) < 0.5 ? '#ffffff' : '#000000';
  const base = given.length > 0 ? given : [...palette, ink];
  const roundOf = (index: number) => Math.floor(index / base.length) % rounds.length;
  return {
    ink,
    paper,
    grid: mix(ink, paper, paper === '#ffffff' ? 16 : 30),
    colorOf(index) {
      const { other, share } = rounds[roundOf(index)]!;
      return mix(base[index % base.length]!, other, share);
    },
    dashOf: (index) => dashes[roundOf(index)]!,
  };
}

/** The colour of text that is read on an area. */
export const textOn = (area: string): string => (brightnessOf(area) > 0.423 ? '#000000' : '#ffffff');

/** `share` percent of a colour, and the rest of the other. */
export function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [own, with_] = [color, other].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number];
    return Math.round(with_ + ((own - with_) * share) / 100);
  });
  return `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** From 0 to 1: the square root of the luminance of WCAG 2.2, about. */
function brightnessOf(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2) as [
    number,
    number,
    number,
  ];
  return Math.sqrt(0.2126 * r + 0.7152 * g + 0.0722 * b);
}
