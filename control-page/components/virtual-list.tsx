/** A list of any length, which renders the visible rows only. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { setStyle } from './style.js';

export interface VirtualListProps {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly count: number;
  /** The height of a row in pixels, the same for all rows. */
  readonly rowHeight?: number;
  /** Creates the content of a row, without controls. */
  readonly children: (index: number) => ComponentChildren;
  readonly selected: number | undefined;
  /** Called when a row is clicked, or reached with the arrow keys, Page Up, Page Down, Home, or End. */
  readonly onSelect: (index: number) => void;
  /** Called with Enter on the selected row, and with a double click. */
  readonly onOpen?: (index: number) => void;
  /** Called when other rows become visible, to load them. */
  readonly onRange?: (first: number, last: number) => void;
  /** How many rows were ever added at the start. An increase keeps the visible rows in place, unless the first row is visible. */
  readonly prepended?: number;
}

/** Rows that are rendered above and below the visible ones. */
const overscan = 8;

export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight = 28, children, selected, onSelect, onOpen, onRange, prepended = 0 } = props;
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const { view, measure } = useView(element);
  useStablePosition(element, prepended * rowHeight);
  useVisibleRow(element, selected, rowHeight);

  const first = Math.max(0, Math.min(Math.floor(view.top / rowHeight) - overscan, count - 1));
  const last = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  useEffect(() => {
    if (count > 0) onRange?.(first, last);
  }, [first, last, count]);

  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  const isRendered = selected !== undefined && selected >= first && selected <= last;
  return (
    <div
      ref={element}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      aria-activedescendant={isRendered ? `${id}-${selected}` : undefined}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={(event) => handleKey(event, props, Math.max(1, Math.floor(view.height / rowHeight) - 1))}
    >
      <div role="presentation" class="virtual-space" ref={setStyle('height', `${count * rowHeight}px`)}>
        <div role="presentation" class="virtual-window" ref={setStyle('transform', `translateY(${first * rowHeight}px)`)}>
          {indexes.map((index) => (
            <div
              key={index}
              id={`${id}-${index}`}
              class="virtual-row"
              role="option"
              aria-selected={index === selected}
              aria-posinset={index + 1}
              aria-setsize={count}
              ref={setStyle('height', `${rowHeight}px`)}
              onClick={() => onSelect(index)}
              onDblClick={() => onOpen?.(index)}
            >
              {children(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

type ListElement = RefObject<HTMLDivElement | null>;

/** Returns the scroll position and the height of the list. `measure` reads them after scrolling. */
function useView(element: ListElement) {
  const [view, setView] = useState({ top: 0, height: 600 });
  const measure = (): void => {
    if (!element.current) return;
    const { scrollTop: top, clientHeight: height } = element.current;
    setView((current) => (current.top === top && current.height === height ? current : { top, height }));
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { view, measure };
}

/** Keeps the visible rows in place when the height of the rows that were added at the start increases, unless the first row is visible. */
function useStablePosition(element: ListElement, prependedHeight: number): void {
  const lastHeight = useRef(prependedHeight);
  useLayoutEffect(() => {
    const added = prependedHeight - lastHeight.current;
    lastHeight.current = prependedHeight;
    if (added > 0 && element.current && element.current.scrollTop > 0) element.current.scrollTop += added;
  }, [prependedHeight]);
}

/** Makes a row visible that was selected elsewhere, or with a key. */
function useVisibleRow(element: ListElement, selected: number | undefined, rowHeight: number): void {
  useLayoutEffect(() => {
    if (selected === undefined || !element.current) return;
    const { scrollTop, clientHeight } = element.current;
    const top = selected * rowHeight;
    if (top < scrollTop) element.current.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) element.current.scrollTop = top + rowHeight - clientHeight;
  }, [selected]);
}

/** Selects or opens a row. `page`: the number of rows that Page Up and Page Down skip. */
function handleKey(event: KeyboardEvent, { count, selected, onSelect, onOpen }: VirtualListProps, page: number): void {
  const select = (index: number): void => {
    if (count > 0) onSelect(Math.max(0, Math.min(count - 1, index)));
  };
  const current = selected ?? -1;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => select(current + 1),
    ArrowUp: () => select(current - 1),
    PageDown: () => select(current + page),
    PageUp: () => select(current - page),
    Home: () => select(0),
    End: () => select(count - 1),
    ...(onOpen && selected !== undefined && { Enter: () => onOpen(selected) }),
  };
  const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
