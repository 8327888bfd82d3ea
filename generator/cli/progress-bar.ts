/** A progress bar on a terminal: plain characters on one line, removed at the end. */
import { basename } from 'node:path';
import type { Effects, Progress } from '../lib/effects.js';

/** Milliseconds before the bar appears. */
const minimumDuration = 300;
const width = 24;

/** Draws on standard error if it is a terminal and the run isn't short. `clear` removes the bar. */
export function createProgressBar({ stderr, columns, now }: Pick<Effects, 'stderr' | 'columns' | 'now'>) {
  const startedAt = now();
  let currentLine = '';
  const draw = (line: string): void => {
    if (line === currentLine) return;
    stderr(`\r${line.padEnd(currentLine.length)}`);
    currentLine = line;
  };
  return {
    progress(progress: Progress): void {
      const maximumWidth = columns?.();
      if (maximumWidth !== undefined && (currentLine !== '' || now() - startedAt >= minimumDuration))
        draw(formatLine(progress).slice(0, maximumWidth - 1));
    },
    clear(): void {
      if (currentLine === '') return;
      stderr(`\r${' '.repeat(currentLine.length)}\r`);
      currentLine = '';
    },
  };
}

/** `[######------------------]  25% compute-v1.json: emit` */
function formatLine({ part, specification, stage }: Progress): string {
  const filledWidth = Math.floor(part * width);
  const percent = String(Math.floor(part * 100)).padStart(3);
  // Replaces characters that could control the terminal.
  const name = basename(specification).replace(/[^\x20-\x7e]/g, '?');
  return `[${'#'.repeat(filledWidth)}${'-'.repeat(width - filledWidth)}] ${percent}% ${name}: ${stage}`;
}
