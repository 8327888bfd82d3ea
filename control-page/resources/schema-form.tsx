/** A form for a value, made from its schema. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { CallForm, FormField } from '../../mock/types/control.js';
import { SelectField, TextField } from '../components/controls.js';
import { JsonView } from '../components/json.js';
import { formatPlural } from '../lib/format.js';
import type { PlainObject } from '../lib/json-lines.js';
import { Group, ListGroup, MapGroup, resolveField, type GroupProps, type ValueProps } from './form-groups.js';
import { JsonField } from './json-field.js';
import { getMember, isObject } from '../../runtime/values/json.js';
import { toKey, withMember, type FieldErrors } from './values.js';

export interface FormContext {
  readonly form: CallForm;
  readonly errors: FieldErrors;
}

const Context = createContext<FormContext | undefined>(undefined);
const useForm = (): FormContext => useContext(Context) as FormContext;

/** The form of an object. The labels of its fields are their names. */
export function SchemaForm({ context, ...object }: ObjectProps & { readonly context: FormContext }) {
  return (
    <Context.Provider value={context}>
      <ObjectFields {...object} />
    </Context.Provider>
  );
}

interface ObjectProps extends Omit<ValueProps, 'value'> {
  readonly value: PlainObject;
}

type FieldGroup = 'first' | 'more' | NonNullable<FormField['access']>;

/** Required fields and fields with values come first; the others are behind a disclosure. Each field keeps its place. */
function ObjectFields({ schema, value, onChange, path }: ObjectProps) {
  const { form, errors } = useForm();
  const properties = Object.entries(resolveField(form.schemas, schema).properties ?? {});
  const toGroup = ([name, property]: readonly [string, FormField]): FieldGroup => {
    const { access } = resolveField(form.schemas, property);
    return access ?? (getMember(value, name) !== undefined || property.required ? 'first' : 'more');
  };
  const [groups] = useState(() => new Map(properties.map((entry) => [entry[0], toGroup(entry)])));
  const list = (group: FieldGroup) => properties.filter(([name]) => groups.get(name) === group);
  const toFields = (entries: readonly (readonly [string, FormField])[]) =>
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
  const isSet = (name: string): boolean => getMember(value, name) !== undefined;
  const listNames = (group: FieldGroup): readonly string[] => list(group).flatMap(([name]) => (isSet(name) ? [name] : []));
  return (
    <div class="fields">
      {toFields(list('first'))}
      {more.length > 0 && (
        <Disclosure
          title={formatPlural(more.length, 'optional field')}
          isOpenAtFirst={path.length > 0 && Object.keys(value).length === 0}
          isForcedOpen={more.some(([name]) => hasErrorsBelow(errors, [...path, name]))}
        >
          {toFields(more)}
        </Disclosure>
      )}
      <FixedFields title="Immutable" names={listNames('immutable')} value={value} />
      <FixedFields title="Output only" names={listNames('outputOnly')} value={value} />
      <FixedFields title="Not in the schema" names={Object.keys(value).filter((name) => !groups.has(name))} value={value} />
    </div>
  );
}

interface FixedFieldsProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly value: PlainObject;
}

/** Fields that a request can't change. */
function FixedFields({ title, names, value }: FixedFieldsProps) {
  if (names.length === 0) return null;
  return (
    <section class="fixed" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {names.map((name) => {
          const item = getMember(value, name);
          return (
            <div key={name} class="field">
              <dt class="mono">{name}</dt>
              <dd>
                {typeof item === 'object' && item !== null ? (
                  <JsonView value={item} label={name} />
                ) : (
                  <span class="mono">{String(item)}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function hasErrorsBelow(errors: FieldErrors, path: readonly string[]): boolean {
  const key = toKey(path);
  return [...errors.keys()].some((each) => each === key || each.startsWith(`${key}.`));
}

interface DisclosureProps {
  readonly title: string;
  /** A new object shows its fields. */
  readonly isOpenAtFirst: boolean;
  readonly isForcedOpen: boolean;
  readonly children: ComponentChildren;
}

function Disclosure({ title, isOpenAtFirst, isForcedOpen, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen || isForcedOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {(isOpen || isForcedOpen) && <div class="fields">{children}</div>}
    </details>
  );
}

/** One field: a control for a value without fields, or a group. */
function ValueField(props: ValueProps) {
  const {
    form: { schemas },
    errors,
  } = useForm();
  const { path, value, onChange } = props;
  const schema = resolveField(schemas, props.schema);
  const { type, properties, additionalProperties, items, description, format } = schema;
  const name = path.at(-1) ?? '';
  const isNeeded = props.schema.required === true;
  const error = errors.get(toKey(path));
  const label = (
    <>
      <code>{name}</code>
      {(isNeeded || !props.isItem) && (
        <small>
          {format ?? (schema.enum ? '' : type)} {isNeeded && <b>required</b>}
        </small>
      )}
    </>
  );
  const field = { label, error, ...(description && !props.isItem && { hint: description }) };
  const group: GroupProps = { ...props, schema, field, name, schemas, renderValue: (item) => <ValueField {...item} /> };
  if (items && (value === undefined || Array.isArray(value))) return <ListGroup {...group} />;
  if (properties && (value === undefined || isObject(value))) return <ObjectGroup {...group} />;
  if (additionalProperties && (value === undefined || isObject(value))) return <MapGroup {...group} />;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const change = (entered: string): void => onChange(entered === '' ? undefined : toTyped(schema, entered));
  const unset = isNeeded ? 'Select a value' : `Not set${schema.default ? ` (default: ${schema.default})` : ''}`;
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
    const placeholder = schema.default ? `default: ${schema.default}` : describeRange(schema);
    return <TextField {...field} value={text} onInput={change} placeholder={placeholder} lines={text.includes('\n') ? 5 : 1} />;
  }
  return <JsonField {...field} value={value} onChange={onChange} />;
}

function describeRange({ minimum, maximum, maxLength, pattern }: FormField): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  if (maximum !== undefined) return `${maximum} or less`;
  return pattern ?? (maxLength === undefined ? '' : `at most ${maxLength} characters`);
}

/** Other texts than those of numbers stay texts: `1.` becomes `1.5`, and validation reports the rest. */
function toTyped({ type }: FormField, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type !== 'string' && Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
}

function ObjectGroup({ value, schema, onChange, path, field, name, isItem }: GroupProps) {
  return (
    <Group
      field={field}
      name={name}
      isSet={value !== undefined}
      addText="Set"
      onRemove={isItem ? undefined : () => onChange(undefined)}
      {...(value === undefined && { onAdd: () => onChange({}) })}
    >
      {value !== undefined && <ObjectFields schema={schema} value={value as PlainObject} onChange={onChange} path={path} />}
    </Group>
  );
}
