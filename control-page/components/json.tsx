/** JSON with colors, and the differences of two values. */
import { useState } from 'preact/hooks';
import { isEqual } from '../../runtime/values/json.js';
import { diffJson, printJson, type JsonLine } from '../lib/json-lines.js';
import { Button } from './controls.js';
import { setStyle } from './style.js';

/** How many lines are shown at first. */
const firstLines = 1000;

/** Shows a value. `label` names the region for screen readers: "Request body". */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Lines lines={printJson(value)} label={label} />;
}

/** Shows what changed between two values. `undefined` stands for an absent value. */
export function JsonDiff({ before, after, label }: { readonly before: unknown; readonly after: unknown; readonly label: string }) {
  if (isEqual(before, after)) return <p class="hint">No differences.</p>;
  return <Lines lines={diffJson(before, after)} label={label} hasMarks />;
}

interface LinesProps {
  readonly lines: readonly JsonLine[];
  readonly label: string;
  readonly hasMarks?: boolean;
}

const markNames = { '+': 'added: ', '-': 'removed: ', '…': '', ' ': '' };
const markClasses = { '+': 'line added', '-': 'line removed', '…': 'line skipped', ' ': 'line' };

function Lines({ lines, label, hasMarks = false }: LinesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, firstLines);
  return (
    <div class="json">
      <pre role="region" aria-label={label} tabIndex={0}>
        {shown.map(({ depth, tokens, mark }, index) => (
          <div key={index} class={markClasses[mark]}>
            {hasMarks && (
              <span class="gutter" aria-hidden="true">
                {mark}
              </span>
            )}
            {hasMarks && markNames[mark] !== '' && <span class="visually-hidden">{markNames[mark]}</span>}
            <span ref={setStyle('padding-left', `${depth * 2}ch`)}>
              {tokens.map(({ kind, text }, at) => (
                <span key={at} class={`token-${kind}`}>
                  {text}
                </span>
              ))}
            </span>
            {'\n'}
          </div>
        ))}
      </pre>
      {shown.length < lines.length && <Button onClick={() => setWhole(true)}>Show all {lines.length} lines</Button>}
    </div>
  );
}
