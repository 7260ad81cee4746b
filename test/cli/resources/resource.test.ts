import { expect, test } from 'vitest';
import { createCommand } from '../../../src/cli/build-program.ts';
import type { CommandContext } from '../../../src/cli/context.ts';
import { createOn, printFacts, printPage } from '../../../src/cli/resources/resource.ts';

interface Parcel {
  readonly name: string;
  readonly weight: number | null;
  readonly note?: string;
}

const parcels = {
  name: 'parcel',
  plural: 'parcels',
  columns: [
    { heading: 'parcel', cell: (one: Parcel) => one.name },
    { heading: 'weight', cell: (one: Parcel) => one.weight, leaveOut: 2 },
    { heading: 'note', cell: (one: Parcel) => one.note, leaveOut: 1 },
  ],
  facts: (one: Parcel) => [['name', one.name] as const, ['weight', one.weight] as const, ['other note', one.note] as const],
};
const items: readonly Parcel[] = [
  { name: 'A', weight: 0, note: 'handle with care' },
  { name: 'B', weight: null },
];

/** What is printed on stdout and said on stderr. `columns`: the width of a terminal. */
async function capture(print: (context: CommandContext) => void | Promise<void>, { json = false, columns = 0 } = {}) {
  const out: string[] = [];
  const said: string[] = [];
  const write = (text: string) => void out.push(text);
  await print({
    options: { json },
    io: { stdout: { isTTY: columns > 0, columns, write } },
    style: { dim: (text: string) => text },
    print: write,
    printJson: (value: unknown) => write(JSON.stringify(value)),
    say: (text: string) => void said.push(text),
  } as unknown as CommandContext);
  return { out: out.join(''), said: said.join('') };
}

test('a list has a row for each item, and says how it goes on', async () => {
  const shown = await capture((context) => printPage(parcels, { items, nextCursor: 'n2' }, {}, context));
  expect(shown).toEqual({ out: 'A\t0\thandle with care\nB\t\t\n', said: 'There are more: --cursor n2' });
});

test('a narrow terminal leaves out columns in their order', async () => {
  const headingsAt = async (columns: number) => {
    const { out } = await capture((context) => printPage(parcels, { items, nextCursor: null }, {}, context), { columns });
    return out.split('\n')[0]!.trim().split(/\s+/);
  };
  expect([await headingsAt(80), await headingsAt(20), await headingsAt(10)]).toEqual([
    ['parcel', 'weight', 'note'],
    ['parcel', 'weight'],
    ['parcel'],
  ]);
});

test('an empty list says whether a filter was set, and prints nothing', async () => {
  const empty = { items: [], nextCursor: null };
  expect(await capture((context) => printPage(parcels, empty, {}, context))).toEqual({ out: '', said: 'There are no parcels.' });
  const filtered = await capture((context) => printPage(parcels, empty, { state: 'lost' }, context));
  expect(filtered.said).toBe('No parcel matches.');
});

test('with --json, the page is printed as it came', async () => {
  const page = { items, nextCursor: 'n2' };
  const { out, said } = await capture((context) => printPage(parcels, page, {}, context), { json: true });
  expect([JSON.parse(out), said]).toEqual([page, '']);
});

test('facts stand below each other, and those without a value are left out', async () => {
  expect((await capture((context) => printFacts(parcels, items[0]!, context))).out).toBe(
    'name        A\nweight      0\nother note  handle with care\n',
  );
  expect((await capture((context) => printFacts(parcels, items[1]!, context))).out).toBe('name        B\n');
});

test('a command on one resource takes its arguments and options, and may check the options before it looks', async () => {
  const looked: unknown[] = [];
  const command = createOn(
    { args: [['<parcel>', 'name']], find: async ([given]) => void looked.push(given) },
    {
      description: 'Weighs a parcel.',
      help: '\nExit codes:\n  0  done',
      options: [['--unit <unit>', 'unit of the weight', 'kg']],
      outlivesOutage: true,
      async run(find, { unit }) {
        if (unit !== 'kg') return { exitCode: 2, reason: 'unknown unit' };
        await find();
        return 0;
      },
    },
  );
  const parsed = createCommand('weigh', command).parse(['A'], { from: 'user' });
  expect([command.outlivesOutage, parsed.name(), parsed.args, parsed.opts()]).toEqual([true, 'weigh', ['A'], { unit: 'kg' }]);
  const context = { options: { json: true } } as CommandContext;
  expect([(await command.run(context, ['A'], { unit: 'stone' })) !== 0, looked]).toEqual([true, []]);
  expect([await command.run(context, ['A'], parsed.opts()), looked]).toEqual([0, ['A']]);
});
