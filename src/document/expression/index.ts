// The expression language: bare expressions, and text in which `{{ … }}` is replaced.

import type { LeftReason } from '../../contract/diagnostic.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { findBindingEnd } from './binding-end.ts';
import { equalityKeys } from './compare.ts';
import type { RemedyFor } from './compile.ts';
import { compileSource } from './compile-source.ts';
import { bothFacts, noFacts } from './facts.ts';
import { showOperand } from './filters/arguments.ts';
import type { ToText } from './filters/filter.ts';
import { findForeignMarks, findForeignTags, foreignBinding, rightKeyword } from './foreign.ts';
import { printText } from './print-text.ts';
import type { CompiledPart, ExpressionDiagnostic, Missing } from './prove.ts';
import { addFindings, inferredScope } from './prove-by-example.ts';
import { printedFault } from './prove-printed.ts';
import { quote } from './quote.ts';
import { isTextSchema, itemSchema, memberSchema, textKindOf, valueTypes } from './schema-walk.ts';
import { findNamed, type Scope, type StaticScope, Uses } from './scope.ts';
import { parseTree, type Tree, writeWhole } from './syntax.ts';
import { isComposite, isTruthy, maxText, toText } from './values.ts';

export { usesName } from './compile.ts';
export { isAfter, latest, type Time } from './evaluation-time.ts';
export { findCurrencyFault, findLanguageFault, findLocaleFault, findZoneFault, languageOfLocale } from './filters/find-fault.ts';
export { filterReference } from './filters/index.ts';
export { lettersOf, romanOf } from './filters/numerals.ts';
export { type CompiledLet, compileLet } from './let.ts';
export { checkLocalName } from './local-name.ts';
export type { ExpressionDiagnostic } from './prove.ts';
export { describeType, findMisfit, literalSchema, type Misfit, widenLiteral } from './schema-fits.ts';
export { isComposite, isTruthy } from './values.ts';

/** A compiled expression. With error diagnostics it evaluates to undefined. */
export interface CompiledExpression
  extends Readonly<Uses>,
    Pick<CompiledPart, 'schema' | 'mayBeMissing' | 'isOptional' | 'isComputed' | 'doubt' | 'learn' | 'elements' | 'key'> {
  evaluate(scope: Scope): unknown;
  /** The value as text for people: numbers as the locale writes them. An object or a list is JSON, with a warning. */
  printed(scope: Scope): string;
  /** The value as text for programs: numbers as plain decimals. An object or a list is JSON, with a warning. */
  plain(scope: Scope): string;
  /** Whether the value counts as true. These count as false: false, null, missing, 0, "", [] and {}. */
  test(scope: Scope): boolean;
  /** Gives the function that gives equal values of the expression the same key, for the elements of one list. */
  equalityKeys(): (value: unknown, scope: Scope) => string;
  /** False: the data schema says that the value is not a list. */
  mayBeList(): boolean;
  /** The schema of the elements, if its value is a list. */
  items(): Schema;
  /** The value by a schema that is inferred from the example data. Undefined: there is a data schema, or no example. */
  readonly inferred?: Pick<CompiledExpression, 'mayBeList' | 'items'> | undefined;
  /** The keys of the values that it tests, or for which another value stands. */
  readonly asked: ReadonlySet<string>;
  readonly diagnostics: readonly ExpressionDiagnostic[];
}

/** Compiled text. */
export interface CompiledText extends Readonly<Uses> {
  /** The text for people: numbers as the locale writes them. */
  printed(scope: Scope): string;
  /** The text for programs, such as links and names of files: numbers as plain decimals. */
  plain(scope: Scope): string;
  readonly parts: readonly (string | CompiledExpression)[];
  readonly isLiteral: boolean;
  /**
   * A line, pair or item with this text is left out if its bindings print nothing: it has no letter or digit of its own, and none of its bindings computes. A
   * sum that lacks one of its parts is not left out.
   */
  readonly isOptional: boolean;
  /** Whether it is optional, and its bindings print nothing. */
  isLeftOut(scope: Scope): boolean;
  readonly diagnostics: readonly ExpressionDiagnostic[];
}

