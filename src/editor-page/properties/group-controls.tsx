// The controls with several fields: the sides of a box, the members of an object, the values of a block. And the last resort, the JSON.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { JsonSchema } from '../../contract/schema.ts';
import { sideNames } from '../../editing/set-property.ts';
import { propertyWords } from '../../editor-words/index.ts';
import { isObject } from '../../json/is-object.ts';
import { argumentsByName, argumentsLike, type Control, sidesOf, withMember, withSide } from './controls.ts';
import { nextGesture, useEnvironment } from './environment.ts';
import { type ControlProps, Frame } from './frame.tsx';
import { formsOf } from './part-schema.ts';
import { innerProperties, type Property, pointerOf } from './property.ts';
import { nameOfInner } from './property-names.ts';
import { numberOf, readScalar, showScalar } from './scalars.ts';
import { TextField } from './text-field.tsx';

interface GroupProps extends ControlProps {
  readonly control: Control;
  /** Shows a property inside of this one. */
  show(props: Omit<ControlProps, 'faults'>): ComponentChildren;
}

/** One length for all sides, or a length for each. */
export function Sides({ id, property, value, faults, control, write }: GroupProps) {
  const { unit } = useEnvironment();
  const [fault, tell] = useState<string>();
  const sides = sidesOf(value)!;
  const [wantsEach, setEach] = useState('each' in sides);
  const isEach = wantsEach || 'each' in sides;
  const object = formsOf(control.schema).find(({ properties }) => properties)!.properties!;
  // The sides of a bound page are shown where they are written.
  const names = Object.keys(object).filter((side) => sideNames.includes(side) || (isObject(value) && side in value));
  const { name } = property;
  const field = (
    side: string,
    label: string,
    own: unknown,
    placeholder: string,
    change: (length: unknown, gesture: string) => void,
  ) => {
    const forms = formsOf(object[side]!);
    const number = numberOf({ anyOf: forms })!;
    return (
      <TextField
        key={side}
        id={`${id}-${side}`}
        value={own}
        shown={showScalar(forms, own) ?? ''}
        placeholder={placeholder}
        isRequired={false}
        label={label}
        steps={{ step: 1, next: (wanted) => Math.max(Number(number.minimum), wanted) }}
        read={(text) => readScalar(forms, text, unit)}
        write={change}
        tell={tell}
      />
    );
  };
  const messages = fault === undefined ? faults : [fault, ...faults];
  /** The value that stays when one is given for all sides. */
  const first = 'each' in sides ? Object.values(sides.each).find((one) => one !== undefined) : sides.all;
  return (
    <Frame id={id} property={property} value={value} write={write} messages={messages} unit={unit} isGroup>
      {isEach ? (
        <div class="sides">
          {names.map((side) => {
            const given = 'each' in sides ? sides.each[side] : sides.all;
            const label = nameOfInner(property.path.at(-1)!, side);
            return (
              <div key={side} class={`side ${side}`}>
                <span aria-hidden="true">{label}</span>
                {field(side, propertyWords.sideOf(name, label), given, '', (length, gesture) =>
                  write(withSide(value, side, length), gesture),
                )}
              </div>
            );
          })}
        </div>
      ) : (
        field('top', propertyWords.allSides(name), (sides as { readonly all: unknown }).all, property.placeholder, write)
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          setEach(!isEach);
          if (isEach && 'each' in sides) write(first, nextGesture());
        }}
      >
        {isEach ? propertyWords.sameSides(first === undefined ? undefined : String(first)) : propertyWords.eachSide}
      </button>
    </Frame>
  );
}

/** A control for each member of an object. */
export function Members(props: GroupProps) {
  return <Fields {...props} properties={innerProperties(props.property, props.control.schema)} />;
}

/** The values that a block needs: by the params of its definition, or those that are given. */
export function Arguments(props: GroupProps & { readonly block: unknown }) {
  const { blocks } = useEnvironment();
  const { block, value, write } = props;
  const definition = typeof block === 'string' && Object.hasOwn(blocks, block) ? blocks[block] : undefined;
  const given = isObject(definition) ? definition.params : undefined;
  const params = isObject(given) ? given : {};
  const known = Array.isArray(given) ? (given as readonly string[]) : Object.keys(params);
  const named = argumentsByName(value, known);
  const names = [...new Set([...known, ...Object.keys(named ?? {})])];
  const properties = Object.fromEntries(names.map((name) => [name, argumentSchema(params[name])]));
  return (
    <Fields
      {...props}
      value={named}
      write={(changed, gesture) => write(argumentsLike(value, changed, known), gesture)}
      properties={innerProperties(props.property, { properties }, (name) => titleOf(params[name]) ?? name)}
      empty={propertyWords.argumentsMissing}
    />
  );
}

const titleOf = (schema: unknown): string | undefined =>
  isObject(schema) && typeof schema.title === 'string' ? schema.title : undefined;

/** The value of a param is what its schema says, or a text with bindings. */
function argumentSchema(schema: unknown): JsonSchema {
  const { type, description, enum: listed } = (isObject(schema) ? schema : {}) as JsonSchema;
  const own = listed ? [{ enum: listed }] : ['boolean', 'number', 'integer'].includes(type as string) ? [{ type: type! }] : [];
  return { ...(description && { description }), anyOf: [...own, { type: 'string' }] };
}

function Fields({
  id,
  property,
  value,
  faults,
  write,
  show,
  properties,
  empty,
}: GroupProps & { readonly properties: readonly Property[]; readonly empty?: string }) {
  const object = isObject(value) ? value : {};
  const isShort = value === true;
  const [isOpen, setOpen] = useState(value !== undefined && !isShort);
  return (
    <Frame id={id} property={property} value={isShort ? undefined : value} write={write} messages={faults} isGroup>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary id={`${id}-summary`} aria-labelledby={`${id}-name ${id}-summary`} aria-describedby={`${id}-about`}>
          {summaryOf(object) || propertyWords.notSet}
        </summary>
        {isOpen && properties.length === 0 && <p class="hint">{empty}</p>}
        {isOpen &&
          properties.map((inner, i) =>
            show({
              // Members of a block may have any name, and an id has no spaces.
              id: `${id}.${i}`,
              property: inner,
              value: object[inner.member],
              write: (given, gesture) => {
                const changed = withMember(object, inner.member, given);
                write(changed ?? withoutMembers(property), gesture);
              },
            }),
          )}
      </details>
    </Frame>
  );
}

/** What is left when the last member of an object goes. Where a value is needed, `true` may stand for an object without members. */
const withoutMembers = ({ schema, isRequired }: Property): unknown =>
  isRequired ? formsOf(schema).some((form) => form.const === true) || {} : undefined;

/** The plain values of an object, to be read at a glance. */
const summaryOf = (object: Readonly<Record<string, unknown>>): string =>
  Object.values(object)
    .filter((one) => typeof one === 'number' || typeof one === 'string')
    .join(', ');

/** A value as it is written, for what no control shows. */
export function Written({ id, property, value, faults, write }: ControlProps) {
  const { openCode } = useEnvironment();
  return (
    <Frame id={id} property={property} value={value} write={write} messages={faults} isGroup>
      {value !== undefined && <code class="written">{shorten(JSON.stringify(value))}</code>}
      <button
        type="button"
        class="quiet"
        aria-label={propertyWords.openCodeOf(property.name)}
        onClick={() => openCode(pointerOf(property))}
      >
        {propertyWords.openCode}
      </button>
    </Frame>
  );
}

const mostWritten = 200;

const shorten = (text: string): string => (text.length > mostWritten ? `${text.slice(0, mostWritten)} …` : text);
