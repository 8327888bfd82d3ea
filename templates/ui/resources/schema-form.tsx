/** A form for a value, made from its schema in a Discovery document. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button, Field, SelectField, TextField } from '../components/controls.js';
import { JsonView } from '../components/json.js';
import { formatPlural } from '../lib/format.js';
import { resolveSchema, type ApiDocument, type DocumentMethod, type Schema } from '../lib/api-documents.js';
import { getMember, isFixed, isObject, isOutputOnly, withMember, type JsonObject } from './resource-types.js';
import { isRequired, toKey, type Errors } from './validate-value.js';

export interface FormContext {
  readonly document: ApiDocument;
  /** The method that the form is for. Undefined if the value can't be changed. */
  readonly method: DocumentMethod | undefined;
  /** Whether the resource exists, so that its immutable fields are fixed. */
  readonly isUpdate: boolean;
  readonly errors: Errors;
}

const Context = createContext<FormContext | undefined>(undefined);
const useForm = (): FormContext => useContext(Context) as FormContext;

interface ValueProps {
  readonly schema: Schema;
  readonly value: unknown;
  /** `undefined` removes the value. */
  readonly onChange: (value: unknown) => void;
  readonly path: readonly string[];
}

/** The form of an object. The labels of its fields are their names. */
export function SchemaForm({ context, ...object }: ObjectProps & { readonly context: FormContext }) {
  return (
    <Context.Provider value={context}>
      <ObjectFields {...object} />
    </Context.Provider>
  );
}

interface ObjectProps extends Omit<ValueProps, 'value'> {
  readonly value: JsonObject;
}

type FieldGroup = 'first' | 'more' | 'output';

/** Required fields and fields with values come first; the others are behind a disclosure. Each field keeps its place. */
function ObjectFields({ schema, value, onChange, path }: ObjectProps) {
  const { document, method, isUpdate, errors } = useForm();
  const properties = Object.entries(resolveSchema(document, schema)?.properties ?? {});
  const isFixedField = (name: string, field: Schema): boolean =>
    !method || isOutputOnly(field) || (isUpdate && path.length === 0 && isFixed(name, field, method));
  const toGroup = ([name, field]: readonly [string, Schema]): FieldGroup => {
    if (isFixedField(name, { ...resolveSchema(document, field), ...field })) return 'output';
    return getMember(value, name) !== undefined || (method && isRequired(field, method.id)) ? 'first' : 'more';
  };
  const [groups] = useState(() => new Map(properties.map((entry) => [entry[0], toGroup(entry)])));
  const unknown = Object.keys(value).filter((name) => !groups.has(name));
  const list = (group: FieldGroup) => properties.filter(([name]) => groups.get(name) === group);
  const toFields = (entries: readonly (readonly [string, Schema])[]) =>
    entries.map(([name, field]) => (
      <ValueField
        key={name}
        schema={field}
        value={getMember(value, name)}
        path={[...path, name]}
        onChange={(item) => onChange(withMember(value, name, item))}
      />
    ));
  const more = list('more');
  const hasErrorInMore = more.some(([name]) => hasErrorsBelow(errors, [...path, name]));
  const output = list('output').filter(([name]) => getMember(value, name) !== undefined);
  return (
    <div class="fields">
      {toFields(list('first'))}
      {unknown.map((name) => (
        <FixedField key={name} name={name} value={value[name]} note="not in the schema" />
      ))}
      {more.length > 0 && (
        <Disclosure title={`${formatPlural(more.length, 'optional field')}`} isForcedOpen={hasErrorInMore}>
          {toFields(more)}
        </Disclosure>
      )}
      {output.map(([name, field]) => (
        <FixedField
          key={name}
          name={name}
          value={value[name]}
          note={method && !isOutputOnly(field) ? 'can’t be changed' : isOutputOnly(field) ? 'output only' : undefined}
        />
      ))}
    </div>
  );
}

function hasErrorsBelow(errors: Errors, path: readonly string[]): boolean {
  const key = toKey(path);
  return [...errors.keys()].some((each) => each === key || each.startsWith(`${key}.`));
}

