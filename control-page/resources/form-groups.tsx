/** The groups of a form: lists and maps, and the frame of all groups. */
import type { PlainObject } from '../lib/json-lines.js';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CallForm, FormField } from '../../mock/types/control.js';
import { Button, Field } from '../components/controls.js';
import { withMember } from './values.js';

/** The schemas of a form by name. */
export type Schemas = CallForm['schemas'];

/** Adds the members of the schema to which a field refers. */
export function resolveField(schemas: Schemas, field: FormField): FormField {
  const name = field.$ref ?? '';
  return Object.hasOwn(schemas, name) ? { ...schemas[name], ...field } : field;
}

export interface ValueProps {
  readonly schema: FormField;
  readonly value: unknown;
  /** `undefined` removes the value. */
  readonly onChange: (value: unknown) => void;
  readonly path: readonly string[];
  /** Whether it is an item of a list or an entry of a map, which has a button of its own. */
  readonly isItem?: boolean;
}

export interface GroupProps extends ValueProps {
  readonly name: string;
  readonly field: { readonly label: ComponentChildren; readonly error: string | undefined; readonly hint?: string };
  readonly schemas: Schemas;
  /** Creates the field of an item. */
  readonly renderValue: (props: ValueProps) => ComponentChildren;
}

/** A group of fields with its buttons. */
export function Group({
  field,
  isSet,
  onRemove,
  onAdd,
  addText,
  name,
  children,
}: {
  readonly field: GroupProps['field'];
  readonly name: string;
  readonly isSet: boolean;
  readonly onRemove?: (() => void) | undefined;
  readonly onAdd?: () => void;
  readonly addText: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const element = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState(0);
  // The focus goes to what was added.
  useEffect(() => {
    if (added === 0) return;
    const items = element.current?.querySelectorAll<HTMLElement>(':scope > .fields > *');
    const item = items?.[items.length - 1];
    (item?.querySelector<HTMLElement>('input, select, textarea') ?? item?.querySelector<HTMLElement>('button, summary'))?.focus();
  }, [added]);
  return (
    <fieldset ref={element} class={isSet ? 'group set' : 'group'} aria-describedby={field.error === undefined ? undefined : `${id}-error`}>
      <legend>{field.label}</legend>
      <div class="actions">
        {onAdd && (
          <Button kind="quiet" onClick={() => (onAdd(), setAdded(added + 1))}>
            {addText} <span class="visually-hidden">{name}</span>
          </Button>
        )}
        {isSet && onRemove && (
          <Button kind="quiet" onClick={onRemove}>
            Clear <span class="visually-hidden">{name}</span>
          </Button>
        )}
      </div>
      {field.hint !== undefined && <p class="hint">{field.hint}</p>}
      {field.error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {field.error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** The value of a new item or entry. */
function createItem(schemas: Schemas, schema: FormField): unknown {
  const { type, properties, additionalProperties, enum: values } = resolveField(schemas, schema);
  if (type === 'array') return [];
  if (type === 'object' || properties || additionalProperties) return {};
  return type === 'boolean' ? false : (values?.[0] ?? '');
}

interface ItemProps extends Pick<ValueProps, 'schema' | 'value' | 'onChange'> {
  readonly group: GroupProps;
  /** The index of an item of a list, or the key of an entry of a map. */
  readonly name: string;
  readonly onRemove: () => void;
}

function Item({ group: { name: groupName, path, schemas, renderValue }, name, schema, value, onChange, onRemove }: ItemProps) {
  const change = (changed: unknown): void => onChange(changed ?? createItem(schemas, schema));
  return (
    <div class="item">
      {renderValue({ isItem: true, schema, value, path: [...path, name], onChange: change })}
      <Button kind="quiet" onClick={onRemove}>
        Remove <span class="visually-hidden">{`${groupName} ${name}`}</span>
      </Button>
    </div>
  );
}

export function ListGroup(props: GroupProps) {
  const { value, schema, onChange, field, name, schemas, isItem } = props;
  const items = (value ?? []) as readonly unknown[];
  const itemSchema = schema.items as FormField;
  return (
    <Group
      field={field}
      name={name}
      isSet={value !== undefined}
      addText="Add"
      onRemove={isItem ? undefined : () => onChange(undefined)}
      onAdd={() => onChange([...items, createItem(schemas, itemSchema)])}
    >
      <div class="fields">
        {items.map((item, index) => (
          <Item
            key={index}
            group={props}
            name={String(index)}
            schema={itemSchema}
            value={item}
            onChange={(changed) => onChange(items.with(index, changed))}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        ))}
      </div>
    </Group>
  );
}

export function MapGroup(props: GroupProps) {
  const { value, schema, onChange, field, name, schemas, isItem } = props;
  const [key, setKey] = useState('');
  const entries = (value ?? {}) as PlainObject;
  const itemSchema = schema.additionalProperties as FormField;
  const isKnown = Object.hasOwn(entries, key);
  const add = (): void => {
    if (key === '' || isKnown) return;
    onChange(withMember(entries, key, createItem(schemas, itemSchema)));
    setKey('');
  };
  return (
    <Group field={field} name={name} isSet={value !== undefined} addText="" onRemove={isItem ? undefined : () => onChange(undefined)}>
      <div class="fields">
        {Object.entries(entries).map(([entry, item]) => (
          <Item
            key={entry}
            group={props}
            name={entry}
            schema={itemSchema}
            value={item}
            onChange={(changed) => onChange(withMember(entries, entry, changed))}
            onRemove={() => onChange(withMember(entries, entry, undefined))}
          />
        ))}
        <div class="item">
          <Field
            label={
              <span>
                New key <span class="visually-hidden">of {name}</span>
              </span>
            }
            error={isKnown ? 'This key exists.' : undefined}
          >
            {(attributes) => (
              <input
                {...attributes}
                value={key}
                autocomplete="off"
                onInput={(event) => setKey(event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), add())}
              />
            )}
          </Field>
          <Button kind="quiet" onClick={add} disabled={key === '' || isKnown}>
            Add <span class="visually-hidden">to {name}</span>
          </Button>
        </div>
      </div>
    </Group>
  );
}
