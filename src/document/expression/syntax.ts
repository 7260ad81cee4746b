// Parses an expression to a tree. Filters bind weakest; `?:`, `or`, `and`, `not`, comparisons, `&`, `+ -`, `* / %`, unary minus, `??`, paths.

import { joinsTexts } from '../other-names/operators.ts';
import { foreignSymbols, rightKeyword, rightOperator, rightSymbol } from './foreign.ts';
import { rightCall, rightHelper } from './foreign-call.ts';

export type Tree =
  | {
      readonly kind: 'literal';
      readonly value: string | number | boolean | null | { readonly digits: string };
      readonly offset: number;
    }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  /** `end`: where the step ends in the source. */
  | { readonly kind: 'member'; readonly of: Tree; readonly key: Tree; readonly offset: number; readonly end: number }
  /** `end`: where the operand ends in the source. */
  | {
      readonly kind: 'unary';
      readonly operator: 'not' | '-';
      readonly operand: Tree;
      readonly offset: number;
      readonly end: number;
    }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Tree;
      readonly right: Tree;
      /** Where the left side begins, and where the right side ends. */
      readonly start: number;
      readonly end: number;
      readonly offset: number;
      /** The tree stands in parentheses. */
      readonly isGrouped?: true;
    }
  | { readonly kind: 'conditional'; readonly test: Tree; readonly then: Tree; readonly otherwise: Tree; readonly offset: number }
  | {
      readonly kind: 'filter';
      readonly input: Tree;
      readonly name: string;
      readonly args: readonly Tree[];
      /** Where each argument begins and ends in the source. */
      readonly spans: readonly (readonly [number, number])[];
      /** Where the input begins, and where the filter ends. */
      readonly start: number;
      readonly end: number;
      readonly offset: number;
    };

export type Operator = '??' | 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%';

/** A fault of the grammar at a place. */
export class SyntaxFault extends Error {
  readonly offset: number;
  /** The name that is called as a function, and where it begins. */
  readonly called: { readonly name: string; readonly at: number } | undefined;

  constructor(offset: number, message: string, called?: SyntaxFault['called']) {
    super(message);
    this.offset = offset;
    this.called = called;
  }
}

/** The fault in words. `own`: the filters of the template. */
export function explainSyntax(
  { called, message }: SyntaxFault,
  source: string,
  own: readonly { readonly name: string }[] = [],
): string {
  const names = own.map(({ name }) => name);
  return called && names.includes(called.name) ? rightCall(source, called.at, called.name, names) : message;
}

