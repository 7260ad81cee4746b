// The kinds of fields: what each makes of its value.
import { type FieldFlagName, fieldTypes } from '../../../pdf-file/acro-form/field-table.ts';
import { counted } from '../../../words/counts.ts';
import { quoteText } from '../../../words/show-json.ts';
import { dateFilters } from '../../expression/filters/date-filters.ts';
import { dateStyles, findPatternFault } from '../../expression/filters/date-pattern.ts';
import type { NoteUnusable } from '../../expression/filters/filter.ts';
import { checkedLocale } from '../../expression/filters/intl.ts';
import { readClock } from '../../expression/filters/moment.ts';
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import type { FieldForm } from '../../layout/fragment.ts';
import type { BoundScope } from '../../layout/session.ts';
import { cleanText } from '../../text/clean-text.ts';
import type { CompileContext } from '../component.ts';
import { showPattern, usualPattern } from './date-form.ts';
import { drawDot, drawTick } from './field-look.ts';
import { compileOptions } from './field-options.ts';
import type { FieldProps, Kind } from './field-properties.ts';
import { type Filled, joinLines, languageOf, type Place, writeChoice, writeText } from './write-text.ts';

/** Compiles a kind. The function fills a field with its value. */
type Filler = (
  props: FieldProps,
  flags: readonly FieldFlagName[],
  context: CompileContext,
  pointer: string,
) => (place: Place) => Filled;

/** Each compiles its kind. */
export const fillers: Readonly<Record<Kind, Filler>> = {
  signature: (_props, flags) => (place) => ({
    form: { type: fieldTypes.signature, flags, look: [] },
    height: place.height!,
  }),
  check: compileCheck,
  radio: compileRadio,
  text: compileText,
  date: compileDate,
  choice: compileChoice,
};

function compileCheck(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const option = context.text(props.option ?? 'Yes', `${pointer}/option`);
  const isTicked = compileTruth(props.value, context, `${pointer}/value`);
  return ({ scope, width, height, doubt }: Place): Filled => {
    const { color } = context.style.resolve(scope).style;
    const named = option.plain(scope).trim() || 'Yes';
    const form: FieldForm = {
      type: fieldTypes.button,
      flags,
      value: isTicked(scope, doubt) ? named : undefined,
      button: { option: named, label: undefined },
      look: [drawTick({ width, height: height! }, color)],
    };
    return { form, height: height! };
  };
}

/** Whether a box is ticked. */
function compileTruth(
  given: FieldProps['value'],
  context: CompileContext,
  pointer: string,
): (scope: BoundScope, doubt: Place['doubt']) => boolean {
  if (given === undefined || typeof given === 'boolean') return () => given ?? false;
  const text = context.value(given as string, pointer, 'tested');
  const only = text.parts.length === 1 ? (text.parts[0] as CompiledExpression) : undefined;
  if (text.isLiteral) {
    const message = `a "check" is ticked or not: write true or false, or a binding, not ${JSON.stringify(given)}`;
    context.template.report('error', 'wrong-value', pointer, message);
  }
  return (scope, doubt) => {
    const value = typeof only === 'object' ? only.evaluate(scope) : text.plain(scope);
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false' || value === undefined || value === null || value === '') return false;
    doubt(`A box is ticked or not, but its value is ${quoteText(text.plain(scope))}: give true or false. The box is not ticked.`);
    return false;
  };
}

function compileRadio(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const option = context.text(props.option ?? '', `${pointer}/option`);
  const label = props.label === undefined ? undefined : context.text(props.label, `${pointer}/label`);
  const value = compileValue(props, context, pointer);
  return ({ scope, width, height, doubt }: Place): Filled => {
    const { color } = context.style.resolve(scope).style;
    const named = option.plain(scope).trim();
    if (named === '') doubt('The "option" of the radio button is empty, so nobody can tell that it is on. It is called "on".');
    const form: FieldForm = {
      type: fieldTypes.button,
      flags: [...flags, 'radio', 'noToggleToOff'],
      value: value?.plain(scope).trim() || undefined,
      button: { option: named || 'on', label: label?.printed(scope).trim() || named },
      look: [drawDot({ width, height: height! }, color)],
    };
    return { form, height: height! };
  };
}

