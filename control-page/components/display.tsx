/** Small parts of views: times, statuses, empty states, errors, and tables. */
import type { ComponentChildren } from 'preact';
import { formatTimeOfDay } from '../lib/format.js';
import { Button } from './controls.js';

/** A time on the mock's clock as the time of day, with the whole time as its title. */
export function Time({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} title={value}>
      {formatTimeOfDay(value)}
    </time>
  );
}

/** The status of a response. 0 stands for a connection that a fault closed. */
export function Status({ status }: { readonly status: number }) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return <span class={`status ${kind}`}>{status === 0 ? 'dropped' : status}</span>;
}

/** A short word with a color, such as the state of an operation. */
export function Badge({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad' | 'info';
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

/** What a view shows without content: what is missing, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-text">{children}</div>}
    </div>
  );
}

/** An error in place of content. */
export function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{error.message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** A part of a view with a heading. */
export function Panel({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A term of a description list, and its description. */
export function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function ExternalLink({ address, children }: { readonly address: string; readonly children: ComponentChildren }) {
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

export interface Column<Row> {
  readonly title: string;
  readonly render: (row: Row) => ComponentChildren;
  /** Aligns numbers at their end. */
  readonly isNumber?: boolean;
  /** Hides the title from sight, as above buttons. */
  readonly isTitleHidden?: boolean;
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string;
}

/** A table of some hundred rows at most. `VirtualList` shows more. */
export function Table<Row>({ label, columns, rows, getKey }: TableProps<Row>) {
  return (
    <div class="table" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isTitleHidden }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {isTitleHidden ? <span class="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)}>
              {columns.map(({ title, render, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
