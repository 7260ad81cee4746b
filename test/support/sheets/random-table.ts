// Random tables that sheets divide: sums, groups, header and footer rows, in all places where a table may stand.
import { createDice, type Dice } from '../grammar/dice.ts';

export interface TableLine {
  readonly id: number;
  /** Undefined: the member is missing. */
  readonly amount?: number;
  readonly keys: readonly unknown[];
  /** Further lines in the cell of the row. */
  readonly more: readonly number[];
  readonly isLong: boolean;
}

/** A header or footer row. */
export interface TableRow {
  readonly on: string;
  readonly below?: boolean;
}

export interface TableGroup {
  readonly header: readonly TableRow[];
  readonly footer: readonly TableRow[];
  readonly breaks: boolean;
}

export interface TableForm {
  readonly headers: readonly TableRow[];
  readonly hasColumnHeaders: boolean;
  readonly repeatsHeader: boolean;
  readonly hasColumnFooters: boolean;
  readonly footers: readonly TableRow[];
  readonly groups: readonly TableGroup[];
  /** Further rows of an element that is long. */
  readonly furtherRows: number;
  readonly where: boolean;
  readonly descending: boolean | undefined;
  readonly hasEmpty: boolean;
  readonly mayBreak: boolean;
}

export interface Order {
  readonly id: string;
  readonly lines: readonly TableLine[];
}

export interface SheetCase {
  readonly template: Record<string, unknown>;
  readonly data: { readonly orders: readonly Order[]; readonly show: boolean };
  readonly form: TableForm;
  /** The tables stand in cells of a table. */
  readonly isNested: boolean;
  /** Height that the body of a sheet has at least. */
  readonly room: number;
  readonly padding: number;
  readonly size: readonly [number, number];
}

/** A random table. The texts of its rows say which row they are of, and what the table knows there. */
export function makeSheetCase(seed: number): SheetCase {
  const dice = createDice(seed);
  const { chance, pick, upTo, some } = dice;
  const form = makeForm(dice);
  const place = pick(['flow', 'flow', 'row', 'stack', 'round', 'faded', 'repeat', 'parts', 'use', 'cell', 'margin', 'kept']);
  const longest = pick([0, 0, 1, 3, 16]);
  let next = 0;
  const line = (): TableLine => ({
    id: next++,
    ...(chance(0.9) && { amount: makeAmount(dice) }),
    keys: [pick(['North', 'South', 7]), pick(['A', 'B', null, undefined]), pick([1, 2])],
    more: chance(0.3) ? some(0, longest, (i) => i) : [],
    isLong: chance(0.4),
  });
  const count = ['row', 'repeat', 'parts', 'cell'].includes(place) ? 1 + upTo(3) : 1;
  const orders = Array.from({ length: count }, (_, i) => ({
    id: 'ABC'[i]!,
    lines: chance(0.06) ? [] : some(1, pick([3, 12, 30]), line),
  }));
  const padding = pick([0, 0, 2]);
  const height = pick([150, 190, 240, 320]);
  const bands = {
    ...(chance(0.3) && {
      header: [
        { on: 'first', body: some(1, 3, () => 'band') },
        { on: 'all', body: ['band'] },
      ],
    }),
    ...(chance(0.4) && {
      footer: [
        { on: 'last', body: some(1, 4, () => 'band') },
        { on: 'all', body: ['band'] },
      ],
    }),
  };
  const own = makeTable(dice, form, padding, place === 'row');
  const { define, ...page } = putInPlace(dice, place, own, count) as Record<string, object>;
  const size = [place === 'row' ? 360 * count : 460, height] as const;
  return {
    template: {
      unit: 'pt',
      styles: { base: { size: 8, lineHeight: 1.25 } },
      ...(define && { define }),
      pages: [{ size, margin: 10, ...bands, ...page }],
    },
    data: { orders, show: chance(0.7) },
    form,
    isNested: place === 'cell',
    room: height - 20 - (bands.header ? 30 : 0) - (bands.footer ? 40 : 0) - (place === 'cell' ? 30 : 0) - 10,
    padding,
    size,
  };
}

function makeAmount({ upTo, chance }: Dice): number {
  const places = upTo(5);
  const whole = (upTo(100_000) - (chance(0.3) ? 60_000 : 0)) / 10 ** places;
  return Number(whole.toFixed(places));
}

function makeForm({ chance, pick, some }: Dice): TableForm {
  const header = () => ({ on: pick(['all', 'first', 'notFirst']) });
  const footer = () => ({ on: pick(['last', 'notLast', 'all']) });
  const furtherRows = chance(0.25) ? pick([1, 2]) : 0;
  return {
    headers: chance(0.7) ? some(1, 2, () => ({ ...header(), below: chance(0.4) })) : [],
    hasColumnHeaders: chance(0.6),
    repeatsHeader: chance(0.8),
    hasColumnFooters: chance(0.2),
    footers: chance(0.7) ? some(1, 2, footer) : [],
    groups: chance(0.5)
      ? some(1, 3, () => ({
          header: chance(0.8) ? some(1, 2, header) : [],
          footer: chance(0.7) ? some(1, 2, footer) : [],
          breaks: chance(0.1),
        }))
      : [],
    furtherRows,
    where: chance(0.2),
    descending: chance(0.3) ? chance(0.5) : undefined,
    hasEmpty: chance(0.5),
    mayBreak: chance(0.3),
  };
}

