// Compiles the text of a business term to a value: exact decimals, dates, texts.
import Big from 'big.js';
import type { InvoiceFault, Origin, Term } from '../../invoice/model.ts';
import type { TermDefinition, TermType } from '../../invoice/terms.ts';
import { isDay } from '../../words/calendar.ts';
import { showJson } from '../../words/show-json.ts';
import type { CompileContext } from '../components/component.ts';
import { toDecimal } from '../expression/decimal.ts';
import { type CompiledExpression, compileText } from '../expression/index.ts';
import { stepsOf } from '../expression/prove.ts';
import { formatOf, typeWords, valueTypes } from '../expression/schema-walk.ts';
import { reservedNames } from '../expression/scope.ts';
import { parseTree, SyntaxFault, type Tree } from '../expression/syntax.ts';
import type { BoundScope } from '../layout/session.ts';

/** The state of binding an invoice. */
export interface Binding {
  readonly scope: BoundScope;
  /** Where the elements of repeated lists stand in the data, by their names. Undefined: it is not known. */
  readonly places: ReadonlyMap<string, string | undefined>;
  readonly faults: InvoiceFault[];
}

/** Gives the value of a text. Undefined: the text is empty or invalid. */
export type InvoiceValue = (binding: Binding) => Pick<Term, 'value' | 'origin'> | undefined;

/** BT-20: XRechnung asks for a line break after each line about a discount, also after the last one (BR-DE-18). */
const paymentTerms = 'BT-20';

type ValueKind = 'number' | 'date' | 'text';

const kinds: Readonly<Partial<Record<TermType, ValueKind>>> = {
  amount: 'number',
  'unit price amount': 'number',
  quantity: 'number',
  percentage: 'number',
  date: 'date',
};

/** Compiles a text with bindings to the value of a term. */
export function compileValue(
  { id, name, type }: Pick<TermDefinition, 'id' | 'name' | 'type'>,
  source: string,
  context: CompileContext,
  pointer: string,
): InvoiceValue {
  const { report } = context.template;
  const title = `${id} (${name})`;
  // A term without a value is left out. The rules report terms that must not be missing.
  const compiled = compileText(source, { ...context.names, place: pointer }, 'tested');
  for (const { severity, code, message, offset, place = pointer } of compiled.diagnostics)
    report(severity, code, place, message, offset);
  context.template.usesDate ||= compiled.usesDate;
  context.template.usesUnproved ||= compiled.usesUnproved;
  if (compiled.time !== 'data')
    report('error', 'page-number', pointer, `${title} cannot use page numbers: the XML of an invoice has none.`);
  const kind = kinds[type] ?? 'text';
  const [first] = compiled.parts;
  const only = compiled.parts.length === 1 && typeof first === 'object' ? first : undefined;
  const tree = firstTree(source);
  const isFaulty = compiled.diagnostics.some(({ severity }) => severity === 'error');
  const fault = isFaulty ? undefined : findFault({ kind, type, source, isLiteral: compiled.isLiteral, only, tree }, context);
  if (fault !== undefined) report('error', 'wrong-type', pointer, `${title} ${fault}`);
  const place = placeOfText(source, pointer);
  return (bound) => {
    const { scope } = bound;
    const given = only ? only.evaluate(scope) : compiled.parts.map((part) => partOf(part, scope)).join('');
    const origin = place(bound);
    const read = readValue(given, kind, type);
    if ('value' in read) {
      const end = id === paymentTerms && /\n\s*$/.test(String(given)) ? '\n' : '';
      return read.value === '' ? undefined : { value: `${read.value}${end}`, origin };
    }
    bound.faults.push({ rule: 'wrong-type', message: `${title} ${read.fault}`, origin });
    return undefined;
  };
}

/** Where the value of a text stands: the data that its first binding names, or the template. */
export function placeOfText(source: string, pointer: string): (binding: Binding) => Origin {
  const tree = firstTree(source);
  const path = tree && firstPath(tree);
  return (binding) => originOf(path, pointer, binding);
}

/** The tree of the first binding. Undefined: there is no binding, or it has a fault, which is reported where it is compiled. */
function firstTree(source: string): Tree | undefined {
  const binding = /\{\{(.*?)\}\}/s.exec(source)?.[1]?.trim();
  if (binding === undefined) return undefined;
  try {
    return parseTree(binding);
  } catch (error) {
    if (error instanceof SyntaxFault) return undefined;
    throw error;
  }
}

const needed: Readonly<Record<Exclude<ValueKind, 'text'>, string>> = {
  number: 'must be a number as the data has it, without a filter that writes it for people',
  date: 'must be a date such as 2026-04-17',
};

