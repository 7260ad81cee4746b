// Finds out whether a content prints nothing, before anything is laid out.
import { isObject } from '../../../json/is-object.ts';
import { compileExpression, compileText } from '../../expression/index.ts';
import type { Scope, StaticScope } from '../../expression/scope.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere } from './context.ts';

interface Emptiness {
  /** It consists of texts, of which those that have nothing but bindings may be empty. */
  readonly dropsEmpty: boolean;
  /** Each part has nothing but bindings, which print nothing, or a `when` that does not hold. */
  isEmpty(scope: Scope): boolean;
}

type Test = Emptiness['isEmpty'];

/** Compiles the test whether a content prints nothing. A content whose text is known only after the layout counts as printing something. */
export function compileEmptiness(given: unknown, context: CompileContext, place: string): Emptiness {
  const tests = testsOf(given, context, place);
  return {
    dropsEmpty: tests !== undefined && isOfTexts(given),
    isEmpty: (scope) => tests?.every((isEmpty) => isEmpty(scope)) ?? false,
  };
}

const isOfTexts = (given: unknown): boolean =>
  Array.isArray(given) ? given.every(isOfTexts) : typeof given === 'string' || (isObject(given) && given.text !== undefined);

/** Tests for each part whether it is empty. Undefined: a part always prints something. */
function testsOf(given: unknown, context: CompileContext, place: string): readonly Test[] | undefined {
  if (Array.isArray(given)) {
    const tests = given.map((part, i) => testsOf(part, context, `${place}/${i}`));
    return tests.length > 0 && tests.every((one) => one !== undefined) ? tests.flat() : undefined;
  }
  if (typeof given === 'string') return testOfText(given, context, place);
  if (!isObject(given)) return undefined;
  const names = (at: string): StaticScope => ({ ...context.names, place: at });
  const condition = typeof given.when === 'string' ? compileExpression(given.when, names(`${place}/when`)) : undefined;
  const isEarly = condition?.time === 'data' && !condition.usesOutline;
  const hidden: Test | undefined = isEarly ? (scope) => !condition.test(scope) : undefined;
  const texts = given.text === undefined ? undefined : testsOf(given.text, contextWhere(condition, context), `${place}/text`);
  if (hidden === undefined) return texts;
  return [(scope) => hidden(scope) || (texts?.every((isEmpty) => isEmpty(scope)) ?? false)];
}

function testOfText(source: string, { names }: CompileContext, place: string): readonly Test[] | undefined {
  const text = compileText(source, { ...names, place }, 'tested');
  return text.isOptional && text.time === 'data' && !text.usesOutline ? [text.isLeftOut] : undefined;
}
