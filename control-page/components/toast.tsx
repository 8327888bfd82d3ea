/** Short messages at the edge of the page, which screen readers announce. */
import { signal } from '@preact/signals';
import { Button } from './controls.js';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'error';
}

const messages = signal<readonly Message[]>([]);
let lastId = 0;
/** How long a message stays, in milliseconds. An error stays until it is closed. */
const messageDuration = 4000;

/** Shows what an action did, or why it failed: `toast('Copied as curl')`. */
export function toast(text: string, kind: Message['kind'] = 'info'): void {
  lastId += 1;
  const id = lastId;
  messages.value = [...messages.value.slice(-3), { id, text, kind }];
  if (kind === 'info') setTimeout(() => close(id), messageDuration);
}

/** Runs an action of the user and shows its error. Resolves to whether it succeeded. */
export async function runAction(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'error');
    return false;
  }
}

function close(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {messages.value.map(({ id, text, kind }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          <Button kind="quiet" onClick={() => close(id)}>
            Dismiss
          </Button>
        </div>
      ))}
    </div>
  );
}
