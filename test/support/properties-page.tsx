// The panel of properties in a page of its own, for tests: shows a part of a template and keeps what is set.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { readParts, setProperty, unsetProperty } from '../../src/editing/index.ts';
import { applyOperations } from '../../src/editing/operations.ts';
import type { FieldPath } from '../../src/editor-page/properties/environment.ts';
import { Properties } from '../../src/editor-page/properties/properties.tsx';

type Template = Readonly<Record<string, unknown>>;

/** What a test reaches as `panel`. */
export interface PanelOfTest {
  show(template: Template, pointer: string, faults?: readonly { readonly message: string; readonly pointer: string }[]): void;
  /** Another template, as after an undo. */
  change(template: Template): void;
  readonly template: Template;
  /** Each call of the panel, such as `set size 12` and `code /pages/0/body/0/when`. */
  readonly calls: string[];
  readonly gestures: string[];
}

const shown = signal<{ readonly template: Template; readonly pointer: string; readonly visit: string } | undefined>(undefined);
const faults = signal<readonly { readonly severity: 'error'; readonly message: string; readonly pointer: string }[]>([]);
const calls: string[] = [];
const gestures: string[] = [];
let visits = 0;

const fields: readonly FieldPath[] = [
  { path: 'customer.name', type: 'text', isList: false, example: 'Ada' },
  { path: 'lines', type: 'list', isList: true, example: '' },
  { path: 'total', type: 'number', isList: false, example: '12' },
];

function Page() {
  if (!shown.value) return null;
  const { template, pointer, visit } = shown.value;
  const tree = readParts(template);
  const part = tree.places.get(pointer)?.part ?? tree.slotsOfDefinition('address', 'body')[0]!.parts[0]!;
  return (
    <Properties
      tree={tree}
      part={part}
      visit={visit}
      faults={faults.value}
      pictures={['logo.png', 'stamp.svg']}
      files={['logo.png', 'stamp.svg', 'terms.pdf']}
      fields={fields}
      onSet={(member, value, gesture) => {
        calls.push(value === undefined ? `unset ${member}` : `set ${member} ${JSON.stringify(value)}`);
        gestures.push(gesture);
        const edit = value === undefined ? unsetProperty(tree, part, member) : setProperty(tree, part, member, value);
        const changed = applyOperations(template, edit.operations).value as Template;
        shown.value = { template: changed, pointer: edit.selection ?? pointer, visit };
      }}
      openCode={(at) => calls.push(`code ${at}`)}
      pictureNames={new Map()}
      choosePicture={() => Promise.resolve('chosen.png')}
    />
  );
}

const panel: PanelOfTest = {
  show(template, pointer, told = []) {
    calls.length = 0;
    gestures.length = 0;
    faults.value = told.map((one) => ({ severity: 'error', ...one }));
    shown.value = { template, pointer, visit: String(++visits) };
  },
  change(template) {
    shown.value = { ...shown.value!, template };
  },
  get template() {
    return shown.value!.template;
  },
  calls,
  gestures,
};
Object.assign(globalThis, { panel });
render(<Page />, document.querySelector('main > div')!);
