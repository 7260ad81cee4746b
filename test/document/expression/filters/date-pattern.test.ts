import { describe, expect, test } from 'vitest';
import { findPatternFault } from '../../../../src/document/expression/filters/date-pattern.ts';
import { compileText } from '../../../../src/document/expression/index.ts';
import { scopeOf } from '../scope.ts';

const rightOf = (pattern: string) =>
  /; write (?:'(.*)'|"(.*)")$/
    .exec(findPatternFault(pattern)?.message ?? '')
    ?.slice(1)
    .find(Boolean);

describe('patterns of other tools and slips', () => {
  test.each([
    // moment, Day.js, .NET, Excel, PHP, strftime
    ['DD.MM.YYYY', 'dd.MM.yyyy'],
    ['YYYY-MM-DD', 'yyyy-MM-dd'],
    ['MMMM Do, YYYY', 'MMMM d, yyyy'],
    ['dddd, MMMM Do YYYY', 'EEEE, MMMM d yyyy'],
    ['ddd D MMM', 'EEE d MMM'],
    ['hh:mm A', 'hh:mm a'],
    ['h:mm tt', 'h:mm a'],
    ['dd.mm.yyyy', 'dd.MM.yyyy'],
    ['d-mmm-yy', 'd-MMM-yy'],
    ['mmmm yyyy', 'MMMM yyyy'],
    ['m/d/yyyy h:mm AM/PM', 'M/d/yyyy h:mm a'],
    ['dd/mm/yyyy hh:mm', 'dd/MM/yyyy HH:mm'],
    ['d.m.Y', 'd.M.y'],
    ['F j, Y', 'MMMM d, y'],
    ['H:i', 'H:mm'],
    ['TT.MM.JJJJ', 'dd.MM.yyyy'],
    ['%d.%m.%Y', 'dd.MM.yyyy'],
    // Excel by language
    ['tt.mm.jjjj', 'dd.MM.yyyy'],
    ['TTTT, T. MMMM JJ', 'EEEE, d. MMMM yy'],
    ['jj/mm/aaaa', 'dd/MM/yyyy'],
    ['JJ/MM/AAAA', 'dd/MM/yyyy'],
    ['jjjj j mmmm aaaa', 'EEEE d MMMM yyyy'],
    ['dd/mm/aaaa', 'dd/MM/yyyy'],
    ['gg/mm/aaaa', 'dd/MM/yyyy'],
    ['gg.aa.yyyy', 'dd.MM.yyyy'],
    ['dd-mm-jjjj', 'dd-MM-yyyy'],
    ['pp.kk.vvvv', 'dd.MM.yyyy'],
    ['dd.mm.rrrr', 'dd.MM.yyyy'],
    ['ggge年m月d日', 'Gy年M月d日'],
    ['e年M月d日', 'y年M月d日'],
    ['yyyy年M月d日(aaa)', 'yyyy年M月d日(EEE)'],
    ['m月d日aaaa', 'M月d日EEEE'],
    ['%-d. %B %Y, %H:%M', 'd. MMMM yyyy, HH:mm'],
    // valid, and surely not meant
    ['YYYY', 'yyyy'],
    ['ww/yyyy', 'ww/YYYY'],
    ["yyyy-'W'ww-e", "YYYY-'W'ww-e"],
    ['w/yy', 'w/YY'],
    ['u ww', 'Y ww'],
    ['EEEE, w yyyy', 'EEEE, w YYYY'],
    ['%V/%Y', 'ww/YYYY'],
    ['D. MMMM yyyy', 'd. MMMM yyyy'],
    ['yyyy年mm月DD日', 'yyyy年MM月dd日'],
    ['HH:MM', 'HH:mm'],
    ['dd.MM.yyyy HH:MM', 'dd.MM.yyyy HH:mm'],
    ['HH:mm:SS', 'HH:mm:ss'],
    ['yyyyMMddHHMMss', 'yyyyMMddHHmmss'],
    // text without its quotes
    ['d de MMMM de yyyy', "d 'de' MMMM 'de' yyyy"],
    ['d. MMMM um HH:mm', "d. MMMM 'um' HH:mm"],
    ['d of MMMM', "d 'of' MMMM"],
    ['week w', "'week' w"],
    ['HH h mm', "HH 'h' mm"],
    ['yyyy-MM-ddTHH:mm', "yyyy-MM-dd'T'HH:mm"],
    ["d 'of MMMM yyyy", "d 'of MMMM yyyy'"],
  ])('%s: write %s', (pattern, right) => {
    expect(rightOf(pattern)).toBe(right);
    expect(findPatternFault(right)).toBeUndefined();
  });

  test.each([
    [5, /in quotes, such as 'long'/],
    ['Long', /did you mean 'long'\?/],
    ['meduim', /did you mean 'medium'\?/],
    ['de-DE', /"locale": "de-DE"/],
    ['', /has no field/],
    ["'dd.MM.yyyy'", /has no field/],
    ['y'.repeat(201), /longer than 200/],
    ['%Q', /not a field/],
  ])('%s', (pattern, message) => {
    expect(findPatternFault(pattern)?.message).toMatch(message);
  });

  test('are errors where they are written, at their place, and warned of where a binding gives them', () => {
    const open = { schema: true, locals: [] } as const;
    for (const filter of ['date', 'time', 'datetime']) {
      const [diagnostic] = compileText(`{{ d | ${filter}: 'DD.MM.YYYY' }}`, open).diagnostics;
      expect(diagnostic).toMatchObject({ severity: 'error', code: 'wrong-arguments', offset: `{{ d | ${filter}: `.length });
      expect(diagnostic!.message).toContain("write 'dd.MM.yyyy'.");
    }
    const warnings: string[] = [];
    const scope = {
      ...scopeOf({ d: '2026-05-17', p: 'DD.MM.YYYY' }),
      warn: (_place: string, message: string) => void warnings.push(message),
    };
    expect(compileText('{{ d | date: p }}', open).printed(scope)).toBe('May 17, 2026');
    expect(warnings).toEqual([expect.stringContaining("write 'dd.MM.yyyy': the default style is taken.")]);
  });

  test('twelve hours without a word for the half of the day are a warning', () => {
    expect(findPatternFault('hh:mm')).toMatchObject({ isDoubt: true });
    for (const good of ['h:mm a', 'H:mm', "h:mm 'p.m.'", 'h a', 'h:mm B']) expect(findPatternFault(good)).toBeUndefined();
    const [diagnostic] = compileText("{{ t | time: 'h:mm' }}", { schema: true, locals: [] }).diagnostics;
    expect(diagnostic).toMatchObject({ severity: 'warning', code: 'wrong-arguments' });
  });
});

