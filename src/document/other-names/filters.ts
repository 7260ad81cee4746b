// Functions and filters of other languages.
import { joinsTexts } from './operators.ts';
import { meaningsByName, otherNames } from './other-names.ts';

/** Functions are written as `dateDiff`, `date_diff` and `DATEDIFF`. */
export const inWord = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** The filter of the same meaning. */
export const filterOfName = otherNames(
  meaningsByName({
    abs: 'absolute',
    add_days: 'adddays plusdays',
    add_months: 'edate addmonths plusmonths',
    add_years: 'addyear plusyears addyears',
    avg: 'average mean',
    capitalize: 'titleize ucfirst titlecase',
    ceil: 'ceiling roundup',
    chunk: 'chunksplit',
    contains: 'includes inarray',
    date: 'dateformat formatdate moment strftime tolocaledatestring toisostring isoformat',
    datetime: 'datetimeformat',
    day: 'dateonly datepart todate',
    days_until: 'daysbetween daysdiff diffdays differenceindays differenceincalendardays',
    default: 'fallback ifempty otherwise',
    downcase: 'lower lowercase tolowercase',
    duration: 'humanizeduration',
    fixed: 'tofixed',
    floor: 'rounddown',
    group: 'groupby',
    json: 'stringify tojson',
    map: 'pluck',
    mark: 'botmark bottommark firstmark leftmark retrievemarker rightmark running stringget topmark',
    max: 'maximum',
    min: 'minimum',
    minutes_until: 'diffminutes differenceinminutes minutesbetween',
    money: 'currency formatcurrency formatmoney',
    months_until: 'diffmonths differenceinmonths monthsbetween',
    newline_to_br: 'nl2br',
    number: 'formatnumber numberformat decimal intcomma tolocalestring floatformat',
    number_of: 'ref cref autoref numref secref sectionnumber',
    pad: 'ljust lpad padend padleft padstart rjust rpad zfill',
    page_number: 'pageref pageof targetcounter',
    percent: 'percentage',
    replace: 'replaceall replacefirst gsub strreplace substitute',
    roman: 'toroman romanize',
    size: 'count length',
    slice: 'substring substr mid left right',
    slugify: 'slug',
    sort: 'order orderby sortby',
    spell_out: 'spellout',
    split: 'explode',
    start_of: 'datetrunc trunctime beginningof',
    strip: 'trim',
    sum: 'total',
    title_of: 'nameref titleref targettext',
    truncate: 'shorten truncatechars ellipsis',
    uniq: 'unique distinct',
    upcase: 'upper uppercase touppercase',
    weekday: 'dayofweek dow isodow isoweekday',
    where: 'filter select selectattr',
    years_until: 'age agein diffyears differenceinyears yearsbetween',
  }),
  inWord,
);

const otherWay = `order the other way: sort: '-price' for numbers, or { "by": …, "descending": true } in "sort" of a component`;

/** Advice for what no filter stands for. */
export const adviseFunction = otherNames(
  meaningsByName({
    'write a + b': 'plus add',
    'write a - b': 'minus subtract',
    'write a * b': 'times multiply multipliedby',
    'write a / b': 'dividedby divide',
    'write a % b': 'modulo',
    'write a ?? b': 'coalesce ifnull nvl',
    "write 'terms' | title_of for the title of what has this anchor, or a | capitalize for a capital letter": 'title',
    'write a | at_least: 0 | at_most: 100': 'clamp',
    "write a | replace: 'x', ''": 'remove',
    'write a | add_days: 30, a | add_months: 1 or a | add_years: 1; a negative number goes back':
      'dateadd datemodify adddate datesub subdays minusdays subtractdays',
    'write a | add_days: 7': 'addweeks plusweeks',
    'filters add days, months and years: let the data have the time': 'addhours addminutes addseconds plushours plusminutes',
    'there is no calendar of holidays: let the data have the day': 'addbusinessdays workday workdays networkdays',
    'write a < b, or a > b': 'isbefore isafter before after',
    'write a | days_until: b, with months_until, years_until and minutes_until for other units':
      'datediff datedif diff difference timestampdiff timeago fromnow relativetime',
    'write (a | minutes_until: b) / 60': 'diffhours differenceinhours hoursbetween hoursuntil',
    'write (a | days_until: b) / 7': 'diffweeks differenceinweeks weeksbetween weeksuntil',
    "write a | start_of: 'month'": 'startof startofmonth firstday',
    "write a | end_of: 'month'": 'endof endofmonth eomonth lastday lastdayofmonth',
    "write a | start_of: 'week', which is a Monday": 'startofweek startofisoweek',
    "write a | end_of: 'week', which is a Sunday": 'endofweek endofisoweek',
    "write a | start_of: 'quarter'": 'startofquarter',
    "write a | end_of: 'quarter'": 'endofquarter',
    "write a | start_of: 'year'": 'startofyear',
    "write a | end_of: 'year'": 'endofyear',
    'write a | day': 'startofday',
    "write a | date: 'yyyy'": 'year getfullyear',
    "write a | date: 'M', or a | date: 'MMMM' for its name": 'month monthname',
    "write a | date: 'EEEE'": 'dayname weekdayname',
    "write a | date: 'Q'": 'quarter',
    "write a | date: 'w'": 'week isoweek weeknum isoweeknum',
    "write a | time: 'H'": 'hour',
    'times are moved to the zone of the template: "timezone": "Europe/Berlin"':
      'timezone tz intimezone attimezone astimezone totimezone converttz converttimezone',
    [joinsTexts]: 'append concat concatenate prepend',
    // Authors of templates for HTML escape values, or forbid it.
    'values are never escaped, leave it out': 'escape escapeonce e h safe raw',
    [otherWay]: 'reverse',
    "write number: 2, money: 'EUR' or date: 'dd.MM.yyyy'": 'format',
  }),
  inWord,
);
