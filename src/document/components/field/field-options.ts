// The options of a choice: written in the template, or made of a list.
import { isObject } from '../../../json/is-object.ts';
import type { CompiledText } from '../../expression/index.ts';
import type { FieldOption } from '../../layout/fragment.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { compileElements } from '../shared/lists/element-context.ts';
import type { OptionsProp } from './field-properties.ts';
import { joinLines } from './write-text.ts';

export type OptionsOf = (scope: BoundScope, session: LayoutSession) => readonly FieldOption[];

interface CompiledOptions {
  readonly optionsOf: OptionsOf;
  /** The values, if all are written. */
  readonly written: readonly string[] | undefined;
}

interface WrittenOption {
  readonly value: string;
  readonly label?: string | undefined;
}

export function compileOptions(given: OptionsProp, context: CompileContext, pointer: string): CompiledOptions {
  if (isObject(given)) return { optionsOf: compileListed(given as ListedProps, context, pointer), written: undefined };
  const options = (given as readonly (string | WrittenOption)[]).map((one, i) =>
    compileOption(
      typeof one === 'string' ? { value: one } : one,
      context,
      typeof one === 'string' ? [`${pointer}/${i}`] : [`${pointer}/${i}/value`, `${pointer}/${i}/label`],
    ),
  );
  return {
    optionsOf: (scope) => options.map((option) => readOption(option, scope)),
    written: options.every(({ value }) => value.isLiteral)
      ? options.map(({ value }) => value.plain({} as BoundScope).trim())
      : undefined,
  };
}

type ListedProps = WrittenOption &
  Omit<Parameters<typeof compileElements>[1], 'each'> & { readonly each: string | readonly unknown[] };

function compileListed(given: ListedProps, context: CompileContext, pointer: string): OptionsOf {
  const elements = compileElements(given.each, given, context, pointer, 'each');
  const option = compileOption(given, elements.context, [`${pointer}/value`, `${pointer}/label`]);
  return (scope, session) => {
    const list = elements.list(scope, session);
    session.countBox(list.length);
    return Array.from({ length: list.length }, (_, i) => readOption(option, elements.scopeOf(scope, list, i)));
  };
}

interface CompiledOption {
  readonly value: CompiledText;
  readonly label: CompiledText | undefined;
}

function compileOption(
  { value, label }: WrittenOption,
  context: CompileContext,
  [at, labelAt]: readonly string[],
): CompiledOption {
  return {
    value: context.text(value, at!),
    label: label === undefined ? undefined : context.text(label, labelAt ?? at!),
  };
}

function readOption({ value, label }: CompiledOption, scope: BoundScope): FieldOption {
  const said = value.plain(scope).trim();
  return { value: said, label: joinLines((label ?? value).printed(scope).trim() || said) };
}
