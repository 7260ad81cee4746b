// Reads the pages of a random table and computes again what must stand there: each row once, the sums, and what sheets repeat.
import type { Order, SheetCase, TableForm, TableLine } from './random-table.ts';

/** A text on a page, in pt from its top left corner. `y`: of its baseline. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The edge of a clip runs through it. */
  readonly isCut?: boolean;
}

/** What a rendering had to tell that lets some rules rest. */
export interface SheetFacts {
  /** Some rows have no sheet with enough room, so rules about what stays together cannot hold. */
  readonly isTooTall: boolean;
  /** What sheets repeat was dropped above their rows, or below them. */
  readonly dropsHeader: boolean;
  readonly dropsFooter: boolean;
}

/** A group of lines with the same key. */
interface Group {
  readonly depth: number;
  readonly key: string;
  readonly index: number;
  readonly count: number;
  readonly sum: bigint;
}

/** What stands once in the table. */
interface Unit {
  readonly kind: 'row' | 'groupHeader' | 'groupFooter' | 'footer';
  readonly chain: readonly Group[];
  /** What its texts say on a sheet, where `sofar` and `before` are the sums. */
  texts(sofar: bigint, before: bigint): readonly string[];
  readonly amount: bigint;
  readonly height: number;
}

/** The first fault in the tables of a document. */
export function findSheetFault(
  made: SheetCase,
  pages: readonly (readonly PlacedText[])[],
  facts: SheetFacts,
): string | undefined {
  for (const [i, page] of pages.entries()) {
    const fault = findOverlap(page) ?? findOutside(page, made.size);
    if (fault) return `page ${i + 1}: ${fault}`;
  }
  for (const order of made.data.orders) {
    const fault = findTableFault(made, order, pages, facts);
    if (fault) return `table ${order.id}: ${fault}`;
  }
  return made.isNested ? findOuterFault(pages) : undefined;
}

const em = 8;

function findOverlap(page: readonly PlacedText[]): string | undefined {
  const sorted = page.filter(({ isCut }) => !isCut).sort((a, b) => a.y - b.y);
  for (const [i, one] of sorted.entries())
    for (let k = i + 1; k < sorted.length && sorted[k]!.y - one.y < em * 0.95; k++) {
      const other = sorted[k]!;
      if (one.x < other.x + other.width - 0.5 && other.x < one.x + one.width - 0.5)
        return `"${one.text}" and "${other.text}" overlap at ${one.y}`;
    }
  return undefined;
}

function findOutside(page: readonly PlacedText[], [width, height]: readonly [number, number]): string | undefined {
  const out = page.find(({ x, y, width: wide }) => x < 9.9 || x + wide > width - 9 || y < 10 || y > height - 9.9);
  return out && `"${out.text}" lies off the body at ${out.x}, ${out.y}`;
}

/** A table around the tables: its header stands on each sheet, and its tail on all but the last. */
function findOuterFault(pages: readonly (readonly PlacedText[])[]): string | undefined {
  const isIn = ({ text }: PlacedText) => /^(outside|again|ongoing|[ABC]~.*)$/.test(text);
  const shown = pages.map((page) => page.filter(isIn).sort((a, b) => a.y - b.y)).filter((page) => page.length > 0);
  for (const [i, page] of shown.entries()) {
    const heads = i === 0 ? ['outside'] : ['again', 'outside'];
    const said = page.filter(({ text }) => !text.includes('~')).map(({ text }) => text);
    const isLast = i === shown.length - 1;
    if (said.join() !== [...heads, ...(isLast ? [] : ['ongoing'])].join())
      return `the table around has ${said.join()} on its sheet ${i + 1} of ${shown.length}`;
    if (
      page
        .slice(0, heads.length)
        .map(({ text }) => text)
        .join() !== heads.join()
    )
      return `the table around begins sheet ${i + 1} with ${page[0]!.text}`;
    if (!isLast && page.at(-1)!.text !== 'ongoing') return `the table around ends sheet ${i + 1} with ${page.at(-1)!.text}`;
  }
  return undefined;
}