/**
 * Compiles a bare expression: `each`, `when`. Never throws for a faulty expression: its faults are diagnostics. `added`: what may stand in silence for a
 * value that adds nothing where it is missing; `lost`: a missing value is told.
 */
export function compileExpression(source: string, names: StaticScope, added?: '0' | 'null' | 'lost'): CompiledExpression {
  const isLost = added === 'lost';
  const remedy: RemedyFor = (written) =>
    isLost
      ? `${written} ?? 0 if a missing one counts as 0`
      : `${written} ?? ${added}${added === '0' ? ' to leave such an element out' : ''}`;
  const compiled = compileAt(source, 0, names, isLost ? 'lost' : added ? 'added' : 'tested', added && remedy);
  const scope = inferredScope(names);
  if (!scope) return compiled;
  // Names in an expression should be in the example: a list or condition with a misspelt name leaves out its component without a warning.
  const proof = compileAt(source, 0, scope, 'lost');
  return { ...compiled, inferred: proof, diagnostics: addFindings(compiled.diagnostics, proof.diagnostics) };
}

/** The scope of a place that is reached only if a condition holds, or only if it does not hold. A faulty condition adds no facts. */
export function namesWhere(
  { learn, asked }: Pick<CompiledExpression, 'learn' | 'asked'>,
  names: StaticScope,
  outcome: 'true' | 'false' = 'true',
): StaticScope {
  const facts = bothFacts(names.facts ?? noFacts, learn(outcome));
  return outcome === 'true' ? { ...names, facts } : { ...names, facts, asked: new Set([...(names.asked ?? []), ...asked]) };
}

/** `checked`: as `lost`, but the caller reports a missing value. */
export type MissingText = Missing | 'checked';

/** `value`: one binding alone keeps the type of its value. `inline`: the text has marks. */
type TextForm = 'plain' | 'inline' | 'code' | 'value';

/**
 * Compiles text with bindings. Never throws for a faulty text. `missing`: what becomes of a missing value. `tested`: the text is left out if it is optional and
 * its bindings print nothing. One binding alone of the form `value` is a condition then.
 */
export function compileText(
  source: string,
  names: StaticScope,
  missing: MissingText = 'lost',
  form: TextForm = 'plain',
): CompiledText {
  const given = compileParts(source, names, missing, form);
  const isSure = missing !== 'tested' || form === 'value' || (given.isOptional && !mayBeHalfFilled(source, given, form));
  const compiled = isSure ? given : { ...compileParts(source, names, 'lost', form), isLeftOut: given.isLeftOut };
  const scope = compiled.isLiteral && !source.includes('{') ? undefined : inferredScope(names);
  if (!scope) return compiled;
  const proof = compileParts(source, scope, form === 'value' ? missing : 'lost', form);
  return { ...compiled, diagnostics: addFindings(compiled.diagnostics, proof.diagnostics) };
}

/** Whether words or signs may stand beside a missing value: `{{ from }} – {{ to }}`, `{{ name }}{{ isNew ? ' (new)' : '' }}`. */
function mayBeHalfFilled(source: string, { parts, diagnostics }: CompiledText, form: TextForm): boolean {
  const literal = parts.filter((part) => typeof part === 'string').join('');
  if (parts.filter((part) => typeof part !== 'string').length < 2) return false;
  if (isSeen(literal, form)) return true;
  const isFaulty = diagnostics.some(({ severity }) => severity === 'error');
  return !isFaulty && piecesOf(source).some(({ binding }) => binding !== undefined && printsWords(parseTree(binding)));
}