interface DisclosureProps {
  readonly title: string;
  readonly isForcedOpen: boolean;
  readonly children: ComponentChildren;
}

function Disclosure({ title, isForcedOpen, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen || isForcedOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {(isOpen || isForcedOpen) && <div class="fields">{children}</div>}
    </details>
  );
}

function FixedField({ name, value, note }: { readonly name: string; readonly value: unknown; readonly note: string | undefined }) {
  return (
    <div class="field fixed">
      <span class="label">
        <code>{name}</code> {note !== undefined && <small>{note}</small>}
      </span>
      {typeof value === 'object' && value !== null ? (
        <JsonView value={value} label={name} />
      ) : (
        <span class="mono value">{String(value)}</span>
      )}
    </div>
  );
}

/** One field: a control for a value without fields, or a group. */
function ValueField(props: ValueProps) {
  const { document, method, errors } = useForm();
  const { path, value, onChange } = props;
  const schema: Schema = { ...resolveSchema(document, props.schema), ...props.schema };
  const { type, properties, additionalProperties, items, description, format } = schema;
  const name = path.at(-1) ?? '';
  const isNeeded = method !== undefined && isRequired(props.schema, method.id);
  const error = errors.get(toKey(path));
  const label = (
    <>
      <code>{name}</code>
      <small>
        {format ?? (schema.enum ? '' : type)}
        {isNeeded && <b> required</b>}
      </small>
    </>
  );
  const field = { label, error, ...(description && { hint: description }) };
  const group = { ...props, schema, field, name };
  if (items && (value === undefined || Array.isArray(value))) return <ListGroup {...group} />;
  if (properties && (value === undefined || isObject(value))) return <ObjectGroup {...group} />;
  if (additionalProperties && (value === undefined || isObject(value))) return <MapGroup {...group} />;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const change = (entered: string): void => onChange(entered === '' ? undefined : toTyped(schema, entered));
  const unset = isNeeded ? 'Select a value' : `Not set${schema.default === undefined ? '' : ` (default: ${schema.default})`}`;
  if (type === 'boolean') {
    const options = [
      ['', unset],
      ['true', 'true'],
      ['false', 'false'],
    ] as const;
    return <SelectField {...field} value={typeof value === 'boolean' ? String(value) : ''} onChange={change} options={options} />;
  }
  if (schema.enum) {
    const values = [...new Set([...schema.enum, ...(text === '' ? [] : [text])])];
    const chosen = schema.enumDescriptions?.[schema.enum.indexOf(text)];
    const hint = [description, chosen && `${text}: ${chosen}`].filter(Boolean).join(' ');
    return <SelectField {...field} {...(hint && { hint })} value={text} onChange={change} options={[['', unset], ...values]} />;
  }
  if (type === 'string' || type === 'integer' || type === 'number') {
    const placeholder = schema.default === undefined ? describeRange(schema) : `default: ${schema.default}`;
    return <TextField {...field} value={text} onInput={change} placeholder={placeholder} lines={text.includes('\n') ? 5 : 1} />;
  }
  return <JsonField {...field} value={value} onChange={onChange} />;
}

function describeRange({ minimum, maximum, 'x-maxLength': longest, pattern }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  if (maximum !== undefined) return `${maximum} or less`;
  return pattern ?? (longest === undefined ? '' : `at most ${longest} characters`);
}

/** Numbers that JSON represents exactly are numbers. Other texts stay texts, which validation reports. */
function toTyped({ type }: Schema, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type !== 'string' &&
    text.trim() !== '' &&
    Number.isFinite(Number(text)) &&
    (type === 'number' || Number.isSafeInteger(Number(text)))
    ? Number(text)
    : text;
}

interface JsonFieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A value as JSON. A text that isn't JSON changes nothing. */
export function JsonField({ label, hint, error, value, onChange }: JsonFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const change = (entered: string): void => {
    setText(entered);
    try {
      onChange(entered.trim() === '' ? undefined : (JSON.parse(entered) as unknown));
      setProblem(undefined);
    } catch (cause) {
      setProblem((cause as Error).message);
    }
  };
  const lines = Math.min(24, Math.max(2, text.split('\n').length));
  return (
    <TextField label={label} {...(hint !== undefined && { hint })} error={problem ?? error} value={text} onInput={change} lines={lines} />
  );
}