interface Token {
  readonly type: 'name' | 'number' | 'string' | 'symbol' | 'end';
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

/** Longer expressions and deeper nesting are refused: work stays bounded. */
const maxLength = 10_000;
const maxDepth = 64;

const tokenPattern =
  /\s+|([\p{L}_$][\p{L}\p{N}_$]*)|(\d+(?:\.\d+)?)|('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")|(==|!=|<=|>=|\?\?|[-+*/%&<>?:|,.()[\]])/uy;

/** Reads a bare expression. Raises SyntaxFault. */
export function parseTree(source: string): Tree {
  if (source.length > maxLength) throw new SyntaxFault(0, `The expression is longer than ${maxLength} characters.`);
  return new Parser(source, tokenize(source)).parse();
}

/** An expression as it is written where one value must stand, such as before `??`: a path, or in parentheses. */
export function writeWhole(written: string, { kind }: Tree): string {
  return kind === 'name' || kind === 'member' || isEnclosed(written) ? written : `(${written})`;
}

/** Whether parentheses enclose all of an expression. Between others, as in `(a) + (b)`, stands no expression. */
function isEnclosed(written: string): boolean {
  if (!written.startsWith('(') || !written.endsWith(')')) return false;
  try {
    parseTree(written.slice(1, -1));
    return true;
  } catch (error) {
    if (error instanceof SyntaxFault) return false;
    throw error;
  }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  let at = 0;
  while (at < source.length) {
    foreignSymbols.lastIndex = at;
    const [foreign] = foreignSymbols.exec(source) ?? [];
    const right = foreign === undefined ? undefined : rightSymbol(foreign, source, at);
    if (right !== undefined) throw new SyntaxFault(at, right);
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(source);
    if (!found) {
      const character = String.fromCodePoint(source.codePointAt(at)!);
      if (character === '{' || character === '}')
        throw new SyntaxFault(at, `Braces do not belong here: write the bare expression${bareOf(source)}.`);
      if (character === "'" || character === '"') throw new SyntaxFault(at, 'The text is not closed by a quote.');
      throw new SyntaxFault(at, `"${character}" is not part of an expression.`);
    }
    const [whole, name, number, string, symbol] = found;
    const end = at + whole.length;
    if (name) tokens.push({ type: 'name', text: name, offset: at, end });
    else if (number) tokens.push({ type: 'number', text: number, offset: at, end });
    else if (string) tokens.push({ type: 'string', text: unquote(string), offset: at, end });
    else if (symbol) tokens.push({ type: 'symbol', text: symbol, offset: at, end });
    at = end;
  }
  tokens.push({ type: 'end', text: '', offset: source.length, end: source.length });
  return tokens;
}

/** What stands in the parentheses that begin at a place. */
function argumentsOf(source: string, at: number): string {
  const [, inside = ''] = /^\(([^()]*)\)/.exec(source.slice(at)) ?? [];
  return inside.trim() || '…';
}

/** `'a | sum: 'b''` with other quotes around it. `source` begins with a text whose quotes have a text in the same quotes. */
function otherQuotes(source: string): string {
  const quote = source[0]!;
  const other = quote === '"' ? "'" : '"';
  const [, whole] = new RegExp(`^${quote}([^${quote}]*${quote}[^${quote}]*${quote}[^${quote}]*)${quote}`).exec(source) ?? [];
  const json = 'In a JSON file, " is written \\"';
  return whole === undefined || whole.includes(other)
    ? `: write ${other} around it. ${json}`
    : `: write ${other}${whole}${other}. ${json}`;
}

/** What stands between the braces, if all of the expression does. */
function bareOf(source: string): string {
  const [, bare] = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(source) ?? [];
  return bare === undefined ? '' : `, ${bare.trim()}`;
}

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\([\s\S])/g, (_, character: string) => (character === 'n' ? '\n' : character === 't' ? '\t' : character));
}

