/** The modes in which a mock handles the parts of requests that it ignores. */
import type { IgnoredMode } from '../types/settings.js';

const modes: readonly IgnoredMode[] = ['select', 'warn', 'all'];

/** The expected values, for error messages. */
export const ignoredModeForm = '"select", "warn", or "all"';

export function isIgnoredMode(value: unknown): value is IgnoredMode {
  return modes.some((mode) => mode === value);
}
