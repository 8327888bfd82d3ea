/** Buttons, fields, and dialogs. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  /** `primary` for the main action of a view, `danger` for one that deletes, `quiet` without a border. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Explains the button where its text can't. */
  readonly title?: string;
}

export function Button({ children, onClick, kind = 'plain', type = 'button', disabled = false, pressed, title }: ButtonProps) {
  return (
    <button type={type} class={`button ${kind}`} onClick={onClick} disabled={disabled} title={title} aria-pressed={pressed}>
      {children}
    </button>
  );
}

/** Attributes that connect a control with its label, hint, and error. */
export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** Creates the control: `{(attributes) => <input {...attributes} />}`. */
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
  /** Hides the label from sight where its place explains the control. */
  readonly isLabelHidden?: boolean;
}

export function Field({ label, hint, error, children, isLabelHidden = false }: FieldProps) {
  const id = useId();
  const descriptions = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : ''}>
        {label}
      </label>
      {children({ id, 'aria-describedby': descriptions.join(' ') || undefined, 'aria-invalid': error !== undefined })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'search' | 'number' | 'password';
  readonly placeholder?: string;
  /** Shows several lines in a monospaced font. */
  readonly lines?: number;
  /** Values that the browser suggests. */
  readonly suggestions?: readonly string[];
}

export function TextField({ value, onInput, type = 'text', placeholder, lines = 1, suggestions, ...field }: TextFieldProps) {
  const listId = useId();
  return (
    <Field {...field}>
      {(attributes) =>
        lines > 1 ? (
          <textarea {...attributes} value={value} rows={lines} spellcheck={false} onInput={(event) => onInput(event.currentTarget.value)} />
        ) : (
          <>
            <input
              {...attributes}
              type={type as 'text'}
              value={value}
              placeholder={placeholder}
              list={suggestions && listId}
              step="any"
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => onInput(event.currentTarget.value)}
            />
            {suggestions && (
              <datalist id={listId}>
                {suggestions.map((suggestion) => (
                  <option key={suggestion} value={suggestion} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Field>
  );
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values, or values with their texts. */
  readonly options: readonly (string | readonly [value: string, text: string])[];
}

export function SelectField({ value, onChange, options, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => {
            const [optionValue, text] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={optionValue} value={optionValue}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface FormProps {
  readonly onSubmit: () => unknown;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form that the page handles. */
export function Form({ onSubmit, ...attributes }: FormProps) {
  return <form {...attributes} onSubmit={(event) => (event.preventDefault(), void onSubmit())} />;
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at its end. */
  readonly actions?: ComponentChildren;
}

/** A modal dialog, open while it is rendered. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const focused = document.activeElement;
    dialog.current?.showModal();
    return () => focused instanceof HTMLElement && focused.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer>{actions}</footer>}
    </dialog>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** The text of the button. */
  readonly action: string;
  readonly onSubmit: (name: string) => unknown;
  readonly onClose: () => void;
}

export function NameDialog({ title, label, hint, action, onSubmit, onClose }: NameDialogProps) {
  const [name, setName] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={() => name !== '' && onSubmit(name)}>
        <TextField label={label} value={name} onInput={setName} hint={hint} />
        <Button type="submit" kind="primary" disabled={name === ''}>
          {action}
        </Button>
      </Form>
    </Dialog>
  );
}
