// The panel that shows what a part says, and changes it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ShownFault } from '../../contract/shown-pages.ts';
import type { PartSchemas } from '../../document/compile/part-schemas.ts';
import { labelOf, type Part, type PartTree, partAt } from '../../editing/index.ts';
import { partHints, propertyWords } from '../../editor-words/index.ts';
import { plainFault } from '../plain-fault.ts';
import { describeTemplate } from './describe-template.ts';
import { type Environment, EnvironmentContext } from './environment.ts';
import { Description } from './frame.tsx';
import { partSchemas } from './load-schemas.ts';
import { findPartSchema, membersOf, type PartSchema } from './part-schema.ts';
import { isContent, type Property, placeProperties } from './property.ts';
import { PropertyField } from './property-field.tsx';

export interface PropertiesProps extends Pick<Environment, 'pictures' | 'pictureNames' | 'files' | 'fields' | 'choosePicture'> {
  /** Of the whole template document, whose head has styles, fonts, colours, blocks and the unit. */
  readonly tree: PartTree;
  readonly part: Part;
  /** Stays the same while the person is at this part, also when a change gives the part another pointer. */
  readonly visit: string;
  /** Of the template: those of the part are shown. */
  readonly faults: readonly ShownFault[];
  /** Sets a property of the part; undefined removes it. Calls with the same gesture are one step of undo. */
  onSet(member: string, value: unknown, gesture: string): void;
  /** Opens the JSON at a place of the template, as the author wrote it. */
  openCode(pointer: string): void;
  /** What can be done with the part, above its properties. */
  readonly children?: ComponentChildren;
}

export function Properties(props: PropertiesProps) {
  const { part } = props;
  const { schemas, hasFailed, load } = partSchemas;
  if (!schemas.value) void load();
  const isFrameDone = useFrameDone(props.visit);
  return (
    <section class="properties" aria-labelledby="properties-title">
      <h2 id="properties-title">{labelOf(part)}</h2>
      {props.children}
      {schemas.value && !isFrameDone ? (
        <div class="fields-to-come" />
      ) : schemas.value ? (
        // Another part has other fields.
        <Panel key={props.visit} {...props} schemas={schemas.value} />
      ) : hasFailed.value ? (
        <p role="alert">
          {propertyWords.notLoaded}{' '}
          <button type="button" onClick={() => void load()}>
            {propertyWords.tryAgain}
          </button>
        </p>
      ) : (
        <p role="status">{propertyWords.loading}</p>
      )}
    </section>
  );
}

/**
 * False while a value is new, true after the next frame. The selection is painted first, and the fields are built in a task of their own: both in one
 * task take over 50 ms.
 */
function useFrameDone(value: string): boolean {
  const [done, setDone] = useState<string>();
  useEffect(() => setDone(value), [value]);
  return done === value;
}

function Panel({ schemas, ...props }: PropertiesProps & { readonly schemas: PartSchemas }) {
  const { tree, part, faults, pictures, pictureNames, files, fields, choosePicture, openCode } = props;
  const schema = findPartSchema(tree, part, schemas);
  const environment = {
    ...describeTemplate(tree.written, schemas.fonts),
    ...{ pictures, pictureNames, files, fields, choosePicture },
    openCode: (pointer: string) => openCode(part.pointer + pointer),
  };
  const own = faults.filter(({ pointer }) => pointer !== undefined && partAt(tree, pointer)?.pointer === part.pointer);
  return (
    <EnvironmentContext.Provider value={environment}>
      {part.isReadOnly && <p class="hint">{propertyWords.readOnly}</p>}
      <Faults faults={own} />
      {schema ? (
        <Fields {...props} schema={schema} faults={own} />
      ) : (
        <p>
          {propertyWords.unknownPart}{' '}
          <button type="button" class="quiet" onClick={() => environment.openCode('')}>
            {propertyWords.openCode}
          </button>
        </p>
      )}
    </EnvironmentContext.Provider>
  );
}

function Fields({ part, schema, faults, onSet }: PropertiesProps & { readonly schema: PartSchema }) {
  const { usual, others } = useMemo(() => placeProperties(schema), [schema.key, schema.added?.place]);
  const asked = useSignal('');
  const isOpen = useSignal(false);
  const aboutPart = partHints[schema.key] ?? schema.description ?? '';
  const described = useSignal<string>(aboutPart);
  const members = membersOf(part);
  // Warnings stand above all properties: what is red at one is an error.
  const errors = faults.filter(({ severity }) => severity === 'error');
  const below = errors.map(({ pointer = '', code, message }) => ({
    pointer: pointer.slice(part.pointer.length),
    message: plainFault(code) ?? message,
  }));
  const show = (property: Property) => (
    <PropertyField
      key={property.member}
      id={`property-${property.member}`}
      property={property}
      value={members[property.member]}
      faults={below}
      members={members}
      write={(value, gesture) => onSet(property.member, value, gesture)}
    />
  );
  const isShown = (property: Property) => !isContent(property, members[property.member]);
  const found = others.filter((property) => isShown(property) && mentions(property, asked.value));
  return (
    <>
      {/* Native: it disables all that is in it. */}
      <fieldset
        class="fields"
        disabled={part.isReadOnly}
        aria-labelledby="properties-title"
        onFocusIn={({ target }) => {
          const about = (target as Element).closest('.property')?.querySelector(':scope > .about');
          described.value = about?.textContent ?? aboutPart;
        }}
      >
        {usual.map(({ name, properties }) => (
          <section key={name} aria-labelledby={`group-${name}`}>
            <h3 id={`group-${name}`}>{propertyWords.groups[name]}</h3>
            {properties.filter(isShown).map(show)}
          </section>
        ))}
        {others.length > 0 && (
          <details
            class="all"
            open={isOpen.value}
            onToggle={({ currentTarget }) => {
              isOpen.value = currentTarget.open;
            }}
          >
            <summary>{propertyWords.all}</summary>
            {isOpen.value && (
              <>
                <input
                  type="search"
                  aria-label={propertyWords.search}
                  placeholder={propertyWords.search}
                  value={asked.value}
                  onInput={({ currentTarget }) => {
                    asked.value = currentTarget.value;
                  }}
                />
                <p role="status" class="hint">
                  {found.length > 0 ? propertyWords.found(found.length) : propertyWords.noneFound}
                </p>
                {found.map(show)}
              </>
            )}
          </details>
        )}
      </fieldset>
      {/* Screen readers have the description at the control. */}
      <p class="described" aria-hidden="true">
        <Description text={described.value} />
      </p>
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly ShownFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul class="part-faults">
      {faults.map(({ severity, code, message }, i) => (
        <li key={i} class={severity}>
          <strong>{propertyWords[severity]}:</strong> {plainFault(code) ?? message}
        </li>
      ))}
    </ul>
  );
}

/** Whether a property has a text in its names or its description. */
const mentions = ({ name, member, description }: Property, asked: string): boolean =>
  `${name} ${member} ${description}`.toLowerCase().includes(asked.trim().toLowerCase());