function compileText(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { lines: count = 1, max, comb = false } = props;
  const value = compileValue(props, context, pointer);
  if (value?.isLiteral && max !== undefined && !context.numbers && props.value !== undefined)
    failIf(lengthFault(String(props.value), max), context, `${pointer}/value`);
  const all: readonly FieldFlagName[] = [
    ...flags,
    ...(count > 1 ? ['multiline' as const] : []),
    ...(comb ? ['comb' as const, 'doNotScroll' as const] : []),
  ];
  return (place: Place): Filled => {
    const { scope, doubt } = place;
    const given = cleanText(value?.printed(scope) ?? '', true);
    const text = count > 1 ? given : joinLines(given);
    if (text !== given) doubt('The value has several lines, and the field has one: give it "lines". They are joined.');
    const fault = max === undefined ? undefined : lengthFault(text, max);
    if (fault !== undefined) doubt(`${fault[0]!.toUpperCase()}${fault.slice(1)}.`);
    return writeText(text, place, context, { count, flags: all, max, comb });
  };
}

const lengthFault = (text: string, max: number): string | undefined =>
  text.length <= max ? undefined : `the value has ${counted(text.length, 'character')}, and "max" allows ${max}`;

function compileDate(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { format } = props;
  const value = compileValue(props, context, pointer);
  if (format !== undefined) failIf(formatFault(format), context, `${pointer}/format`);
  if (value?.isLiteral && value.plain({} as BoundScope).trim() !== '' && !readClock(props.value, { timezone: undefined }))
    failIf(`${JSON.stringify(props.value)} is not a date: write it as 2026-03-09`, context, `${pointer}/value`);
  const write = dateFilters.find(({ name }) => name === 'date')!.run;
  return (place: Place): Filled => {
    const { scope, doubt } = place;
    const locale = checkedLocale(scope.format.locale);
    const pattern = format ?? usualPattern(locale);
    const given = joinLines(value?.plain(scope).trim() ?? '');
    const isDate = given === '' || readClock(given, scope.format) !== undefined;
    if (!isDate) doubt(`${quoteText(given)} is not a date such as 2026-03-09. It stands in the field as it is.`);
    const warn: NoteUnusable = (_scope, what, code) => code && scope.warn?.(`${pointer}/value`, `${what}.`, scope, given, code);
    const text = isDate && given !== '' ? String(write(given, [pattern], scope, warn, 'unknown', String)) : given;
    const lang = languageOf(context.style.resolve(scope), scope);
    return { ...writeText(text, place, context, { count: 1, flags }), hint: showPattern(pattern, lang) };
  };
}

function formatFault(format: string): string | undefined {
  if (dateStyles.has(format)) return `"${format}" is a style: write a pattern, such as dd.MM.yyyy, which the tooltip can say`;
  const fault = findPatternFault(format);
  return fault && !fault.isDoubt ? fault.message : undefined;
}

function compileChoice(props: FieldProps, flags: readonly FieldFlagName[], context: CompileContext, pointer: string) {
  const { lines: count = 1 } = props;
  const value = compileValue(props, context, pointer);
  const { optionsOf, written } = compileOptions(props.options ?? [], context, `${pointer}/options`);
  const wanted = value?.isLiteral ? value.plain({} as BoundScope).trim() : '';
  if (wanted !== '' && written && !written.includes(wanted))
    failIf(
      `${JSON.stringify(wanted)} is not one of the options: ${written.slice(0, 10).join(', ')}`,
      context,
      `${pointer}/value`,
    );
  const isList = count > 1;
  const all: readonly FieldFlagName[] = isList ? flags : [...flags, 'combo'];
  return (place: Place): Filled => {
    const { scope, session, doubt } = place;
    const options = optionsOf(scope, session);
    if (options.length === 0) doubt('The list of options is empty, so nothing can be chosen.');
    const chosen = value?.plain(scope).trim() ?? '';
    const option = options.find((one) => one.value === chosen);
    if (chosen !== '' && !option) doubt(`${quoteText(chosen)} is not one of the options. Nothing is chosen.`);
    return writeChoice(options, option, place, context, { count, flags: all });
  };
}

function compileValue({ kind, value }: FieldProps, context: CompileContext, pointer: string): CompiledText | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') return context.text(value as string, `${pointer}/value`);
  failIf(`must be text: true and false are for a "check", not for a "${kind}"`, context, `${pointer}/value`);
  return undefined;
}

function failIf(fault: string | undefined, { template }: CompileContext, pointer: string): void {
  if (fault !== undefined) template.report('error', 'wrong-value', pointer, fault);
}
