// How a field asks for dates: by a script of Acrobat, or in its tooltip, as the date fields of pdfgen do.
import { type DatePart, letterOf } from '../document/components/field/date-form.ts';
import type { FormField } from '../pdf-file/acro-form/read-fields.ts';

type Piece = string | { readonly part: DatePart; readonly length: number };

/** The figures of a date with what stands between them. */
interface DateForm {
  readonly pieces: readonly Piece[];
  /** The format as the form describes it. */
  readonly shown: string;
}

/** A date such as `2026-03-09` as its field asks for it; other texts as they are. `lang`: of the document. */
export function writeDate(text: string, field: FormField, lang: string): string {
  const [, year, month, day] = (isDate(text) && /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)) || [];
  const form = day === undefined ? undefined : readDateForm(field, lang);
  if (!form) return text;
  const figures = { year: year!, month: month!, day: day! };
  return form.pieces.map((one) => (typeof one === 'string' ? one : figures[one.part].slice(-Math.max(2, one.length)))).join('');
}

/** How a field asks for dates, if a text is no such date. */
export function findDateDoubt(text: string, field: FormField, lang: string): string | undefined {
  const form = text === '' ? undefined : readDateForm(field, lang);
  if (!form) return undefined;
  const figures = form.pieces.map((one) => {
    if (typeof one === 'string') return one.replace(/[^\s\p{L}]/gu, '\\$&');
    return one.part === 'year' ? `\\d{${one.length}}` : '\\d{1,2}';
  });
  return new RegExp(`^${figures.join('')}$`, 'u').test(text) ? undefined : form.shown;
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Undefined: the field does not ask for a date, or not in figures. */
function readDateForm({ kind, nodes, widgets, label = '' }: FormField, lang: string): DateForm | undefined {
  if (kind !== 'text') return undefined;
  const actions = [...nodes, ...widgets].map(({ dict }) => dict.dict('AA'));
  const scripts = actions.flatMap((all) => [all?.dict('F')?.text('JS'), all?.dict('K')?.text('JS')]);
  for (const script of scripts) {
    const pattern = /^\s*AFDate_(?:Format|Keystroke)Ex\(["']([^"']{1,40})["']\)/.exec(script ?? '')?.[1];
    if (pattern !== undefined) return readPieces(pattern, { day: 'd', month: 'm', year: 'y' });
  }
  const shown = /\(([^()]{6,40})\)$/.exec(label)?.[1];
  return shown === undefined
    ? undefined
    : readPieces(shown, { day: letterOf('day', lang), month: letterOf('month', lang), year: letterOf('year', lang) });
}

function readPieces(shown: string, letters: Readonly<Record<DatePart, string>>): DateForm | undefined {
  const found = new Set<DatePart>();
  const pieces: Piece[] = [];
  for (const run of shown.match(/(\p{L})\1*|\P{L}+/gu) ?? []) {
    if (!/^\p{L}/u.test(run)) {
      pieces.push(run);
      continue;
    }
    // In some languages two of the words begin with the same letter. The year has four.
    const { length } = [...run];
    const part = (['day', 'month', 'year'] as const).find(
      (one) => run.startsWith(letters[one]) && !found.has(one) && (one === 'year' ? [2, 4] : [1, 2]).includes(length),
    );
    if (!part) return undefined;
    found.add(part);
    pieces.push({ part, length });
  }
  return found.size === 3 ? { pieces, shown } : undefined;
}
