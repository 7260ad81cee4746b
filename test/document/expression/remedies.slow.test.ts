// What messages advise for a value that may be missing: each remedy alone ends the warning.
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { compileExpression, compileLet, compileText } from '../../../src/document/expression/index.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { scopeOf } from './scope.ts';

const number = { type: 'number' };
const schema: JsonSchema = objectOf(
  {
    net: number,
    vat: number,
    rate: { type: ['number', 'null'] },
    s: { type: 'string' },
    t: { type: 'string' },
    from: { type: 'string', format: 'date' },
    due: { type: 'string', format: 'date' },
    o: objectOf({ note: { type: ['string', 'null'] } }, ''),
    list: listOf({ type: ['number', 'null'] }),
    some: listOf({ type: ['number', 'null'] }),
    tags: listOf({ type: ['string', 'null'] }),
    lines: listOf(objectOf({ x: number, z: number, y: { type: ['string', 'null'] } }, '')),
  },
  'net from some',
);

const diagnose = (source: string, of: JsonSchema = schema) => compileText(source, { schema: of, locals: [] }).diagnostics;
const messages = (expression: string) => diagnose(`{{ ${expression} }}`).map(({ message }) => message);

/** What an expression prints, and what is told about it, where no schema proves it. */
function run(expression: string, data: unknown) {
  const told: string[] = [];
  const scope = { ...scopeOf(data), warn: (_place: string, message: string) => void told.push(message) };
  return { text: compileText(`{{ ${expression} }}`, { schema: true, locals: [] }).printed(scope), told };
}

describe('an empty text is no date to count from, and no number', () => {
  test.each([
    ["from | days_until: (due ?? '')", '"" is not a valid date.'],
    ["from | months_until: (due | default: '')", '"" is not a valid date.'],
    ["from | years_until: (net > 1 ? due : '')", '"" is not a valid date.'],
    ["(due ?? '') | add_days: 1", '"" is not a valid date.'],
    ["(due ?? '') | weekday", '"" is not a valid date.'],
    ["s | minutes_until: (t ?? '')", '"" is not a valid time.'],
    ['from | days_until: (due ?? 0)', 'This is not a valid date.'],
    ["from | add_months: (vat ?? '')", '"add_months" takes a whole number, not "".'],
    ['from | add_years: (vat ?? 0.5)', '"add_years" takes a whole number, not 0.5; write 0.'],
    ["from | end_of: (s ?? '')", expect.stringContaining('not ""')],
  ])('by lint: %s', (expression, message) => {
    const errors = diagnose(`{{ ${expression} }}`).filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ message, offset: 3 + expression.search(/''|0\.5|0\)/) }]);
  });
  test('but a filter that only writes it prints nothing', () => {
    for (const expression of ["due ?? '' | date", "(due ?? '') | date: 'd MMMM'", "vat ?? '' | number: 2", "s ?? '' | duration"])
      expect(messages(expression), expression).toEqual([]);
    expect(run("(e | date) & (e | number: 2) & (e | duration) & 'x'", { e: '' })).toEqual({ text: 'x', told: [] });
  });
  test.each([
    ['d | days_until: e', { d: '2026-01-01', e: '' }, ['"" is not a date and prints nothing.']],
    ['e | days_until: d', { d: '2026-01-01', e: '' }, ['"" is not a date and prints nothing.']],
    ['d | minutes_until: e', { d: '10:00', e: '' }, ['"" is not a time and prints nothing.']],
    ['d | add_days: e', { d: '2026-01-01', e: '' }, ['"add_days" takes a whole number, not "": it prints nothing.']],
    ['d | end_of: e', { d: '2026-01-01', e: '' }, [expect.stringMatching(/^"end_of" takes .* not "": it prints nothing\.$/)]],
    ['e | round', { e: '' }, ['"" | round is not a number and prints nothing.']],
  ])('when it is rendered: %s', (expression, data, faults) => {
    const { text, told } = run(expression, data);
    expect(text).toBe('');
    expect(told.slice(0, faults.length)).toEqual(faults);
  });
});

