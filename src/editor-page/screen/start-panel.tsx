// The panel at the start: what can be added, the parts of the template, the data fields, and the pages as JSON.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { startPanel } from '../../editor-words/index.ts';
import type { EditorModel } from '../editor-model.ts';
import { CodeText } from './code-text.tsx';
import { DataFields } from './data-fields.tsx';
import { Palette } from './palette.tsx';
import { PartTreeView } from './part-tree-view.tsx';

const tabs = ['add', 'parts', 'data', 'code'] as const;
type Tab = (typeof tabs)[number];

export function StartPanel({ model }: { readonly model: EditorModel }) {
  const chosen = useSignal<Tab>('parts');
  const tab: Tab = model.code.value !== undefined ? 'code' : chosen.value;
  const open = (next: Tab) => {
    model.showCode(next === 'code');
    // A text that cannot be read stays open.
    if (next !== 'code' && model.code.value === undefined) chosen.value = next;
  };
  const template = model.template.value;
  const panels: Readonly<Record<Tab, () => ComponentChildren>> = {
    add: () => <Palette model={model} />,
    parts: () => <PartTreeView model={model} />,
    data: () => template && <DataFields model={model} example={template.exampleData} />,
    code: () => <CodeText model={model} />,
  };
  return (
    <section class="start" aria-label={startPanel.name}>
      <div role="tablist" aria-label={startPanel.name} class="tabs">
        {tabs.map((one, i) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            class="plain"
            aria-selected={one === tab}
            aria-controls="start-panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => open(one)}
            onKeyDown={({ key }) => {
              const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
              if (step === 0) return;
              const next = tabs[(i + step + tabs.length) % tabs.length]!;
              open(next);
              document.getElementById(`tab-${next}`)!.focus();
            }}
          >
            {startPanel[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="start-panel" aria-labelledby={`tab-${tab}`}>
        {model.isLooking.value && <p class="hint">{startPanel.ownVersion}</p>}
        {panels[tab]()}
      </div>
    </section>
  );
}