function findTableFault(
  made: SheetCase,
  order: Order,
  all: readonly (readonly PlacedText[])[],
  facts: SheetFacts,
): string | undefined {
  const { form } = made;
  const { id } = order;
  const own = all.map((page) =>
    page
      .filter(({ text }) => text.startsWith(`${id}~`))
      .sort((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text }) => text.slice(2)),
  );
  const first = own.findIndex((page) => page.length > 0);
  const { units, total, lines } = expectUnits(made, order);
  if (first < 0) return units.length > 0 ? 'it stands nowhere' : undefined;
  const last = own.findLastIndex((page) => page.length > 0);
  const pages = own.slice(first, last + 1).map((page) => page.filter((text) => !text.startsWith('a~')));
  const balances = own.flat().filter((text) => text.startsWith('a~'));
  const expected = lines.map((line, i) => `a~${line.id}~${shown(sumOf(lines.slice(0, i + 1)))}`);
  if (balances.join() !== expected.join()) return `the balances are ${balances.join()} and not ${expected.join()}`;

  let at = 0;
  let offset = 0;
  let before = 0n;
  let sofar = 0n;
  const begun = new Set<Group>();
  /** The sheet begins with a unit, and not within a row. */
  let fresh = true;
  /** The rows above a unit that comes first on a sheet. */
  const leadsOf = (unit: Unit | undefined, isFirst: boolean): readonly string[] => [
    ...headTexts(form, isFirst, total, before),
    ...(isFirst ? [] : (unit?.chain ?? []))
      .filter((group) => begun.has(group))
      .flatMap((group) => rowsOn(form.groups[group.depth]!.header, 'notFirst').map((k) => groupHead(group, k, before))),
  ];
  for (const [i, page] of pages.entries()) {
    const wrong = (what: string) =>
      `sheet ${i + 1} of ${pages.length}, ${what}:\n${pages.map((one) => one.join('\n')).join('\n--\n')}`;
    let place = 0;
    const take = (text: string): boolean => {
      if (page[place] !== text) return false;
      place++;
      return true;
    };
    const leads = leadsOf(units[at], i === 0);
    for (const text of leads)
      if (!take(text) && !(facts.dropsHeader && i > 0)) return wrong(`"${text}" is not at its start, but "${page[place]}"`);
    const start = at;
    /** The rows that stand where the sheet ends, if it ends before the next unit. */
    const tailsHere = (): string[] => {
      const last = offset > 0 ? units[at]! : units[at - 1];
      const goesOn = (last?.chain ?? []).filter((group) => units[at]!.chain.includes(group));
      return [
        ...goesOn
          .reverse()
          .flatMap((group) =>
            rowsOn(form.groups[group.depth]!.footer, 'notLast').map((k) => groupFoot(form, group, k, sofar, before)),
          ),
        ...rowsOn(form.footers, 'notLast').map((k) => footText(k, total, sofar, before)),
      ];
    };
    /** A footer row with `"on": "all"` says the same where the sheet ends and where its group does: the next sheet tells which it is. */
    const isTail = (text: string) => {
      const next = [...leadsOf(units[at], false), text].map(nameOf);
      const begins = (pages[i + 1] ?? []).slice(0, next.length).map(nameOf);
      return at > start && page.slice(place).join() === tailsHere().join() && begins.join() === next.join();
    };
    for (; at < units.length; at++) {
      const unit = units[at]!;
      // A divided row counts on the sheet on which it begins.
      const ended = offset > 0 ? sofar : sofar + unit.amount;
      const texts = unit.texts(ended, before);
      const from = offset;
      if (/ooter/.test(unit.kind) && isTail(texts[0]!)) break;
      while (offset < texts.length && take(texts[offset]!)) offset++;
      if (offset > 0) {
        sofar = ended;
        for (const group of unit.chain) begun.add(group);
      }
      if (offset === from && at === start && i > 0 && offset === 0) break;
      if (offset < texts.length) break;
      offset = 0;
    }
    const isDone = at === units.length;
    const lastUnit = offset > 0 ? units[at]! : units[at - 1];
    const isEmpty = at === start && offset === 0;
    if (!isDone && !(isEmpty && i > 0 && facts.isTooTall)) {
      const tails = tailsHere();
      if (!isEmpty && !(facts.dropsFooter && page[place] !== tails[0]))
        for (const text of tails) if (!take(text)) return wrong(`"${text}" is not at its end, but "${page[place]}"`);
    }
    if (place < page.length) return wrong(`"${page[place]}" is not expected`);
    const begins = units[start];
    if (isEmpty && !isDone && !facts.isTooTall) return wrong('nothing of it stands there');
    if (!isDone && lastUnit?.kind === 'groupHeader' && hasRoomAround(made, units, at)) return wrong('a group header ends it');
    if (i > 0 && fresh && begins && /ooter/.test(begins.kind) && hasRoomAround(made, units, start))
      return wrong('a footer row begins it');
    if (offset > 0 && !form.mayBreak && !facts.isTooTall) return wrong('a row is divided');
    fresh = offset === 0;
    before = sofar;
  }
  return at < units.length
    ? `it ends before ${units[at]!.texts(sofar, before).join()}:\n${pages.map((one) => one.join('\n')).join('\n--\n')}`
    : undefined;
}

/** Whether a sheet has room for the unit at `at` with all that must stand beside it. */
function hasRoomAround({ form, room, padding }: SheetCase, units: readonly Unit[], at: number): boolean {
  let from = at;
  while (from > 0 && /ooter/.test(units[from]!.kind)) from--;
  while (from > 0 && units[from - 1]!.kind === 'groupHeader') from--;
  let to = at;
  while (units[to]?.kind === 'groupHeader') to++;
  do to++;
  while (units[to] && /ooter/.test(units[to]!.kind));
  const repeated = [form, ...form.groups].flatMap((one) =>
    'headers' in one ? [...one.headers, ...one.footers, ...(one.hasColumnHeaders ? [1] : [])] : [...one.header, ...one.footer],
  ).length;
  const height = units.slice(from, to).reduce((sum, one) => sum + one.height, 0);
  return height + repeated * (10 + 2 * padding) <= room;
}