test.each([
  ...[
    ...['dd.MM.yyyy', 'd. MMMM yyyy', 'EEEE, d. MMMM yyyy', "dd.MM.yy 'um' HH:mm", "YYYY-'W'ww-e", 'YYYY ww', 'YYYYww'],
    ...['dd.MM.yyyy (ww)', 'MMMM yyyy, w', 'yyyy-DDD ww', 'D', 'yyyy-DDD'],
  ],
  ...[
    ...['Q QQQ', 'QQQQ yyyy', 'kk KK h', 'X XX XXX x Z ZZZZ ZZZZZ', 'G', 'EEE EEEE EEEEE ccc', 'yyyyMMdd', 'ddMMyy'],
    ...['HHmmss', 'mm:ss', 'mm'],
  ],
  ...[
    'h:mm a',
    'ha',
    'h a',
    "H 'Uhr' mm",
    ...'y年M月d日 Gy年M月d日 LLLL LL MM/yyyy MMMM'.split(' '),
    'HH:mm MM/dd',
    ...'yy HH:mm:ss.SSS'.split(' '),
  ],
  ...[
    ...["yyyy-MM-dd'T'HH:mm:ssXXX", "h 'o''clock' a", 'w/YYYY', 'EEE d/M HH:mm', 'dd.MM.yyyy HH:mm', "h.mm 'p.m.'"],
    ...['[dd.MM.yyyy]', 'MMM d, y'],
  ],
  ...['HH.mm', 'd/M/yy H:mm', 'yyyyMMddHHmmss', 'HH:mm, d.M.', 'a h:mm', 'E d.', 'EEEEEE', 'dMMMyyyy', 'long', 'iso'],
])('%s is right as it is', (pattern) => {
  expect(findPatternFault(pattern)).toBeUndefined();
});

describe('the digits of a locale', () => {
  const write = (expression: string, locale: string, form: 'printed' | 'plain' = 'printed') =>
    compileText(`{{ ${expression} }}`, { schema: true, locals: [] })[form](
      scopeOf({ t: '2026-03-08T09:05:07.120+01:00' }, { locale, timezone: 'Europe/Berlin' }),
    );
  test.each([
    ['ar-EG', "t | date: 'd/M/yyyy'", '٨/٣/٢٠٢٦'],
    ['ar-EG', "t | datetime: 'dd MMMM yy HH:mm:ss.SS'", '٠٨ مارس ٢٦ ٠٩:٠٥:٠٧.١٢'],
    ['ar-EG', "t | date: 'D w e Q'", '٦٧ ١٠ ٧ ١'],
    ['fa-IR', "t | date: 'y/M/d'", '۱۴۰۴/۱۲/۱۷'],
    ['bn-BD', "t | time: 'H:mm'", '৯:০৫'],
    ['hi-IN-u-nu-deva', "t | date: 'yyyy'", '२०२६'],
    ['mr-IN', "'x' & (t | date: 'yyyy')", 'x२०२६'],
    ['ar-EG', "t | datetime: 'H X'", '٩ +01'],
    ['ar-EG', "t | date: 'iso'", '2026-03-08'],
    ['ar-EG-u-nu-latn', "t | date: 'd/M/yyyy'", '8/3/2026'],
    ['de-DE', "t | date: 'd.M.yyyy'", '8.3.2026'],
  ])('are those of patterns too: %s %s', (locale, expression, text) => {
    expect(write(expression, locale)).toBe(text);
  });
  test('are not those that programs read, or that are compared', () => {
    expect(write("t | date: 'yyyyMMdd'", 'ar-EG', 'plain')).toBe('20260308');
    expect(write("(t | date: 'yyyy') == '2026'", 'ar-EG')).toBe('true');
  });
});