/** Whether an expression may print words of the template. */
function printsWords(tree: Tree): boolean {
  switch (tree.kind) {
    case 'literal':
      return tree.value !== null && tree.value !== '';
    case 'conditional':
      return printsWords(tree.then) || printsWords(tree.otherwise);
    case 'binary':
      return (tree.operator === '&' || tree.operator === '??') && (printsWords(tree.left) || printsWords(tree.right));
    case 'filter':
      return printsWords(tree.input) || (tree.name === 'default' && tree.args.some(printsWords));
    default:
      return false;
  }
}

const inlineMarks = /\\(.)|[*~^`[\]]/gs;

/** Whether people see something of a text of the template. */
const isSeen = (literal: string, form: TextForm): boolean =>
  /[^\s\p{Cf}]/u.test(form === 'inline' ? literal.replaceAll(inlineMarks, '$1') : literal);

/** Longer texts are not written again in a warning. In UTF-16 units. */
const shortText = 80;

const isRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The remedy for a binding of a text. Words beside it say nothing without the value, so the remedy takes them with it. It asks for the value of the whole
 * binding: of `a ?? b`, one of both may be there. `open`: where the binding begins. `isText`: false for the value of a code, of which no part may be left out.
 */
const remedyBeside =
  (source: string, open: number, form: TextForm, isText: boolean, names: StaticScope): RemedyFor =>
  (written) =>
  () => {
    const { textOf } = names;
    const word = `${written} ?? '…', where … is a word for it`;
    const isThere = `${written} != null`;
    if (textOf === 'point') return `"where": ${JSON.stringify(isThere)} to leave out what has no name, or ${word}`;
    if (!isText)
      return `"when": ${JSON.stringify(isThere)} in this component${isProvedBy(isThere, written, names) ? '' : ` and ${written} ?? '' here`}`;
    const pieces = piecesOf(source);
    const words = pieces.map(({ literal = '' }) => literal).join('');
    // The rows of a group stay, and the value beside a label, so something must say what they are.
    if (/^\(*group\.(?:parent\.)*key\b/.test(written)) return word;
    if (textOf === 'label') return /\p{L}/u.test(words) ? `${written} ?? ''` : word;
    const alone = `${written} ?? ''`;
    const isLone = pieces.filter(({ literal }) => literal === undefined).length === 1;
    if (isLone && !isSeen(words, form)) return alone;
    const short = `${alone} if the text is right without it`;
    const isPlain = form !== 'inline' || words.search(inlineMarks) < 0;
    const isShort = source.length <= shortText && !source.includes('\n');
    const i = pieces.findIndex(({ from }) => from === open);
    const marks = textOf === 'markdown' ? markPair(pieces[i - 1]?.literal ?? '', pieces[i + 1]?.literal ?? '') : '';
    const [before, after] = wordsOf(pieces, i);
    const join = (...parts: readonly string[]) => `{{ (${parts.filter((part) => part !== '').join(' & ')}) ?? '' }}`;
    if (marks !== '' && !(isShort && isLone))
      return `${join(quote(marks), written, quote(marks))} in place of the marks and the value`;
    const splitsMarks = textOf === 'markdown' && !isLone && /[*_~`[\]]/.test(before + after);
    if (!isPlain || splitsMarks || !isSeen(before + after, form) || !(isShort || !isLone)) return short;
    const end = (pieces[i + 1]?.from ?? source.length) + after.length;
    const whole = isLone ? '' : ` in place of "${source.slice(open - before.length, end)}"`;
    // Joined, the first letter orders all. Words from right to left would stand on the other side of a value before them.
    if (isRightToLeft.test(words) && !isRightToLeft.test(/\p{L}/u.exec(before)?.[0] ?? '')) {
      const withValue = (literal: string) => (literal === '' ? '' : `{{ ${isThere} ? ${quote(literal)} : '' }}`);
      return `${withValue(before)}{{ ${alone} }}${withValue(after)}${whole}`;
    }
    return join(before && quote(before), written, after && quote(after)) + whole;
  };

/** Whether a condition ends the warnings of a value, and has none itself. */
function isProvedBy(condition: string, value: string, names: StaticScope): boolean {
  const silent = { ...names, noteAsked: undefined };
  const test = compileAt(condition, 0, silent, 'tested');
  return [test, compileAt(value, 0, namesWhere(test, silent), 'lost')].every(({ diagnostics }) => diagnostics.length === 0);
}