describe('the remedy', () => {
  test.each([
    ['s', ["s ?? ''"]],
    ['vat', ["vat ?? ''", 'vat ?? 0']],
    ['vat | money: "EUR"', ['(vat | money: "EUR") ?? \'\'', 'vat ?? 0 | money: "EUR"']],
    ['net + vat', ['net + vat ?? 0']],
    ['net / vat', ['vat == null ? 0 : net / vat']],
    ['net % -(vat * 2)', ['vat == null ? 0 : net % -(vat * 2)']],
    ['net / (vat + 1)', ['net / (vat ?? 0 + 1)']],
    ['from | days_until: due', ["(from | days_until: due) ?? ''"]],
    ['(from | days_until: due) + 1', ['((from | days_until: due) ?? 0) + 1']],
    ['from | add_days: vat', ['from | add_days: vat ?? 0']],
    ['(vat | round) > 2', ['vat != null and (vat | round) > 2']],
    ['o.note', ["o.note ?? ''"]],
    ["(tags | join: ', ') ?? ''", ["(tags | compact | join: ', ') ?? ''"]],
    [
      "(lines | map: 'y' | join) ?? ''",
      ["(lines | map: 'y' | compact | join) ?? ''", "(lines | where: 'y' | map: 'y' | join) ?? ''"],
    ],
    ['(list | avg) ?? 0', ['(list | compact | avg) ?? 0']],
    ["(lines | avg: 'x') ?? 0", ["(lines | map: 'x' | compact | avg) ?? 0"]],
    ["'doi:' & s ?? ''", ["('doi:' & s) ?? ''", "'doi:' & (s ?? '')"]],
    ["s & t ?? ''", ["(s & t) ?? ''", "s ?? '' & t ?? ''"]],
    ['vat * rate ?? 0', ['(vat * rate) ?? 0', 'vat ?? 0 * rate ?? 0']],
  ])('of %s ends its warning', (expression, mended) => {
    expect(messages(expression)).not.toEqual([]);
    for (const one of mended) expect(messages(one), one).toEqual([]);
  });
  test('is said by the place in which the value is lost', () => {
    expect(messages('vat')).toEqual([
      expect.stringContaining(': write vat ?? \'\', or vat ?? 0 if a missing one counts as 0, or list it under "required".'),
    ]);
    expect(messages('net / vat')).toEqual([expect.stringContaining(": write (net / vat) ?? '', or list it")]);
    expect(messages('from | days_until: due')).toEqual([
      expect.stringContaining(": write (from | days_until: due) ?? '', or list it"),
    ]);
    expect(messages('(tags | join) ?? 0')).toEqual([expect.stringContaining(': write compact | join, or require them')]);
    expect(messages("(lines | avg: 'x') ?? 0")).toEqual([expect.stringContaining(": write map: 'x' | compact | avg, or")]);
    expect(messages('vat * rate ?? 0')[1]).toBe(
      '"??" asks for rate alone: write (vat * rate) ?? 0 to ask for both sides, or vat * (rate ?? 0).',
    );
  });
  test('is one, also for a member that may be left out and may be null', () => {
    expect(messages('rate')).toEqual([expect.stringContaining('list it under "required" and take "null" out of its type.')]);
    expect(messages('some[0]')).toEqual([
      expect.stringContaining('set "minItems": 1 in the data schema and take "null" out of its type.'),
    ]);
    // If an object lacks the member too, requiring the object alone does not end it.
    expect(messages('o.note')).toEqual([
      '"o" is not required by the data schema and may be missing, and "o.note" needs it: write o.note ?? \'\'.',
    ]);
  });
  test('takes the last of a sorted list only of elements with the value that it is sorted by', () => {
    expect(messages("(lines | sort: 'x' | last).y ?? ''")).toEqual([
      `"x" is not required by the data schema and may be missing: write where: 'x != null' | sort: 'x', or list it under "required".`,
    ]);
    for (const silent of ["(lines | where: 'x != null' | sort: 'x' | last).y ?? ''", "(lines | sort: 'x' | first).y ?? ''"])
      expect(messages(silent), silent).toEqual([]);
  });
  test('takes the last of a sorted list in whatever way it is taken', () => {
    const scope = compileLet({ sorted: "lines | sort: 'x'" }, { schema, locals: [] }, '', () => undefined).names;
    const told = (source: string) =>
      compileText(`{{ (${source}) ?? '' }}`, scope).diagnostics.map(({ message }) =>
        message.includes("where: 'x != null' | sort: 'x'"),
      );
    for (const source of [
      "(lines | sort: 'x').last.y",
      "(lines | sort: 'x')[-1].y",
      "lines | sort: 'x' | map: 'z' | last",
      "lines | sort: 'x' | slice: -2 | size",
      "lines | sort: 'x' | where: 'y' | last | json",
      '(sorted | last).y',
      'sorted[-1].y',
    ])
      expect(told(source), source).toContain(true);
    for (const source of [
      "lines | sort: 'x' | where: 'x' | last | json",
      "(lines | sort: 'x')[0].y",
      'sorted.first.y',
      'sorted | size',
    ])
      expect(told(source), source).not.toContain(true);
  });
  test('counts what one side of a debit and a credit lacks as 0, in a sum alone', () => {
    for (const name of ['x', 'z']) {
      const of = (source: string) =>
        messages(source).filter((one) => one.includes(`: write (${name} ?? 0)`) || one.includes(`or (${name} ?? 0) if`));
      expect(of("lines | sum: 'x - z'"), name).toHaveLength(1);
    }
    expect(messages('vat - net').join()).not.toContain('vat ?? 0');
  });
  const remedyOf = (source: string, form?: 'inline' | 'value') =>
    compileText(source, { schema, locals: [] }, 'lost', form).diagnostics.map(
      ({ message }) => /: write (.+?)(?:, or |$)/.exec(message)?.[1],
    );
  test.each([
    ['VAT ID {{ s }}', ["{{ ('VAT ID ' & s) ?? '' }}"]],
    ['Tel. {{ s ?? t }}', ["{{ ('Tel. ' & (s ?? t)) ?? '' }}"]],
    ['By {{ t ?? due | date }}.', ["{{ ('By ' & (t ?? due | date) & '.') ?? '' }}"]],
    ['Dear {{ s | upcase }},', ["{{ ('Dear ' & (s | upcase) & ',') ?? '' }}"]],
    ["{{ s }}'s", [`{{ (s & "'s") ?? '' }}`]],
    ['{{ net }} of {{ rate }} kg', ["rate ?? '' if the text is right without it"]],
    ['Bonus {{ net }} for {{ s }}.', ["s ?? '' if the text is right without it"]],
    ['Pay {{ net }} by {{ s }} or {{ from }}', ["s ?? '' if the text is right without it"]],
    ['Dear {{ s }}, order {{ net }}', ["s ?? '' if the text is right without it"]],
    // What follows the value before stays with it, and so do full stops.
    [
      'Net {{ net }} kg, in {{ tags | size }} boxes.',
      ["{{ (', in ' & (tags | size) & ' boxes') ?? '' }} in place of \", in {{ tags | size }} boxes\""],
    ],
    ['IBAN {{ net }} · BIC {{ s }} · VAT {{ net }}', ["{{ (' · BIC ' & s) ?? '' }} in place of \" · BIC {{ s }}\""]],
    ['A {{ net }} kg, {{ s }} of {{ net }}', ["s ?? '' if the text is right without it"]],
    ['A {{ net }} (net, {{ s }})', ["s ?? '' if the text is right without it"]],
    ['{{ net }} kg ({{ s }}).', ["{{ (' (' & s & ')') ?? '' }} in place of \" ({{ s }})\""]],
    ['{{ net }} ({{ s }})', ["{{ (' (' & s & ')') ?? '' }} in place of \" ({{ s }})\""]],
    ['({{ s }}) {{ net }}', ["{{ ('(' & s & ') ') ?? '' }} in place of \"({{ s }}) \""]],
    ["Tags: {{ tags | compact | join: ', ' }}", ["{{ ('Tags: ' & (tags | compact | join: ', ')) ?? '' }}"]],
    ['{{ s }} – {{ t }}', ["s ?? '' if the text is right without it", "t ?? '' if the text is right without it"]],
    ['({{ s }})', ["{{ ('(' & s & ')') ?? '' }}"]],
    ['{{ from }} – {{ t }}.', ["t ?? '' if the text is right without it"]],
    ['{{ s }} {{ t }}', ["s ?? '' if the text is right without it", "t ?? '' if the text is right without it"]],
    ['{{ vat }} {{ from }}', ["vat ?? '' if the text is right without it"]],
    ['{{ from }} {{ vat | round }}', ["(vat | round) ?? '' if the text is right without it"]],
    ['قيمة {{ s }}.', ["{{ ('قيمة ' & s & '.') ?? '' }}"]],
    ['{{ s }} كجم', ["{{ s ?? '' }}{{ s != null ? ' كجم' : '' }}"]],
    ['({{ s }}) כן', ["{{ s != null ? '(' : '' }}{{ s ?? '' }}{{ s != null ? ') כן' : '' }}"]],
    ['{{ s }} و {{ net }}', ["s ?? '' if the text is right without it"]],
    ['{{ net }} و {{ t }}', ["t ?? '' if the text is right without it"]],
    ['ИНН {{ s }}', ["{{ ('ИНН ' & s) ?? '' }}"]],
    ['税番号 {{ s }}', ["{{ ('税番号 ' & s) ?? '' }}"]],
    [`${'Long text. '.repeat(9)}{{ s }}.`, ["s ?? '' if the text is right without it"]],
    ['Two\nlines {{ s }}', ["s ?? '' if the text is right without it"]],
  ])('takes what stands beside the value with it: %s', (source, remedies) => {
    expect(remedyOf(source)).toEqual(remedies);
    const mended = (one: string) => {
      const [, part, old] = /^(.*) in place of "(.*)"$/s.exec(one) ?? [];
      return old === undefined
        ? one.startsWith('{{')
          ? one
          : `{{ ${one.replace(/ if .*/, '')} }}`
        : source.replace(old, () => part!);
    };
    for (const one of remedies) expect(diagnose(mended(one)), one).toEqual([]);
  });
  test('keeps a word where the text is the label of a value, and leaves out a point without its name', () => {
    const of = (source: string, textOf: 'label' | 'point' | 'markdown') =>
      compileText(source, { schema, locals: [], textOf }).diagnostics.map(({ message, fix }) => [
        /: write (.+?)(?:, or list|$)/.exec(message)?.[1],
        fix,
      ]);
    expect(of('{{ s }}', 'label')).toEqual([["s ?? '…', where … is a word for it", undefined]]);
    expect(of('Discount {{ s }}', 'label')).toEqual([["s ?? ''", undefined]]);
    expect(of('{{ s }}', 'point')[0]![0]).toBe(
      `"where": "s != null" to leave out what has no name, or s ?? '…', where … is a word for it`,
    );
    expect(of('Q {{ vat }}', 'point')[0]![0]).toBe(
      '"where": "vat != null" to leave out what has no name, or vat ?? \'…\', where … is a word for it',
    );
    expect(of(`${'Long text. '.repeat(9)}**{{ s }}**, {{ net }}`, 'markdown')[0]![0]).toBe(
      "{{ ('**' & s & '**') ?? '' }} in place of the marks and the value",
    );
    // The words before the second value hold the end of a mark.
    expect(of('By *{{ net }}* on {{ s }}', 'markdown')[0]![0]).toBe("s ?? '' if the text is right without it");
    expect(of('{{ s }}', 'label')[0]![0]).not.toContain('when');
  });
  test.each([
    ["{{ o.n > 6 ?? false ? 'A' : 'B' }}", '(o.n > 6) ?? false'],
    ['{{ o.n < 6 ?? true }}', '(o.n < 6) ?? true'],
    ["{{ (lines | where: 'x > 6 ?? false') ?? '' | size }}", '(x > 6) ?? false'],
  ])('of a misplaced ?? is the one of its error: %s', (source, asked) => {
    const all = { ...schema.properties, o: { type: 'object', required: ['n'], properties: { n: number } } };
    const found = diagnose(source, { ...schema, properties: all });
    const remedies = found.map(({ message }) => /write (.+?)(?:, or |\.$)/.exec(message)?.[1]);
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning']);
    expect(remedies).toEqual([asked, asked]);
    const mended = source.replace(/[\w.]+ [<>] 6 \?\? (?:true|false)/, () => asked);
    expect(diagnose(mended, { ...schema, properties: all })).toEqual([]);
  });
  test('of a code asks for the value of the whole binding', () => {
    const of = (source: string) =>
      compileText(source, { schema, locals: [] }, 'checked').diagnostics.map(
        ({ message }) => /: write (.+?)(?:, or list|$)/.exec(message)?.[1],
      );
    expect(of('{{ s ?? t }}')).toEqual([`"when": "(s ?? t) != null" in this component`]);
    // No condition proves the value that a test chooses.
    expect(of("{{ net > 1 ? s : 'x' }}")).toEqual([
      `"when": "(net > 1 ? s : 'x') != null" in this component and (net > 1 ? s : 'x') ?? '' here`,
    ]);
  });
  test('is short where marks or an object stand beside it', () => {
    expect(remedyOf('*VAT* {{ s }}', 'inline')).toEqual(["s ?? '' if the text is right without it"]);
    expect(remedyOf('{{ o }}', 'value')).toEqual(['"when": "o != null" in this component']);
  });
  test('is not needed where the other side is there', () => {
    for (const expression of ['net * vat ?? 0', "from & s ?? ''", "(s & t ?? '') ?? ''", 'net + (vat ?? 0)', "'A' & (s ?? '')"])
      expect(messages(expression), expression).toEqual([]);
  });
});