/** The table of the order `o`. */
function makeTable({ chance, pick }: Dice, form: TableForm, padding: number, isNarrow: boolean): Record<string, unknown> {
  const { groups, furtherRows } = form;
  const row = (text: string, more: object) => ({ ...more, cells: [{ span: 3, text }] });
  const said = (...parts: string[]) => ['{{ o.id }}', ...parts].join('~');
  const sum = (part: string) => `{{ sums.amount.${part} }}`;
  const key = "{{ group.key | default: 'nil' }}";
  const width = isNarrow ? 30 : 40;
  return {
    table: 'o.lines',
    as: 'l',
    cellPadding: padding,
    ...(form.where && { where: 'l.isLong' }),
    ...(form.descending !== undefined && { sort: { by: 'l.id', descending: form.descending } }),
    ...(form.mayBreak && { rowBreak: 'allow' }),
    ...(!form.repeatsHeader && { repeatHeader: false }),
    ...(form.hasEmpty && { empty: said('empty') }),
    ...(chance(0.4) && { zebra: '#eeeeee' }),
    ...(chance(0.5) && { rules: pick(['rows', 'all', { outer: { width: 1 }, header: { width: 2 }, footer: { width: 2 } }]) }),
    sums: { amount: 'l.amount', ...(chance(0.3) && { other: '(l.amount | default: 0) * 2' }) },
    columns: [
      {
        body: [said('r', '{{ l.id }}'), { repeat: 'l.more', as: 'm', body: said('f', '{{ l.id }}', '{{ m }}') }],
        ...(form.hasColumnHeaders && { header: said('ch') }),
        ...(form.hasColumnFooters && { footer: said('ct', sum('all'), sum('page')) }),
      },
      {
        width: 120,
        body: said('a', '{{ l.id }}', sum('sofar')),
        ...(furtherRows > 0 && { rowSpan: furtherRows + 1 }),
      },
      { width, when: 'show', body: '+', ...(form.hasColumnHeaders && { header: '+' }) },
    ],
    ...(form.headers.length > 0 && {
      header: form.headers.map(({ on, below }, i) =>
        row(said(`h${i}`, sum('all'), sum('before')), { on, ...(below && { below }) }),
      ),
    }),
    ...(form.footers.length > 0 && {
      footer: form.footers.map(({ on }, i) => row(said(`t${i}`, sum('all'), sum('sofar'), sum('page'), sum('before')), { on })),
    }),
    ...(groups.length > 0 && {
      groups: groups.map(({ header, footer, breaks }, depth) => ({
        by: `l.keys[${depth}]`,
        header: header.map(({ on }, i) =>
          row(said(`g${depth}h${i}`, key, '{{ group.count }}', '{{ group.index }}', '{{ group.sums.amount }}', sum('before')), {
            on,
          }),
        ),
        footer: footer.map(({ on }, i) =>
          row(said(`g${depth}t${i}`, key, '{{ group.sums.amount }}', sum('sofar'), sum(on === 'notLast' ? 'page' : 'before')), {
            on,
          }),
        ),
        ...(breaks && { break: { before: 'page' } }),
      })),
    }),
    ...(furtherRows > 0 && {
      rows: Array.from({ length: furtherRows }, (_, i) => ({
        when: 'l.isLong',
        cells: [said('k', '{{ l.id }}', String(i)), ''],
      })),
    }),
  };
}

/** The parts of a template that put a table somewhere, over orders. */
function putInPlace(
  { chance, pick, some }: Dice,
  place: string,
  table: Record<string, unknown>,
  count: number,
): Record<string, unknown> {
  const before = some(0, 6, () => 'before');
  const after = some(0, 2, () => 'after');
  const repeat = (body: unknown) => ({ repeat: 'orders', as: 'o', body });
  const around = (body: unknown) => ({ body: [...before, body, ...after] });
  switch (place) {
    case 'row':
      return around({
        row: Array.from({ length: count }, (_, i) => ({
          stack: [{ repeat: 'orders', as: 'o', where: `o.id == '${'ABC'[i]}'`, body: [table] }],
        })),
      });
    case 'stack':
      return around(
        repeat([
          {
            stack: [...some(0, 2, () => 'before'), table],
            padding: pick([0, 3]),
            ...(chance(0.5) && { border: { width: 1 }, background: '#ffffee' }),
          },
        ]),
      );
    case 'round':
      return around(repeat([{ ...table, padding: 4, border: { width: 1, radius: 4 } }]));
    case 'faded':
      return around(repeat([{ ...table, opacity: 0.5 }]));
    case 'parts':
      return { each: 'orders', as: 'o', body: [...before, table, ...after] };
    case 'use':
      return {
        ...around(repeat([{ use: 'list', with: { o: '{{ o }}', show: '{{ show }}' } }])),
        define: { list: { params: { o: true, show: true }, body: [table] } },
      };
    case 'cell':
      return around({
        table: 'orders',
        as: 'o',
        cellPadding: 0,
        rowBreak: 'allow',
        header: [{ on: 'notFirst', cells: ['again'] }],
        footer: [{ on: 'notLast', cells: ['ongoing'] }],
        columns: [{ header: 'outside', body: [table] }],
      });
    case 'margin':
      return around(repeat([{ ...table, margin: { left: 20, top: 5 } }]));
    case 'kept':
      return around(repeat([{ ...table, break: { inside: 'avoid' } }]));
    default:
      return around(repeat([table]));
  }
}
