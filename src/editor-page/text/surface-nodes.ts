// The nodes of an editable text: what is written stands in text nodes, and each binding is one element that cannot be edited inside. Finds the place in the text of
// a place in the nodes, and the other way round.
import { readPieces } from '../../editing/text-pieces.ts';
import { textWords } from '../../editor-words/index.ts';

/** A part of a text, in UTF-16 code units. Both are the same: the caret stands there. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What a chip shows. */
export interface ChipLook {
  readonly name: string;
  /** As the text prints it. Undefined: it is not known. */
  readonly value: string | undefined;
  /** Undefined: it has none. */
  readonly fault: string | undefined;
  readonly mayBeMissing: boolean;
}

export type LookOf = (expression: string) => ChipLook;

/** A sign without width stands where the caret could not be seen otherwise: beside a chip without text there. It is no part of the text. */
const filler = '\u200b';

type Leaf = { readonly start: number; readonly length: number } & (
  | { readonly kind: 'text' | 'filler'; readonly node: Text }
  | { readonly kind: 'chip' | 'break'; readonly node: HTMLElement }
);

export class SurfaceNodes {
  readonly #root: HTMLElement;
  readonly #lookOf: LookOf;
  #fillers = new WeakSet<Node>();

  constructor(root: HTMLElement, lookOf: LookOf) {
    this.#root = root;
    this.#lookOf = lookOf;
  }

  render(text: string): void {
    this.#fillers = new WeakSet();
    const nodes = planOf(text).map(({ kind, text: own, expression }) => {
      if (kind === 'chip') return this.#makeChip(own, expression!);
      const node = document.createTextNode(own);
      if (kind === 'filler') this.#fillers.add(node);
      return node;
    });
    // A last line without text has its height from this.
    this.#root.replaceChildren(...nodes, document.createElement('br'));
  }

  /** Whether the nodes are as `render` makes them. Typing and pasting change them in the way of the browser. */
  isRendered(text: string): boolean {
    const plan = planOf(text);
    const nodes = [...this.#root.childNodes];
    const isSame = (node: Node | undefined, { kind, text: own }: Planned) =>
      kind === 'chip' ? textOfChip(node) === own : node?.nodeValue === own && this.#fillers.has(node) === (kind === 'filler');
    return nodes.length === plan.length + 1 && nodes.at(-1)!.nodeName === 'BR' && plan.every((one, i) => isSame(nodes[i], one));
  }

  read(): string {
    return this.#leaves()
      .map((leaf) => this.#textOf(leaf))
      .join('');
  }

  /** The place in the text of a place in the nodes. */
  offsetAt(node: Node, offset: number): number {
    const leaves = this.#leaves();
    const own = leaves.find((leaf) => leaf.node === node || (leaf.kind === 'chip' && leaf.node.contains(node)));
    if (own?.kind === 'text') return own.start + offset;
    if (own?.kind === 'filler') return own.start + offset - (own.node.data.slice(0, offset).includes(filler) ? 1 : 0);
    if (own) return own.start + (offset > 0 ? own.length : 0);
    const place = document.createRange();
    place.setStart(node, offset);
    const next = leaves.find((leaf) => place.comparePoint(leaf.node, 0) >= 0);
    const last = leaves.at(-1);
    return next ? next.start : last ? last.start + last.length : 0;
  }

  /** Selects a part of the text. */
  select({ start, end }: TextRange): void {
    const [from, to] = [this.#placeOf(start), this.#placeOf(end)];
    const chip = this.chips().find((one) => one.start === start && one.start + one.length === end && one.length > 0);
    const selection = getSelection()!;
    if (chip) selection.setBaseAndExtent(...besideOf(chip.node, 0), ...besideOf(chip.node, 1));
    else selection.setBaseAndExtent(...from, ...to);
  }

  /** The chips with their places in the text. */
  chips(): readonly Extract<Leaf, { node: HTMLElement }>[] {
    return this.#leaves().flatMap((leaf) => (leaf.kind === 'chip' ? [leaf] : []));
  }

  /** Shows chips as they look now. */
  refresh(): void {
    for (const { node } of this.chips()) this.#fillChip(node, node.dataset.expression!);
  }

  #leaves(): readonly Leaf[] {
    const leaves: Leaf[] = [];
    let start = 0;
    const add = (leaf: Leaf) => {
      leaves.push(leaf);
      start += leaf.length;
    };
    const visit = (node: Node): void => {
      if (node instanceof Text) {
        const kind = this.#fillers.has(node) ? 'filler' : 'text';
        add({ kind, node, start, length: kind === 'filler' ? node.data.replace(filler, '').length : node.length });
      } else if (node instanceof HTMLElement && textOfChip(node) !== undefined)
        add({ kind: 'chip', node, start, length: textOfChip(node)!.length });
      else if (node instanceof HTMLBRElement) add({ kind: 'break', node, start, length: node === this.#root.lastChild ? 0 : 1 });
      else for (const inner of node.childNodes) visit(inner);
    };
    visit(this.#root);
    return leaves;
  }

  #textOf({ kind, node, length }: Leaf): string {
    if (node instanceof Text) return kind === 'filler' ? node.data.replace(filler, '') : node.data;
    return textOfChip(node) ?? (length === 0 ? '' : '\n');
  }

  #placeOf(offset: number): [Node, number] {
    const at = this.#leaves().findLast(
      ({ kind, start, length }) => (kind === 'text' || kind === 'filler') && start <= offset && offset <= start + length,
    );
    if (!at) return [this.#root, 0];
    return [at.node, at.kind === 'filler' ? at.node.textContent!.length : offset - at.start];
  }

  #makeChip(text: string, expression: string): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.contentEditable = 'false';
    chip.dataset.text = text;
    chip.dataset.expression = expression;
    this.#fillChip(chip, expression);
    return chip;
  }

  #fillChip(chip: HTMLElement, expression: string): void {
    const { name, value, fault, mayBeMissing } = this.#lookOf(expression);
    const shown = document.createElement('span');
    shown.className = 'detail';
    shown.textContent = value ?? '';
    chip.replaceChildren(name, ...(value ? [' ', shown] : []));
    chip.title = fault ?? (mayBeMissing ? `${expression.trim()}\n${textWords.mayBeMissing}` : expression.trim());
    chip.classList.toggle('faulty', fault !== undefined);
    chip.classList.toggle('optional', mayBeMissing);
  }
}

interface Planned {
  readonly kind: 'text' | 'filler' | 'chip';
  readonly text: string;
  readonly expression?: string;
}

/** The nodes of a text, but for the last break. */
function planOf(text: string): readonly Planned[] {
  const plan: Planned[] = [];
  const fill = () => plan.push({ kind: 'filler', text: filler });
  for (const piece of readPieces(text)) {
    const before = plan.at(-1);
    if (piece.kind === 'text') plan.push(piece);
    else {
      if (before?.kind !== 'text' || before.text.endsWith('\n')) fill();
      plan.push({ kind: 'chip', text: piece.text, expression: piece.expression });
    }
  }
  if (plan.at(-1)?.kind === 'chip') fill();
  return plan;
}

const textOfChip = (node: Node | undefined): string | undefined => (node instanceof HTMLElement ? node.dataset.text : undefined);

/** The place before (0) or after (1) a node. */
const besideOf = (node: HTMLElement, after: 0 | 1): [Node, number] => [
  node.parentNode!,
  [...node.parentNode!.childNodes].indexOf(node) + after,
];