interface ValueSource {
  readonly kind: ValueKind;
  readonly type: TermType;
  readonly source: string;
  readonly isLiteral: boolean;
  /** The binding, if the text is one binding. */
  readonly only: CompiledExpression | undefined;
  readonly tree: Tree | undefined;
}

/** The fault of a text that cannot give the number or date that the term needs. */
function findFault({ kind, type, source, isLiteral, only, tree }: ValueSource, { names }: CompileContext): string | undefined {
  if (kind === 'text') return undefined;
  if (isLiteral) {
    const read = readValue(source, kind, type);
    return 'fault' in read ? read.fault : undefined;
  }
  if (kind === 'date') {
    if (only && formatOf(only.schema, names.schema) === 'date-time')
      return `${needed.date}: write {{ ${source.slice(2, -2).trim()} | day }}`;
    const types = only && valueTypes(only.schema, names.schema);
    return types && types.size > 0 && !types.has('string') ? `${needed.date}, but this is ${typeWords(types)}` : undefined;
  }
  if (only === undefined) return `${needed.number}: write one binding, without text around it`;
  const types = valueTypes(only.schema, names.schema);
  if (!types || types.size === 0 || types.has('number')) return undefined;
  if (tree?.kind === 'filter' && types.has('string')) {
    const path = firstPath(tree);
    return `${needed.number}${path === undefined ? '' : `: write {{ ${path} }}`}`;
  }
  return types.has('string') ? undefined : `${needed.number}, but this is ${typeWords(types)}`;
}

/** A part of a text, with numbers as plain decimals. */
function partOf(part: string | CompiledExpression, scope: BoundScope): string {
  if (typeof part === 'string') return part;
  const value = part.evaluate(scope);
  return toPlain(value) ?? part.plain(scope);
}

/** A value as text: numbers as plain decimals, whatever the locale. Undefined: an object or a list. */
function toPlain(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const decimal = toDecimal(value);
  return decimal === undefined ? undefined : new Big(decimal).toFixed();
}

/** Reads a value as the XML has it. An empty text: there is no value. */
function readValue(given: unknown, kind: ValueKind, type: TermType): { readonly value: string } | { readonly fault: string } {
  const text = toPlain(given)?.trim();
  if (text === undefined) return { fault: `must be one value, got ${showJson(given)}` };
  if (text === '' || kind === 'text') return { value: text };
  if (kind === 'date') return isDay(text) ? { value: text } : { fault: `${needed.date}, got ${showJson(given)}` };
  const decimal = typeof given === 'boolean' ? undefined : toDecimal(text);
  if (decimal === undefined) return { fault: `${needed.number}, got ${showJson(given)}` };
  return { value: toText(new Big(decimal), type) };
}

/** Amounts have two places at least. More places stay: a rule refuses them where the standard does. */
const toText = (number: Big, type: TermType): string =>
  type === 'amount' && number.eq(number.round(2)) ? number.toFixed(2) : number.toFixed();

/** The first path of an expression that names data: `l.price` in `{{ l.price * 100 | round: 2 }}`. */
function firstPath(tree: Tree): string | undefined {
  switch (tree.kind) {
    case 'name':
    case 'member': {
      const { root, steps } = stepsOf(tree);
      if (root.kind !== 'name') return undefined;
      const keys = steps.map(({ key }) => (key.kind === 'literal' ? key.value : undefined));
      const end = keys.findIndex((key) => typeof key !== 'string' && typeof key !== 'number');
      const known = end < 0 ? keys : keys.slice(0, end);
      return known.reduce<string>((path, key) => path + (typeof key === 'number' ? `[${key}]` : `.${key}`), root.name);
    }
    case 'filter':
      return firstPath(tree.input);
    case 'unary':
      return firstPath(tree.operand);
    case 'binary':
      return firstPath(tree.left) ?? firstPath(tree.right);
    case 'conditional':
      return firstPath(tree.then) ?? firstPath(tree.otherwise) ?? firstPath(tree.test);
    case 'literal':
      return undefined;
  }
}

function originOf(path: string | undefined, pointer: string, { places }: Binding): Origin {
  const place = path === undefined ? undefined : placeOf(path, places);
  return place === undefined ? { of: 'template', pointer } : { of: 'data', pointer: place };
}

/** JSON Pointer of a plain path in the data: `seller.name`, `line.price`, `lines[0]`. Undefined: it is not known. */
export function placeOf(path: string, places: Binding['places']): string | undefined {
  const plain = path.trim().replace(/^data\.(?=.)/, '');
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\])*$/u.test(plain)) return undefined;
  const [first = '', ...rest] = plain.replace(/\[(\d+)\]/g, '.$1').split('.');
  if ((reservedNames as readonly string[]).includes(first)) return undefined;
  const base = places.has(first) ? places.get(first) : `/${first}`;
  return base === undefined ? undefined : [base, ...rest].join('/');
}