/** Binary operators in the order of their strength, weakest first. */
const levels: readonly (readonly Operator[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
];
const comparison = 2;

/** `-1` in brackets as one number. */
function asLiteral(tree: Tree): Tree {
  if (tree.kind !== 'unary' || tree.operator !== '-' || tree.operand.kind !== 'literal') return tree;
  const { value } = tree.operand;
  return typeof value === 'number' ? { kind: 'literal', value: -value, offset: tree.offset } : tree;
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  parse(): Tree {
    const tree = this.#filtered();
    const next = this.#peek();
    if (next.type !== 'end') throw this.#unexpected(next, tree);
    return tree;
  }

  /** The fault of a token that cannot follow `before`, with the form that was probably meant. */
  #unexpected(token: Token, before: Tree | undefined): SyntaxFault {
    const at = (offset: number, message: string) => new SyntaxFault(offset, message);
    const first = this.#tokens[0]!;
    const last = this.#tokens[this.#at - 1];
    const text = token.type === 'string' ? 'A text' : `"${token.text}"`;
    const keyword = first.type === 'name' && this.#at > 0 ? rightKeyword(first.text, this.#source) : undefined;
    if (keyword !== undefined) return at(first.offset, keyword);
    if (token.type === 'name') {
      const right = rightOperator(token.text, this.#source) ?? rightKeyword(token.text, this.#source);
      if (right !== undefined) return at(token.offset, right);
    }
    if (last?.type === 'string' && last.end === token.offset && (token.type === 'name' || token.type === 'number'))
      return at(token.offset - 1, `A quote within the same quotes ends the text${otherQuotes(this.#source.slice(last.offset))}.`);
    if (token.text === '(' && token.type === 'symbol' && last?.type === 'name') {
      const { offset, text: name } = last;
      return before?.kind === 'filter'
        ? at(
            token.offset,
            `Arguments follow a colon, without parentheses: | ${name}: ${argumentsOf(this.#source, token.offset)}.`,
          )
        : new SyntaxFault(token.offset, rightCall(this.#source, offset, name), { name, at: offset });
    }
    if (before?.kind === 'filter' && token.type === 'symbol' && /^(?:==|!=|<=|>=|\?\?|[-+*/%&<>?.[])$/.test(token.text))
      return at(token.offset, `${text} cannot follow a filter: put what is before it in parentheses, as in (a | size) > 0.`);
    if (before?.kind === 'filter' && (token.text === 'and' || token.text === 'or'))
      return at(token.offset, `${text} cannot follow a filter: put what is before it in parentheses, as in (a | size) and b.`);
    if (before?.kind === 'filter' && before.args.length === 0 && token.type !== 'symbol')
      return at(token.offset, `A colon is missing before the argument: | ${before.name}: ….`);
    if (before?.kind === 'filter' && (token.type !== 'symbol' || token.text === ':'))
      return at(token.offset, 'A comma is missing between arguments.');
    if (token.text === '.' && token.type === 'symbol' && this.#tokens[this.#at + 1]?.type === 'name')
      return at(token.offset, 'A path begins with a name, without a point before it.');
    if (token.text === '.' && token.type === 'symbol' && this.#tokens[this.#at + 1]?.type === 'number')
      return at(token.offset, 'A digit is missing before the point: 0.5.');
    if (token.text === '.' && token.type === 'symbol')
      return at(token.offset, 'Write names of outer elements as they are, without "../".');
    if ((token.text === '*' || token.text === ']') && last?.text === '[')
      return at(token.offset, "There are no wildcards. Name the member in quotes: lines | map: 'name', or lines | sum: 'price'.");
    if (token.type !== 'symbol' && token.type !== 'end' && this.#at === 1 && last?.type === 'name') {
      const helper = rightHelper(this.#source, last.text);
      if (helper !== undefined) return at(last.offset, helper);
    }
    if (token.text === '[' && before === undefined)
      return at(token.offset, `There are no lists in an expression. A list is a path of the data, and ${joinsTexts}.`);
    if (token.text === ',' && last?.type === 'number') return at(token.offset, 'Decimals follow a point: 0.5.');
    return at(token.offset, `${text} is not expected here.`);
  }

  #peek(): Token {
    return this.#tokens[this.#at]!;
  }

  /** Where the last token that was read ends. */
  get #end(): number {
    return this.#tokens[this.#at - 1]!.end;
  }

  #next(): Token {
    const token = this.#peek();
    if (token.type !== 'end') this.#at++;
    return token;
  }

  #takes(text: string): boolean {
    const token = this.#peek();
    if (token.text !== text || (token.type !== 'symbol' && token.type !== 'name')) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    const token = this.#peek();
    if (this.#takes(text)) return;
    const right =
      token.type === 'name' ? (rightOperator(token.text, this.#source) ?? rightKeyword(token.text, this.#source)) : undefined;
    throw new SyntaxFault(
      token.offset,
      right ?? `"${text}" is expected here${token.type === 'end' ? '' : `, not "${token.text}"`}.`,
    );
  }

  #deeper<T>(parse: () => T): T {
    if (++this.#depth > maxDepth)
      throw new SyntaxFault(this.#peek().offset, `The expression nests deeper than ${maxDepth} levels.`);
    const result = parse();
    this.#depth--;
    return result;
  }

  #filtered(): Tree {
    const start = this.#peek().offset;
    let tree = this.#conditional();
    let filters = 0;
    while (this.#takes('|')) {
      const name = this.#next();
      if (name.type !== 'name') throw new SyntaxFault(name.offset, 'The name of a filter is expected after "|".');
      if (++filters > maxDepth) throw new SyntaxFault(name.offset, `More than ${maxDepth} filters follow each other.`);
      const args: Tree[] = [];
      const spans: [number, number][] = [];
      if (this.#takes(':')) {
        do {
          const from = this.#peek().offset;
          args.push(this.#binary(0));
          spans.push([from, this.#end]);
        } while (this.#takes(','));
      }
      const end = this.#end;
      tree = { kind: 'filter', input: tree, name: name.text, args, spans, start, end, offset: name.offset };
    }
    return tree;
  }

  #conditional(): Tree {
    return this.#deeper(() => {
      const test = this.#binary(0);
      const { offset } = this.#peek();
      if (!this.#takes('?')) return test;
      const then = this.#conditional();
      if (this.#peek().type === 'end') throw new SyntaxFault(this.#peek().offset, "The other value is missing: a ? b : ''.");
      this.#expect(':');
      return { kind: 'conditional', test, then, otherwise: this.#conditional(), offset };
    });
  }

  #binary(level: number): Tree {
    const operators = levels[level];
    if (!operators) return this.#unary();
    const start = this.#peek().offset;
    let left = level === comparison ? this.#not(level) : this.#binary(level + 1);
    let count = 0;
    for (;;) {
      const token = this.#peek();
      const operator = operators.find((one) => one === token.text);
      if (!operator || token.type === 'string') return left;
      if (++count > 1000) throw new SyntaxFault(token.offset, 'The expression has too many operators.');
      this.#at++;
      const right = this.#binary(level + 1);
      left = { kind: 'binary', operator, left, right, start, end: this.#end, offset: token.offset };
    }
  }

  // `not a == b` means `not (a == b)`.
  #not(level: number): Tree {
    const { offset } = this.#peek();
    if (!this.#takes('not')) return this.#binary(level + 1);
    return this.#deeper(() => this.#unaryOf('not', this.#binary(level), offset));
  }

  #unaryOf(operator: 'not' | '-', operand: Tree, offset: number): Tree {
    return { kind: 'unary', operator, operand, offset, end: this.#end };
  }

  #unary(): Tree {
    const { offset } = this.#peek();
    if (this.#takes('-')) return this.#deeper(() => this.#unaryOf('-', this.#unary(), offset));
    if (this.#takes('not')) return this.#deeper(() => this.#unaryOf('not', this.#unary(), offset));
    return this.#withFallback();
  }

  // `-a ?? 0` means `-(a ?? 0)`, and the right side may be a negative number.
  #withFallback(): Tree {
    const start = this.#peek().offset;
    let left = this.#path();
    let count = 0;
    for (;;) {
      const { offset } = this.#peek();
      if (!this.#takes('??')) return left;
      if (++count > 1000) throw new SyntaxFault(offset, 'The expression has too many operators.');
      const sign = this.#peek().offset;
      const isNegative = this.#takes('-');
      const operand = this.#path();
      const right: Tree = isNegative ? this.#unaryOf('-', operand, sign) : operand;
      left = { kind: 'binary', operator: '??', left, right, start, end: this.#end, offset };
    }
  }

  #path(): Tree {
    let tree = this.#primary();
    let steps = 0;
    for (;;) {
      const { offset } = this.#peek();
      if (++steps > 100) throw new SyntaxFault(offset, 'The path has too many steps.');
      if (this.#takes('.')) {
        const key = this.#next();
        if (key.type !== 'name' && !(key.type === 'number' && /^\d+$/.test(key.text)))
          throw new SyntaxFault(key.offset, 'A name is expected after "."; other names go in brackets: order[\'line-no\'].');
        tree = {
          kind: 'member',
          of: tree,
          key: { kind: 'literal', value: key.type === 'number' ? Number(key.text) : key.text, offset: key.offset },
          offset,
          end: key.end,
        };
      } else if (this.#takes('[')) {
        const key = asLiteral(this.#deeper(() => this.#conditional()));
        if (key.kind === 'literal' && typeof key.value !== 'string' && typeof key.value !== 'number')
          throw new SyntaxFault(key.offset, 'Brackets take a whole number, or a name in quotes.');
        this.#expect(']');
        tree = { kind: 'member', of: tree, key, offset, end: this.#end };
      } else return tree;
    }
  }

  #primary(): Tree {
    const token = this.#next();
    const { offset, text } = token;
    if (token.type === 'string') return { kind: 'literal', value: text, offset };
    if (token.type === 'number')
      return { kind: 'literal', value: Number.isSafeInteger(Number(text)) ? Number(text) : { digits: text }, offset };
    if (token.type === 'name') {
      if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', offset };
      if (text === 'null' || text === 'nil') return { kind: 'literal', value: null, offset };
      if (text === 'and' || text === 'or' || text === 'not') throw new SyntaxFault(offset, `"${text}" is not expected here.`);
      return { kind: 'name', name: text, offset };
    }
    if (text === '(') {
      const inner = this.#deeper(() => this.#filtered());
      this.#expect(')');
      return inner.kind === 'binary' ? { ...inner, isGrouped: true } : inner;
    }
    if (token.type === 'end') throw new SyntaxFault(offset, 'The expression ends too early.');
    this.#at--;
    throw this.#unexpected(token, undefined);
  }
}