/** The diagnostics of a binding, with the condition that leaves out the whole text, unless the remedy keeps what stands beside the value. */
function withWhen(
  diagnostics: readonly ExpressionDiagnostic[],
  binding: string,
  names: StaticScope,
): readonly ExpressionDiagnostic[] {
  const isOpen = ({ code, message, place }: ExpressionDiagnostic) =>
    code === 'possibly-missing' && place === undefined && !/ in place of ".*"|is a word for it/s.test(message);
  if (!diagnostics.some(isOpen)) return diagnostics;
  const old = binding.trim();
  const when = `${writeWhole(old, parseTree(old))} != null`;
  return isProvedBy(when, old, names) ? diagnostics.map((one) => (isOpen(one) ? { ...one, when } : one)) : diagnostics;
}

type Piece = ReturnType<typeof piecesOf>[number];

/** The words before and after a value that say nothing without it. Empty: other words may belong to the value before or after it as well. */
function wordsOf(pieces: readonly Piece[], i: number): readonly [before: string, after: string] {
  const [before, after] = [pieces[i - 1]?.literal ?? '', pieces[i + 1]?.literal ?? ''];
  const isBinding = ({ literal }: Piece) => literal === undefined;
  if (pieces.filter(isBinding).length === 1) return [before, after];
  const isFirst = pieces.findIndex(isBinding) === i;
  const isLast = pieces.findLastIndex(isBinding) === i;
  const [opening] = /\s*[([]$/.exec(before) ?? [];
  const isStart = isFirst && opening === before;
  const [closing] = (isStart ? /^[)\]]\s*/ : /^[)\]]/).exec(after) ?? [];
  if (opening !== undefined && closing !== undefined) return [opening, closing];
  const [own] = isFirst ? [] : (/(?:[,;]\s|\s[·•|]\s)(?:(?![,;]\s|\s[·•|]\s).)*$/s.exec(before) ?? []);
  const ends = (isLast ? /[,;]\s|\s[·•|]\s|[.,;:!?]*\s*$/ : /[,;]\s|\s[·•|]\s/).exec(after);
  if (own === undefined || ends === null) return ['', ''];
  const unit = after.slice(0, ends.index);
  return /[()[\]{}«»„“”"]/.test(own + unit) ? ['', ''] : [own, unit];
}