interface GroupProps extends ValueProps {
  readonly name: string;
  readonly field: { readonly label: ComponentChildren; readonly error: string | undefined; readonly hint?: string };
}

/** A group of fields with its buttons. */
function Group({
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
  readonly onRemove: () => void;
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
    items?.[items.length - 1]?.querySelector<HTMLElement>('input, select, textarea, button, summary')?.focus();
  }, [added]);
  return (
    <fieldset ref={element} class="group" aria-describedby={field.error === undefined ? undefined : `${id}-error`}>
      <legend>{field.label}</legend>
      <div class="actions">
        {onAdd && (
          <Button kind="quiet" onClick={() => (onAdd(), setAdded(added + 1))}>
            {addText} <span class="visually-hidden">{name}</span>
          </Button>
        )}
        {isSet && (
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
      {isSet && children}
    </fieldset>
  );
}

function ObjectGroup({ value, schema, onChange, path, field, name }: GroupProps) {
  return (
    <Group
      field={field}
      name={name}
      isSet={value !== undefined}
      addText="Set"
      onRemove={() => onChange(undefined)}
      {...(value === undefined && { onAdd: () => onChange({}) })}
    >
      <ObjectFields schema={schema} value={(value ?? {}) as JsonObject} onChange={onChange} path={path} />
    </Group>
  );
}

/** The value of a new item or entry. */
function createItem(document: ApiDocument, schema: Schema | undefined): unknown {
  const { type, properties, additionalProperties, enum: values } = { ...resolveSchema(document, schema), ...schema } as Schema;
  if (type === 'array') return [];
  if (type === 'object' || properties || additionalProperties) return {};
  return type === 'boolean' ? false : (values?.[0] ?? '');
}

function ListGroup({ value, schema, onChange, path, field, name }: GroupProps) {
  const { document } = useForm();
  const items = (value ?? []) as readonly unknown[];
  const itemSchema = schema.items as Schema;
  return (
    <Group
      field={field}
      name={name}
      isSet={value !== undefined}
      addText="Add"
      onRemove={() => onChange(undefined)}
      onAdd={() => onChange([...items, createItem(document, itemSchema)])}
    >
      <div class="fields">
        {items.map((item, index) => (
          <div key={index} class="item">
            <ValueField
              schema={itemSchema}
              value={item}
              path={[...path, String(index)]}
              onChange={(changed) => onChange(items.with(index, changed ?? createItem(document, itemSchema)))}
            />
            <Button kind="quiet" onClick={() => onChange(items.toSpliced(index, 1))}>
              Remove <span class="visually-hidden">{`${name} ${index}`}</span>
            </Button>
          </div>
        ))}
      </div>
    </Group>
  );
}

function MapGroup({ value, schema, onChange, path, field, name }: GroupProps) {
  const { document } = useForm();
  const [key, setKey] = useState('');
  const entries = (value ?? {}) as JsonObject;
  const itemSchema = schema.additionalProperties as Schema;
  const isKnown = Object.hasOwn(entries, key);
  const add = (): void => {
    if (key === '' || isKnown) return;
    onChange(withMember(entries, key, createItem(document, itemSchema)));
    setKey('');
  };
  return (
    <Group field={field} name={name} isSet addText="" onRemove={() => onChange(undefined)}>
      <div class="fields">
        {Object.entries(entries).map(([entry, item]) => (
          <div key={entry} class="item">
            <ValueField
              schema={itemSchema}
              value={item}
              path={[...path, entry]}
              onChange={(changed) => onChange(withMember(entries, entry, changed ?? createItem(document, itemSchema)))}
            />
            <Button kind="quiet" onClick={() => onChange(withMember(entries, entry, undefined))}>
              Remove <span class="visually-hidden">{`${name} ${entry}`}</span>
            </Button>
          </div>
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