test('a divisor that may be 0 because the template says so is an error', () => {
  expect(messages('net / (vat ?? 0)')).toEqual(['This divides by zero.']);
  expect(messages('(net / (vat ?? 0)) ?? 0')).toEqual([]);
  expect(messages('net / (vat ?? 1)')).toEqual([]);
});

test('an empty text is an empty list', () => {
  expect(run("(e | sum) & (e | size) & (e | join) & (e | map: 'x' | size)", { e: '' })).toEqual({ text: '000', told: [] });
});

describe('a remedy that is followed to the letter', () => {
  const full: Readonly<Record<string, unknown>> = {
    net: 7,
    vat: 3,
    rate: 2,
    s: 'a',
    t: 'b',
    from: '2026-01-31',
    due: '2026-02-10',
    lines: [{ x: 1, y: 'c' }, { x: 9, y: null }, { x: 4 }],
  };
  const optional = ['vat', 'rate', 's', 't', 'due', 'lines'];
  /** All data with some of the optional members, and with elements that lack some of theirs. */
  const samples = Array.from({ length: 2 ** optional.length }, (_, i) => {
    const there = Object.entries(full).filter(([name]) => !optional.includes(name) || (i >> optional.indexOf(name)) & 1);
    return Object.fromEntries(there.map(([name, value]) => [name, name === 'lines' && i % 2 ? [{ x: 4 }, { y: 'd' }] : value]));
  });
  const printed = (expression: string, data: unknown) =>
    compileText(`{{ ${expression} }}`, { schema, locals: [] }).printed(scopeOf(data));
  const remedyIn = (message: string) => /: write (.+?)(?: if | to leave | to keep |, or |\.(?: |$))/.exec(message)?.[1];
  /** What a remedy replaces: the same without its fallback. */
  function replaced(remedy: string): string {
    const [, filter] = /^where: '.+?' \| (where: .+)$/.exec(remedy) ?? [];
    return filter ?? remedy.replace(/ \?\? (?:''|0|null|true|false)$/, '').replace(/^\((.+)\)$/s, '$1');
  }
  function follow(expression: string): string {
    let mended = expression;
    for (let i = 0; i < 6; i++) {
      const [message] = messages(mended);
      if (message === undefined) return mended;
      const remedy = remedyIn(message);
      if (remedy === undefined || !mended.includes(replaced(remedy))) break;
      mended = mended.replace(replaced(remedy), () => remedy);
    }
    expect(messages(mended), mended).toEqual([]);
    return mended;
  }
  test.each([
    's',
    'vat',
    'vat | money: "EUR"',
    'net + vat',
    'net - vat',
    'vat - net',
    'vat + 1',
    'vat * rate | number: 2',
    'net / vat',
    'net % -(vat * 2)',
    'net / (vat + 1)',
    '-vat',
    's & t',
    "'x' & (vat | money: 'EUR') & t",
    'from | days_until: due',
    '(from | days_until: due) + 1',
    'from | add_days: vat | date',
    'from | add_days: vat + 1 | date',
    '(vat | round) > 2',
    "vat > rate ? 'HIGH' : 'normal'",
    "vat > 5 or rate > 1 ? 'a' : 'b'",
    "net > vat ? 'HIGH' : net < rate ? 'LOW' : 'normal'",
    "vat > rate and net > 1 ? 'a' : 'b'",
    "vat + rate > 3 ? 'a' : 'b'",
    "vat + rate ? 'a' : 'b'",
    "vat * rate == 6 ? 'a' : 'b'",
    "(vat * rate) == null ? 'a' : 'b'",
    "(lines | where: 'x > 3' | size) ?? 0",
    "(lines | where: 'x', '>', 3 | size) ?? 0",
    "(lines | where: 'x', '<=', 4 | map: 'x' | join) ?? 0",
    "(lines | where: 'x * 2', '<', 10 | size) ?? 0",
    "(lines | where: 'x > 3 or y == null' | size) ?? 0",
    "(lines | sum: 'x * 2') ?? 0",
    "(lines | where: 'x + 1' | size) ?? 0",
    "(lines | max: 'x * 2') ?? 0",
    "(lines | map: 'x * 2' | uniq | size) ?? 0",
    "(lines | group: 'x * 2' | size) ?? 0",
    "lines | sum: 'x'",
    "(lines | max: \"x\") ?? 0 > 3 ? 'a' : 'b'",
    "(lines | max: 'x') > 3 ? 'a' : 'b'",
  ])('leaves the text as it was, for all data: %s', (expression) => {
    const mended = follow(expression);
    for (const data of samples)
      expect(printed(mended, data), `${mended} of ${JSON.stringify(data)}`).toBe(printed(expression, data));
  });
  test('asserts nothing of a value that is missing, where the template asks whether something is not so', () => {
    const mended = follow("lines and not (lines | where: 'x > 5') ? 'all normal' : ''");
    expect(printed(mended, { lines: [{ x: 1 }] })).toBe('all normal');
    expect(printed(mended, { lines: [{ x: 1 }, {}] })).toBe('');
    expect(printed(follow("not (vat > 5) ? 'low' : ''"), {})).toBe('');
    const none = follow("lines and (lines | where: 'x > 5' | size) == 0 ? 'all normal' : ''");
    expect(printed(none, { lines: [{ x: 1 }] })).toBe('all normal');
    expect(printed(none, { lines: [{ x: 1 }, {}] })).toBe('');
  });
  test.each([
    ["not (tags | contains: 'x')", "not ((tags | contains: 'x') ?? true)"],
    ["not (lines | where: 'y' | first)", "not (lines == null or (lines | where: 'y' | first))"],
    ["(lines | where: 'y' | size) != 0", "lines != null and ((lines | where: 'y' | size) != 0)"],
    ["not ((lines | where: 'y' | size) == 0)", "not (lines == null or ((lines | where: 'y' | size) == 0))"],
  ])('says nothing of a list that nobody could search: when %s', (when, mended) => {
    const test = (source: string) => compileExpression(source, { schema, locals: [] });
    expect(test(when).diagnostics).toMatchObject([{ code: 'possibly-missing' }]);
    expect(test(mended).diagnostics).toEqual([]);
    expect([when, mended].map((one) => test(one).test(scopeOf({})))).toEqual([true, false]);
    for (const data of [
      { lines: [], tags: [] },
      { lines: [{ y: 'a' }], tags: ['x'] },
    ])
      expect(test(mended).test(scopeOf(data)), JSON.stringify(data)).toBe(test(when).test(scopeOf(data)));
    expect(test(when).diagnostics[0]!.message).toContain(`write ${mended.replace(/^not \((.*)\)$/, '$1')}`);
    const told: string[] = [];
    test(when).test({ ...scopeOf({}), warn: (_place: string, message: string) => void told.push(message) });
    expect(told).toEqual([expect.stringMatching(/^"(?:tags|lines)" is missing, which/)]);
  });
  test.each(["tags | contains: 'x'", "(lines | where: 'y' | size) == 0", "(lines | where: 'y' | size) != 0 or true"])(
    'is silent where a search that did not take place shows nothing: when %s',
    (when) => {
      const { diagnostics } = compileExpression(when, { schema, locals: [] });
      expect(diagnostics.length).toBe(when.endsWith('true') ? 1 : 0);
    },
  );
  test('asks what stands for a search that did not take place, also behind a name', () => {
    const scope = compileLet({ hits: "lines | where: 'y'" }, { schema, locals: [] }, '', () => undefined).names;
    const found = (source: string) => compileText(`{{ ${source} }}`, scope).diagnostics.map(({ message }) => message);
    for (const source of ["hits ? 'some' : 'none'", "(lines | where: 'y') ? 'some' : 'none'"])
      expect(found(source), source).toEqual([expect.stringMatching(/ if the part after ":" is right without it, or/)]);
    expect(compileExpression('not hits', scope).diagnostics).toHaveLength(1);
    expect(compileExpression('hits', scope).diagnostics).toEqual([]);
  });
  test('takes 0 only for what is added or subtracted, and says when', () => {
    const zero = (expression: string) => messages(expression).some((one) => / \?\? 0/.test(one));
    for (const expression of ['vat - net', 'vat * net', 'net / vat', 'net % vat', '-vat', 'from | add_days: vat', 'vat > 1'])
      expect(zero(expression), expression).toBe(false);
    expect(messages('net - vat')).toEqual([
      expect.stringContaining(": write (net - vat) ?? '', or (vat ?? 0) if a missing one counts as 0, or list it"),
    ]);
    expect(zero('vat + net')).toBe(true);
  });
});
