/** Operations as bars on the mock's clock. A list beside it has the same facts as text. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OperationSummary } from '../../mock/types/control.js';

/** The height of a row, and of the axis above the rows, in pixels, as in `operations.css`. */
export const rowHeight = 46;
const axisHeight = 26;
const barHeight = 12;
/** The width of an operation that ended as soon as it started. */
const minWidth = 4;
const labelWidth = 80;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The distances of the marks of the axis. */
const steps = [
  10,
  50,
  100,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * day),
];

interface TimelineProps {
  /** In the order of their rows. */
  readonly operations: readonly OperationSummary[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

export function Timeline({ operations, now }: TimelineProps) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setWidth(element.current?.clientWidth ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const shown = findShownInterval(operations, now);
  const toX = (time: number): number => ((time - shown.start) / (shown.end - shown.start)) * width;
  const height = axisHeight + operations.length * rowHeight;
  const isNowShown = now >= shown.start && now <= shown.end;
  return (
    <div ref={element} class="timeline" aria-hidden="true">
      <svg width={width} height={height}>
        {listMarks(shown, width).map(({ time, label }) => (
          <g key={time}>
            <line class="mark" x1={toX(time)} x2={toX(time)} y1={axisHeight - 6} y2={height} />
            {toX(time) + labelWidth <= width && (
              <text x={toX(time) + 4} y={axisHeight - 9}>
                {label}
              </text>
            )}
          </g>
        ))}
        {operations.map((operation, index) => (
          <Bar key={operation.path} operation={operation} now={now} row={index} toX={toX} operations={operations} />
        ))}
        {isNowShown && <line class="now" x1={toX(now)} x2={toX(now)} y1={axisHeight - 6} y2={height} />}
      </svg>
    </div>
  );
}

interface BarProps extends TimelineProps {
  readonly operation: OperationSummary;
  readonly row: number;
  readonly toX: (time: number) => number;
}

/** The operation from its start to its end: what passed is filled, and waiting is dashed. Arrows come from what it waits for. */
function Bar({ operation, operations, row, now, toX }: BarProps) {
  const { start, end } = toInterval(operation, now);
  const y = axisHeight + row * rowHeight + (rowHeight - barHeight) / 2;
  const awaited = operations.flatMap((other, index) =>
    operation.waitsFor.includes(other.path) ? [{ other, index, end: toInterval(other, now).end }] : [],
  );
  const runs = Math.min(end, Math.max(start, ...awaited.map((entry) => entry.end)));
  // What it waits for by way of another operation needs no arrow of its own.
  const direct = awaited.filter(({ other }) => !awaited.some((entry) => entry.other.waitsFor.includes(other.path)));
  const kind = operation.error ? 'failed' : operation.status === 'DONE' ? 'done' : 'pending';
  const passed = kind === 'pending' ? Math.max(runs, Math.min(now, end)) : end;
  const computeWidth = (from: number, to: number): number => Math.max(minWidth, toX(to) - toX(from));
  return (
    <g class={`operation-bar ${kind}`}>
      {runs > start && <line class="wait" x1={toX(start)} x2={toX(runs)} y1={y + barHeight / 2} y2={y + barHeight / 2} />}
      <rect class="whole" x={toX(runs)} y={y} width={computeWidth(runs, end)} height={barHeight} rx={2} />
      {passed > runs || kind !== 'pending' ? (
        <rect class="passed" x={toX(runs)} y={y} width={computeWidth(runs, passed)} height={barHeight} rx={2} />
      ) : null}
      {direct.map(({ other, index, end: at }) => {
        const isAbove = index < row;
        const from = axisHeight + index * rowHeight + (rowHeight + (isAbove ? barHeight : -barHeight)) / 2;
        const to = isAbove ? y - 1 : y + barHeight + 1;
        const x = toX(at);
        return (
          <path
            key={other.path}
            class="arrow"
            d={`M${x} ${from}V${to}m-4 ${isAbove ? -5 : 5}l4 ${isAbove ? 5 : -5}l4 ${isAbove ? -5 : 5}`}
          />
        );
      })}
    </g>
  );
}

/** An operation that doesn't show a time has that of its other end. */
function toInterval({ started, ends, status }: OperationSummary, now: number): Interval {
  const start = Date.parse(started ?? ends ?? '');
  const end = Date.parse(ends ?? started ?? '');
  if (Number.isNaN(start) || Number.isNaN(end)) return { start: now, end: now };
  return { start, end: Math.max(start, status !== 'DONE' && ends === undefined ? now : end) };
}

/** Returns the interval that contains all operations and, if one of them is pending, the time of the clock. */
function findShownInterval(operations: readonly OperationSummary[], now: number): Interval {
  const intervals = operations.map((operation) => toInterval(operation, now));
  const isPending = operations.some((operation) => operation.isPending);
  let start = isPending ? now : Infinity;
  let end = isPending ? now : -Infinity;
  for (const interval of intervals) {
    start = Math.min(start, interval.start);
    end = Math.max(end, interval.end);
  }
  const margin = Math.max(200, (end - start) * 0.04);
  return { start: start - margin, end: end + margin };
}

function listMarks({ start, end }: Interval, width: number): readonly { readonly time: number; readonly label: string }[] {
  const smallest = ((end - start) * labelWidth) / Math.max(labelWidth, width);
  const step = steps.find((candidate) => candidate >= smallest);
  if (step === undefined) return [];
  const first = Math.ceil(start / step) * step;
  const marks = Array.from({ length: Math.floor((end - first) / step) + 1 }, (_, index) => first + index * step);
  const [from, to] = step >= day ? [0, 10] : step >= second ? [11, 19] : [11, 23];
  return marks.map((time) => ({ time, label: new Date(time).toISOString().slice(from, to) }));
}
