// The parts of the template as a tree (ARIA Authoring Practices, Tree View). The arrow keys go through it; a part that has no size on the pages is reached here.
import { useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownFault } from '../../contract/shown-pages.ts';
import { ancestorsOf, childrenOf, type Part } from '../../editing/index.ts';
import { startPanel } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { plainFault } from '../plain-fault.ts';
import { rowByKey } from './list-keys.ts';

interface Row {
  readonly part: Part;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly hasParts: boolean;
}

export function PartTreeView({ model }: { readonly model: EditorModel }) {
  const turned = model.turnedParts;
  const rows = useComputed(() => {
    const selected = model.part.value;
    const around = new Set(selected ? ancestorsOf(model.tree.value, selected).map(({ pointer }) => pointer) : []);
    const found: Row[] = [];
    const add = (part: Part, level: number): void => {
      const inner = childrenOf(part);
      const isOpenFirst = part.kind === 'page' || part.kind === 'band';
      const isOpen = inner.length > 0 && (around.has(part.pointer) || isOpenFirst !== turned.value.has(part.pointer));
      found.push({ part, level, isOpen, hasParts: inner.length > 0 });
      if (isOpen) for (const one of inner) add(one, level + 1);
    };
    for (const page of model.tree.value.pages) add(page, 1);
    return found;
  });
  const marks = model.faults.value;
  const list = useRef<HTMLDivElement>(null);
  const selected = model.part.value?.pointer;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  // Read before the rows change: the focused one may go.
  const hasFocus = list.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hasFocus) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [selected]);
  const turn = ({ pointer }: Part) => {
    const next = new Set(turned.value);
    if (!next.delete(pointer)) next.add(pointer);
    turned.value = next;
  };
  const found = rows.value.findIndex(({ part }) => part.pointer === selected);
  /** The row that the keys start from: without a selected part, where it was last. */
  const last = useRef(0);
  const at = found >= 0 ? found : Math.max(0, Math.min(last.current, rows.value.length - 1));
  last.current = at;
  const choose = (row: Row | undefined) => {
    if (!row) return;
    model.select(row.part.pointer);
    list.current?.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(row.part.pointer)}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows.value[at];
    const names = rows.value.map(({ part }) => part.name);
    // Downwards, the row itself is next as long as it is not selected.
    const start = selected === undefined && event.key === 'ArrowDown' ? at - 1 : at;
    const next = rowByKey(start, event.key, names);
    if (next !== undefined) {
      event.preventDefault();
      return choose(rows.value[next]);
    }
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => {
        if (!row?.hasParts) return;
        if (row.isOpen) choose(rows.value[at + 1]);
        else turn(row.part);
      },
      ArrowLeft: () => {
        if (!row) return;
        if (row.isOpen) turn(row.part);
        else choose(rows.value.slice(0, at).findLast(({ level }) => level < row.level));
      },
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div ref={list} role="tree" class="tree" aria-label={startPanel.partsName} onKeyDown={onKey}>
      {rows.value.map(({ part, level, isOpen, hasParts }, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
        <div
          key={part.pointer}
          role="treeitem"
          class={part.isReadOnly ? 'tree-row read-only' : 'tree-row'}
          data-pointer={part.pointer}
          style={{ paddingInlineStart: `${level * 14}px` }}
          aria-level={level}
          aria-selected={part.pointer === selected}
          aria-expanded={hasParts ? isOpen : undefined}
          tabIndex={i === at ? 0 : -1}
          onClick={() => choose(rows.value[i])}
        >
          {hasParts && (
            <span
              class="twisty"
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                turn(part);
              }}
            />
          )}
          {marks.has(part.pointer) && <FaultMark faults={marks.get(part.pointer)!} />}
          <span>{part.name}</span> <span class="detail">{part.detail}</span>
        </div>
      ))}
    </div>
  );
}

function FaultMark({ faults }: { readonly faults: readonly ShownFault[] }) {
  const isError = faults.some(({ severity }) => severity === 'error');
  const name = isError ? startPanel.error : startPanel.warning;
  return (
    <span
      class={isError ? 'mark error' : 'mark'}
      role="img"
      aria-label={name}
      title={faults.map(({ code, message }) => plainFault(code) ?? message).join('\n')}
    />
  );
}