/** The row of a text, and its key. */
const nameOf = (text: string): string => text.split('~', 2).join();

const rowsOn = (rows: TableForm['headers'], sheet: string): number[] =>
  rows.flatMap(({ on }, k) => (on === 'all' || on === sheet ? [k] : []));

function headTexts(
  { headers, hasColumnHeaders, repeatsHeader }: TableForm,
  isFirst: boolean,
  total: bigint,
  before: bigint,
): string[] {
  const rows = (isBelow: boolean) =>
    rowsOn(headers, isFirst ? 'first' : 'notFirst')
      .filter((k) => headers[k]!.below === isBelow && (isFirst || repeatsHeader || headers[k]!.on === 'notFirst'))
      .map((k) => `h${k}~${shown(total)}~${shown(before)}`);
  return [...rows(false), ...(hasColumnHeaders && (isFirst || repeatsHeader) ? ['ch'] : []), ...rows(true)];
}

const groupHead = ({ depth, key, count, index, sum }: Group, k: number, before: bigint) =>
  `g${depth}h${k}~${key}~${count}~${index}~${shown(sum)}~${shown(before)}`;
const groupFoot = (form: TableForm, { depth, key, sum }: Group, k: number, sofar: bigint, before: bigint) => {
  const ofSheet = form.groups[depth]!.footer[k]!.on === 'notLast' ? sofar - before : before;
  return `g${depth}t${k}~${key}~${shown(sum)}~${shown(sofar)}~${shown(ofSheet)}`;
};
const footText = (k: number, total: bigint, sofar: bigint, before: bigint) =>
  `t${k}~${shown(total)}~${shown(sofar)}~${shown(sofar - before)}~${shown(before)}`;

function expectUnits(
  { form, padding }: SheetCase,
  { lines: given }: Order,
): { readonly units: Unit[]; readonly total: bigint; readonly lines: TableLine[] } {
  const kept = given.filter(({ isLong }) => isLong || !form.where);
  if (form.descending !== undefined) kept.sort((a, b) => (form.descending ? b.id - a.id : a.id - b.id));
  const total = sumOf(kept);
  const units: Unit[] = [];
  const lines: TableLine[] = [];
  const plain = (kind: Unit['kind'], chain: readonly Group[], texts: Unit['texts']) =>
    units.push({ kind, chain, texts, amount: 0n, height: 10 + 2 * padding });
  const divide = (members: readonly TableLine[], chain: readonly Group[]): void => {
    const depth = chain.length;
    const level = form.groups[depth];
    if (!level) {
      for (const line of members) {
        lines.push(line);
        const further = line.isLong ? form.furtherRows : 0;
        const texts = [
          `r~${line.id}`,
          ...line.more.map((m) => `f~${line.id}~${m}`),
          ...Array.from({ length: further }, (_, k) => `k~${line.id}~${k}`),
        ];
        units.push({
          kind: 'row',
          chain,
          texts: () => texts,
          amount: amountOf(line),
          height: texts.length * 10 + (further + 1) * 2 * padding,
        });
      }
      return;
    }
    const keyOf = ({ keys }: TableLine) => String(keys[depth] ?? 'nil');
    for (const [index, key] of [...new Set(members.map(keyOf))].entries()) {
      const inside = members.filter((line) => keyOf(line) === key);
      const group: Group = { depth, key, index: index + 1, count: inside.length, sum: sumOf(inside) };
      const around = [...chain, group];
      for (const k of rowsOn(level.header, 'first')) plain('groupHeader', around, (_, before) => [groupHead(group, k, before)]);
      divide(inside, around);
      for (const k of rowsOn(level.footer, 'last'))
        plain('groupFooter', around, (sofar, before) => [groupFoot(form, group, k, sofar, before)]);
    }
  };
  divide(kept, []);
  if (kept.length === 0 && form.hasEmpty) plain('row', [], () => ['empty']);
  if (form.hasColumnFooters) plain('footer', [], (sofar, before) => [`ct~${shown(total)}~${shown(sofar - before)}`]);
  for (const k of rowsOn(form.footers, 'last')) plain('footer', [], (sofar, before) => [footText(k, total, sofar, before)]);
  return { units, total, lines };
}

/** Ten-thousandths, so that sums are exact. */
const amountOf = ({ amount = 0 }: TableLine): bigint => BigInt(Math.round(amount * 10_000));
const sumOf = (lines: readonly TableLine[]): bigint => lines.reduce((sum, line) => sum + amountOf(line), 0n);

function shown(sum: bigint): string {
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -4)}${decimals && `.${decimals}`}`;
}
