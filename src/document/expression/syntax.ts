// The grammar: text to a tree. Filters bind weakest; `?:`, `or`, `and`, `not`, comparisons, `+ -`, `* / %`, unary minus, paths.

export type Tree =
  | {
      readonly kind: 'literal';
      readonly value: string | number | boolean | null | { readonly digits: string };
      readonly offset: number;
    }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  | { readonly kind: 'member'; readonly of: Tree; readonly key: Tree; readonly offset: number }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-'; readonly operand: Tree; readonly offset: number }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Tree; readonly right: Tree; readonly offset: number }
  | { readonly kind: 'conditional'; readonly test: Tree; readonly then: Tree; readonly otherwise: Tree; readonly offset: number }
  | {
      readonly kind: 'filter';
      readonly input: Tree;
      readonly name: string;
      readonly args: readonly Tree[];
      readonly offset: number;
    };

export type Operator = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

/** A fault of the grammar at a place. */
export class SyntaxFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

interface Token {
  readonly type: 'name' | 'number' | 'string' | 'symbol' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** Longer expressions and deeper nesting are refused: work stays bounded. */
const maxLength = 10_000;
const maxDepth = 64;

const tokenPattern =
  /\s+|([\p{L}_$][\p{L}\p{N}_$]*)|(\d+(?:\.\d+)?)|('(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*")|(==|!=|<=|>=|[-+*/%<>?:|,.()[\]])/uy;

/** Reads a bare expression. Raises SyntaxFault. */
export function parseTree(source: string): Tree {
  if (source.length > maxLength) throw new SyntaxFault(0, `The expression is longer than ${maxLength} characters.`);
  return new Parser(tokenize(source)).parse();
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  let at = 0;
  while (at < source.length) {
    tokenPattern.lastIndex = at;
    const found = tokenPattern.exec(source);
    if (!found) {
      const character = String.fromCodePoint(source.codePointAt(at)!);
      if (character === '{' || character === '}')
        throw new SyntaxFault(at, 'Braces do not belong here: write the bare expression.');
      if (character === "'" || character === '"') throw new SyntaxFault(at, 'The text is not closed by a quote.');
      throw new SyntaxFault(at, `"${character}" is not part of an expression.`);
    }
    const [whole, name, number, string, symbol] = found;
    if (name) tokens.push({ type: 'name', text: name, offset: at });
    else if (number) tokens.push({ type: 'number', text: number, offset: at });
    else if (string) tokens.push({ type: 'string', text: unquote(string), offset: at });
    else if (symbol) tokens.push({ type: 'symbol', text: symbol, offset: at });
    at += whole.length;
  }
  tokens.push({ type: 'end', text: '', offset: source.length });
  return tokens;
}

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\([\s\S])/g, (_, character: string) => (character === 'n' ? '\n' : character === 't' ? '\t' : character));
}

/** Binary operators by how strongly they bind, weakest first. */
const levels: readonly (readonly Operator[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const comparison = 2;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Tree {
    const tree = this.#filtered();
    const next = this.#next();
    if (next.type !== 'end') throw new SyntaxFault(next.offset, `"${next.text}" is not expected here.`);
    return tree;
  }

  #peek(): Token {
    return this.#tokens[this.#at]!;
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
    if (!this.#takes(text))
      throw new SyntaxFault(token.offset, `"${text}" is expected here${token.type === 'end' ? '' : `, not "${token.text}"`}.`);
  }

  #deeper<T>(parse: () => T): T {
    if (++this.#depth > maxDepth)
      throw new SyntaxFault(this.#peek().offset, `The expression nests deeper than ${maxDepth} levels.`);
    const result = parse();
    this.#depth--;
    return result;
  }

  #filtered(): Tree {
    let tree = this.#conditional();
    let filters = 0;
    while (this.#takes('|')) {
      const name = this.#next();
      if (name.type !== 'name') throw new SyntaxFault(name.offset, 'The name of a filter is expected after "|".');
      if (++filters > maxDepth) throw new SyntaxFault(name.offset, `More than ${maxDepth} filters follow each other.`);
      const args: Tree[] = [];
      if (this.#takes(':')) {
        do args.push(this.#binary(0));
        while (this.#takes(','));
      }
      tree = { kind: 'filter', input: tree, name: name.text, args, offset: name.offset };
    }
    return tree;
  }

  #conditional(): Tree {
    return this.#deeper(() => {
      const test = this.#binary(0);
      const { offset } = this.#peek();
      if (!this.#takes('?')) return test;
      const then = this.#conditional();
      this.#expect(':');
      return { kind: 'conditional', test, then, otherwise: this.#conditional(), offset };
    });
  }

  #binary(level: number): Tree {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = level === comparison ? this.#not(level) : this.#binary(level + 1);
    let count = 0;
    for (;;) {
      const token = this.#peek();
      const operator = operators.find((one) => one === token.text);
      if (!operator || token.type === 'string') return left;
      if (++count > 1000) throw new SyntaxFault(token.offset, 'The expression has too many operators.');
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1), offset: token.offset };
    }
  }

  // `not a == b` denies the comparison.
  #not(level: number): Tree {
    const { offset } = this.#peek();
    if (!this.#takes('not')) return this.#binary(level + 1);
    return this.#deeper(() => ({ kind: 'unary', operator: 'not', operand: this.#binary(level), offset }));
  }

  #unary(): Tree {
    const { offset } = this.#peek();
    if (this.#takes('-')) return this.#deeper(() => ({ kind: 'unary', operator: '-', operand: this.#unary(), offset }));
    if (this.#takes('not')) return this.#deeper(() => ({ kind: 'unary', operator: 'not', operand: this.#unary(), offset }));
    return this.#path();
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
        };
      } else if (this.#takes('[')) {
        const key = this.#deeper(() => this.#conditional());
        this.#expect(']');
        tree = { kind: 'member', of: tree, key, offset };
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
      return inner;
    }
    throw new SyntaxFault(offset, token.type === 'end' ? 'The expression ends too early.' : `"${text}" is not expected here.`);
  }
}
