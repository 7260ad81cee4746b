// What stands around each control: its name, the button that removes its value, what it means, and what is wrong with it.
import type { ComponentChildren } from 'preact';
import { propertyWords } from '../../editor-words/index.ts';
import { nextGesture } from './environment.ts';
import type { Property } from './property.ts';

/** What a control gets. */
export interface ControlProps {
  /** The id of its element; others begin with it. */
  readonly id: string;
  readonly property: Property;
  /** Undefined: the property is not set. */
  readonly value: unknown;
  /** The faults that the template has at the property. */
  readonly faults: readonly string[];
  /** Sets the property; undefined removes it. Calls with the same gesture are one step of undo. */
  write(value: unknown, gesture: string): void;
}

interface FrameProps extends Pick<ControlProps, 'id' | 'property' | 'value' | 'write'> {
  /** What is wrong. */
  readonly messages: readonly string[];
  /** Several controls are in it, so that its name is that of the group. */
  readonly isGroup?: boolean;
  readonly unit?: string | undefined;
  readonly children: ComponentChildren;
}

/** The ids that describe a control. */
export const describedBy = (id: string): string => `${id}-about ${id}-unit ${id}-fault`;

export function Frame({ id, property, value, write, messages, isGroup = false, unit, children }: FrameProps) {
  const { name, description, isRequired } = property;
  const title = (
    <>
      {name}
      {unit && (
        <span id={`${id}-unit`} class="unit">
          {' '}
          {unit}
        </span>
      )}
    </>
  );
  const inner = (
    <>
      <div class="property-name">
        {isGroup ? (
          <span id={`${id}-name`} class="name">
            {title}
          </span>
        ) : (
          <label id={`${id}-name`} class="name" for={id}>
            {title}
          </label>
        )}
        {value !== undefined && !isRequired && (
          <button
            type="button"
            class="reset"
            aria-label={propertyWords.reset(name)}
            title={propertyWords.reset(name)}
            onClick={() => write(undefined, nextGesture())}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      <div class="property-control">{children}</div>
      <p id={`${id}-about`} class="about">
        <Description text={description} />
      </p>
      <div id={`${id}-fault`} class="property-faults" role="status">
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </>
  );
  const attributes = { class: 'property', 'data-property': property.path.join('.') };
  return isGroup ? (
    // biome-ignore lint/a11y/useSemanticElements: the name of a fieldset cannot stand beside a button
    <div {...attributes} role="group" aria-labelledby={`${id}-name`} aria-describedby={`${id}-about ${id}-fault`}>
      {inner}
    </div>
  ) : (
    <div {...attributes}>{inner}</div>
  );
}

/** A description of a schema: words in backticks are code, and links are their texts. */
export function Description({ text }: { readonly text: string }) {
  const plain = text.replace(/\[([^\]]+)\]\(#[^)]*\)/g, '$1');
  return (
    <>
      {plain
        .split(/(``.+?``|`[^`]+`)/)
        .map((part, i) => (part.startsWith('`') ? <code key={i}>{part.replace(/^`+ ?| ?`+$/g, '')}</code> : part))}
    </>
  );
}