/** The marks of Markdown around a value. Empty: none. */
function markPair(before: string, after: string): string {
  const [marks = ''] = /(?:\*+|_+|~~|`+)$/.exec(before) ?? [];
  return after.startsWith(marks) ? marks : '';
}

/** The bindings of a text. `from`: where the braces begin. */
export const bindingsOf = (source: string): readonly { readonly from: number; readonly binding: string }[] =>
  piecesOf(source).flatMap(({ from, literal }, i, pieces) =>
    literal === undefined ? [{ from, binding: source.slice(from + 2, (pieces[i + 1]?.from ?? source.length) - 2).trim() }] : [],
  );

/** The literals and bindings of a text. `from`: the offset in the text. */
function piecesOf(source: string): readonly { readonly from: number; readonly literal?: string; readonly binding?: string }[] {
  const pieces: { from: number; literal?: string; binding?: string }[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    const close = open < 0 ? -1 : findBindingEnd(source, open + 2);
    const end = close < 0 ? source.length : open;
    if (end > at) pieces.push({ from: at, literal: source.slice(at, end) });
    if (close < 0) return pieces;
    pieces.push({ from: open, binding: source.slice(open + 2, close) });
    at = close + 2;
  }
  return pieces;
}

function compileParts(source: string, names: StaticScope, missing: MissingText, form: TextForm): CompiledText {
  const parts: (string | CompiledExpression)[] = [];
  const diagnostics: ExpressionDiagnostic[] = [];
  const addLiteral = (from: number, to: number) => {
    if (from >= to) return;
    const text = source.slice(from, to);
    parts.push(text);
    for (const { offset, message } of findForeignTags(text))
      diagnostics.push({ severity: 'error', code: 'syntax', offset: from + offset, message });
    // The author may mean these braces literally.
    for (const { offset, message } of findForeignMarks(text, (name) => isName(name, names)))
      diagnostics.push({ severity: 'warning', code: 'syntax', offset: from + offset, message });
  };
  // The caller tells of a lone binding without a value, and of nothing else.
  const lost = missing === 'checked' ? 'lost' : missing;
  const isLone = source.startsWith('{{') && findBindingEnd(source, 2) === source.length - 2;
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    addLiteral(at, open);
    const close = findBindingEnd(source, open + 2);
    if (close < 0) {
      diagnostics.push({
        severity: 'error',
        code: 'syntax',
        offset: open,
        message: 'This "{{" is not closed by "}}"; to print braces write {{ \'{{\' }}.',
      });
      at = source.length;
      break;
    }
    const binding = source.slice(open + 2, close);
    const foreign = foreignBinding(binding) ?? blockEnd(binding, names);
    if (foreign !== undefined) {
      diagnostics.push({ severity: 'error', code: 'syntax', offset: open, message: foreign });
      // A third brace belongs to the binding.
      at = close + (source[open + 2] === '{' && source[close + 2] === '}' ? 3 : 2);
      continue;
    }
    const compiled = compileAt(
      binding,
      open + 2,
      names,
      isLone ? missing : lost,
      isLone && form === 'value' && missing === 'tested'
        ? undefined
        : remedyBeside(source, open, form, missing !== 'checked', names),
    );
    diagnostics.push(...withWhen(withFix(compiled, binding, open + 2, names), binding, names));
    const isFaulty = compiled.diagnostics.some(({ severity }) => severity === 'error');
    const isAlone = form === 'value' && open === 0 && close + 2 === source.length;
    const unprintable = isFaulty || isAlone ? undefined : printedFault(binding.trim(), compiled.schema, names.schema);
    if (unprintable !== undefined) {
      const offset = open + 2 + binding.search(/\S/);
      diagnostics.push({ severity: 'error', code: 'wrong-type', offset, message: unprintable });
    }
    parts.push(compiled);
    at = close + 2;
  }
  addLiteral(at, source.length);
  const stray = findStrayClose(source, parts);
  if (stray !== undefined)
    diagnostics.push({
      severity: 'error',
      code: 'syntax',
      offset: stray,
      message: 'This "}}" closes no "{{"; to print braces write {{ \'}}\' }}.',
    });
  const hasWords = parts.some((part) => typeof part === 'string' && isSeen(part, form));
  const found = hasWords || names.textOf === 'label' ? diagnostics.map(leaveToPeople) : diagnostics;
  return assemble(parts, sayWhy(tellBlocksOnce(source, found), parts, names));
}

/** A warning of a value with words beside it: nobody knows what they say without it. */
function leaveToPeople({ fix, ...told }: ExpressionDiagnostic): ExpressionDiagnostic {
  return fix ? { ...told, left: 'words' } : told;
}

/** The end of a block: `{{/if}}`, `{{ else }}`, `{% endfor %}`. */
const blockEnds = /^(?:\{\{[-~]?\s*(?:\/|\^\s*\}|else|elif|elsif|elseif|end)|\{%[-+~]?\s*(?:else|elif|elsif|end))/;
/** A loop of another language, within which names are those of its element. */
const loopBegins = /^(?:\{\{[-~]?\s*#\s*(?!if|unless)|\{%[-+~]?\s*(?:for|each|tablerow))/;

/** Reports a block of another language only once: leaves out the faults about its end and about the names of its elements. */
function tellBlocksOnce(source: string, diagnostics: readonly ExpressionDiagnostic[]): readonly ExpressionDiagnostic[] {
  const isTag = ({ code, offset }: ExpressionDiagnostic) => code === 'syntax' && /^(?:\{\{|\{%)/.test(source.slice(offset));
  const begin = diagnostics.find((one) => isTag(one) && !blockEnds.test(source.slice(one.offset)));
  if (begin === undefined) return diagnostics;
  const isLoop = loopBegins.test(source.slice(begin.offset));
  return diagnostics.filter(
    (one) =>
      one.offset <= begin.offset ||
      !((isTag(one) && blockEnds.test(source.slice(one.offset))) || (isLoop && one.code === 'unknown-path')),
  );
}

/** The fault of `{{ else }}` and `{{ endif }}`, unless the data has a member with this name. */
function blockEnd(binding: string, names: StaticScope): string | undefined {
  const word = binding.trim();
  if (!/^(?:else|elif|elsif|elseif|endif|endfor|endforeach|endeach|endunless|endcase|endwhile)$/.test(word)) return undefined;
  return isName(word, names) ? undefined : rightKeyword(word, word);
}

const isName = (name: string, names: StaticScope): boolean =>
  findNamed(names, name) !== undefined || memberSchema(names.schema, name, names.schema).state === 'known';

/** The places of `}}` without a `{{`. Quoted braces and the braces of JSON in a text do not count. */
function findStrayClose(source: string, parts: readonly (string | CompiledExpression)[]): number | undefined {
  if (source.split('{').length >= source.split('}').length) return undefined;
  const isStray = source.includes('}}}') || parts.some((part) => typeof part === 'string' && part.includes('}}'));
  return isStray ? source.lastIndexOf('}}') : undefined;
}

function assemble(parts: readonly (string | CompiledExpression)[], diagnostics: readonly ExpressionDiagnostic[]): CompiledText {
  const bindings = parts.filter((part) => typeof part !== 'string');
  const literal = parts.filter((part) => typeof part === 'string').join('');
  const only = parts.length === 1 && bindings.length === 1 ? bindings[0]! : undefined;
  const isOptional = bindings.length > 0 && !bindings.some((part) => part.isComputed) && !/[\p{L}\p{N}]/u.test(literal);
  const textIn = (form: 'printed' | 'plain'): ((scope: Scope) => string) =>
    only
      ? only[form]
      : bindings.length === 0
        ? () => literal
        : (scope) => {
            let all = '';
            for (const part of parts) all += typeof part === 'string' ? part : part[form](scope);
            return all.length > maxText ? all.slice(0, maxText) : all;
          };
  return Object.assign(new Uses(...bindings), {
    printed: textIn('printed'),
    plain: textIn('plain'),
    parts,
    isLiteral: bindings.length === 0,
    isOptional,
    isLeftOut: (scope: Scope) => isOptional && bindings.every((part) => part.printed(scope).trim() === ''),
    diagnostics,
  });
}

/** Says why a value may be missing although there is a test for it: the test does not reach here. */
function sayWhy(
  found: readonly ExpressionDiagnostic[],
  parts: CompiledText['parts'],
  { asked = new Set() }: StaticScope,
): readonly ExpressionDiagnostic[] {
  return found.map((one) => {
    const { code, key } = one;
    if (code !== 'possibly-missing' || key === undefined) return one;
    const isOf = (part: CompiledExpression) => part.diagnostics.some(({ offset }) => offset === one.offset);
    const isAsked = parts.some((part) => typeof part === 'object' && part.asked.has(key) && !isOf(part));
    const why = isAsked
      ? " A test or ?? in another binding of the text does not reach here: one binding for both is {{ … != null ? … : '' }}."
      : asked.has(key)
        ? ' A condition above asks for it, and what stands here is shown without it too: give this child a "when".'
        : undefined;
    if (why === undefined) return one;
    const { fix: _, ...open } = one;
    return { ...open, left: 'test', message: one.message + why };
  });
}

/** Whether an expression loses no other value where one is missing: it prints one, or one in place of another. */
function isOfOneValue(tree: Tree): boolean {
  if (tree.kind === 'binary') return tree.operator === '??' && isOfOneValue(tree.left) && isOfOneValue(tree.right);
  if (tree.kind === 'filter') return isOfOneValue(tree.input) && tree.args.every(({ kind }) => kind === 'literal');
  return tree.kind === 'name' || tree.kind === 'member';
}

/**
 * The diagnostics of a binding. If all that may be missing in it are texts, and it prints a text, they have its fix: `?? ''` after the whole binding,
 * which already prints nothing when one of its parts is missing.
 */
function withFix(
  { diagnostics, schema }: CompiledExpression,
  binding: string,
  at: number,
  names: StaticScope,
): readonly ExpressionDiagnostic[] {
  const isMissing = ({ code, place }: ExpressionDiagnostic) => code === 'possibly-missing' && place === undefined;
  const missing = diagnostics.filter(isMissing);
  if (missing.length === 0) return diagnostics;
  const leave = (reason: LeftReason) => diagnostics.map((one) => (isMissing(one) ? { ...one, left: one.left ?? reason } : one));
  const open = missing.find(({ left }) => left)?.left;
  if (open || !isTextSchema(schema, names.schema)) return leave(open ?? 'value');
  const old = binding.trim();
  const fixed = `${writeWhole(old, parseTree(old))} ?? ''`;
  if (compileSource(fixed, { ...names, noteAsked: undefined }, 'lost').notes.diagnostics.some(isMissing)) return leave('option');
  if (!isOfOneValue(parseTree(old))) return leave('side');
  const fix = { offset: at + binding.search(/\S/), old, new: fixed };
  return diagnostics.map((one) => (isMissing(one) ? { ...one, fix } : one));
}

function compileAt(
  source: string,
  offset: number,
  names: StaticScope,
  missing: MissingText,
  remedy?: RemedyFor,
): CompiledExpression {
  const proved = missing === 'checked' ? 'lost' : missing;
  const { part, mayBeMissing, notes, evaluate: run, evaluatePrinted } = compileSource(source, names, proved, remedy);
  const { schema } = part;
  const place = names.place ?? '';
  const isLost = missing === 'lost' && mayBeMissing;
  const tellMissing = (scope: Scope, what: string) =>
    scope.warn?.(place, `"${source.trim()}" is missing${what}.`, scope, source, 'missing');
  const evaluate = isLost
    ? (scope: Scope) => {
        const value = run(scope);
        if (value === undefined || value === null) tellMissing(scope, '');
        return value;
      }
    : run;
  const textOf = (value: unknown, scope: Scope, write: ToText): string => {
    if (typeof value === 'string') return value;
    if (value === undefined || value === null) {
      if (isLost) tellMissing(scope, ' and prints nothing');
      return '';
    }
    if (isComposite(value)) {
      const what = `${showOperand(value)} is ${Array.isArray(value) ? 'a list' : 'an object'} and is printed as JSON`;
      scope.warn?.(place, `${what}; "| json" says that it is meant.`, scope, source);
    }
    return write(value, scope.format);
  };
  return Object.assign(new Uses(notes), {
    schema,
    mayBeMissing,
    isOptional: part.isOptional,
    isComputed: part.isComputed,
    doubt: part.doubt,
    learn: part.learn,
    elements: part.elements,
    key: part.key,
    evaluate,
    printed: (scope: Scope) => textOf(evaluatePrinted(scope), scope, printText),
    plain: (scope: Scope) => textOf(run(scope), scope, toText),
    test: (scope: Scope) => isTruthy(run(scope)),
    equalityKeys: () => equalityKeys(textKindOf([schema], names.schema), (at, what) => at.warn?.(place, `${what}.`, at, source)),
    mayBeList: () => valueTypes(schema, names.schema)?.has('array') ?? true,
    items: () => itemSchema(schema, names.schema),
    asked: notes.asked,
    diagnostics: notes.diagnostics.map((one) => (one.place === undefined ? { ...one, offset: one.offset + offset } : one)),
  });
}
