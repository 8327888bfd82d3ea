/** A value as JSON text. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../components/controls.js';

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
