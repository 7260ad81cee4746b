// Reads days and times of a spreadsheet: numbers that the format of a cell turns into dates.
import type { SheetDate } from '../table.ts';

/** What a number format shows. A duration counts hours beyond a day. */
export type DateKind = 'date' | 'date-time' | 'time' | 'duration';

const dayMs = 86_400_000;

/** The kind of a format that every workbook has, by its number (ECMA-376, part 1, 18.8.30). */
export function builtInKind(id: number): DateKind | undefined {
  if (id === 22) return 'date-time';
  if (id === 46) return 'duration';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56) return 'time';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return undefined;
}

/** The kind of a format that the workbook defines; undefined: it shows no date. */
export function kindOfFormat(code: string): DateKind | undefined {
  const bare = firstSection(code);
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return 'duration';
  const letters = bare.replace(/\[[^\]]*\]|general|am\/pm|a\/p/gi, '').toLowerCase();
  const hasTime = /[hs]/.test(letters);
  if (/[yd]/.test(letters)) return hasTime ? 'date-time' : 'date';
  if (hasTime) return 'time';
  return letters.includes('m') ? 'date' : undefined;
}

/** The section for positive numbers, without literals, escaped and padding characters. */
export const firstSection = (code: string): string => code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0]!;

/**
 * The day and time of a number, without a zone. A time without a day and a duration become text. Undefined: no such date, such as 29 February 1900,
 * which the 1900 system counts by mistake.
 */
export function readSerial(serial: number, kind: DateKind, is1904: boolean): SheetDate | string | undefined {
  const ms = Math.round(serial * dayMs);
  const days = Math.floor(ms / dayMs);
  if (ms < 0 || days > 2_958_465) return undefined;
  if (kind === 'duration') return clock(ms);
  const time = clock(ms - days * dayMs);
  if (days === 0 && (kind === 'time' || (!is1904 && ms > 0))) return time;
  if (!is1904 && (days === 0 || days === 60)) return undefined;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const day = new Date(first + days * dayMs);
  if (day.getUTCFullYear() > 9999) return undefined;
  const date = day.toISOString().slice(0, 10);
  return { date: kind === 'date' && time === '00:00:00' ? date : `${date}T${time}` };
}

function clock(ms: number): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000 === 0 ? '' : `.${pad(ms % 1000, 3)}`;
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${fraction}`;
}
