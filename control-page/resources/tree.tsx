/** The tree of APIs, projects, and collections. Its keys are those of the ARIA tree pattern. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiSummary, CollectionSummary } from '../../mock/types/control.js';
import { formatCount } from '../lib/format.js';
import { decode } from '../lib/location.js';

interface TreeNode {
  /** The path of a collection, or the name of a group. */
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Whether it is a collection, which can be selected, or a group. */
  readonly isCollection: boolean;
  /** Undefined if it has none. */
  readonly children?: readonly TreeNode[];
}

interface TreeProps {
  readonly apis: readonly ApiSummary[];
  readonly collections: readonly CollectionSummary[];
  /** The path of the selected collection. Undefined if all are. */
  readonly selected: string | undefined;
  readonly onSelect: (collection: string | undefined) => void;
}

const allKey = '';
/** Deeper groups are closed at first, and nodes with more children. */
const openLevels = 2;
const mostOpenChildren = 40;
/** How many children of a group are shown at first, and by how many a step shows more. */
const step = 200;

interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  readonly position: number;
  readonly size: number;
  readonly parent: string | undefined;
  /** Undefined for a row without children. */
  readonly isOpen?: boolean;
  /** Shows more children of the parent. */
  readonly isMore?: boolean;
}

export function Tree({ apis, collections, selected, onSelect }: TreeProps) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const [active, setActive] = useState<string>(selected ?? allKey);
  const list = useRef<HTMLUListElement>(null);
  const total = collections.reduce((sum, { count }) => sum + count, 0);
  const nodes: readonly TreeNode[] = [
    { key: allKey, label: 'All resources', count: total, isCollection: true },
    ...apis.map((api) => createApiNode(api, collections)),
  ];
  const rows = listRows(nodes, { toggled, limits, selected }, { level: 1, parent: undefined });
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ node }) => node.key === active),
  );
  useEffect(() => setActive(selected ?? allKey), [selected]);
  // Moves the focus with the active row, if the tree has the focus.
  useLayoutEffect(() => {
    if (list.current?.contains(document.activeElement)) (list.current.children[activeIndex] as HTMLElement | undefined)?.focus();
  }, [activeIndex]);

  const setOpen = (key: string, isOpen: boolean): unknown => setToggled(new Map([...toggled, [key, isOpen]]));
  const activate = ({ node, parent = '', isOpen, isMore }: TreeRow): void => {
    setActive(node.key);
    if (isMore) setLimits(new Map([...limits, [parent, (limits.get(parent) ?? step) + step]]));
    else if (!node.isCollection) setOpen(node.key, !isOpen);
    else {
      if (isOpen !== undefined) setOpen(node.key, node.key !== selected || !isOpen);
      onSelect(node.key === allKey ? undefined : node.key);
    }
  };
  const handleKey = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = findKeyAction(event.key, { rows, activeIndex, row, setActive, setOpen, activate });
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <ul ref={list} class="tree" role="tree" aria-label="Collections" onKeyDown={handleKey}>
      {rows.map((row, index) => (
        <TreeItem
          key={row.node.key}
          row={row}
          isSelected={row.node.isCollection && row.node.key === (selected ?? allKey)}
          isActive={index === activeIndex}
          onClick={() => activate(row)}
        />
      ))}
    </ul>
  );
}

interface KeyTarget {
  readonly rows: readonly TreeRow[];
  readonly activeIndex: number;
  /** The active row. */
  readonly row: TreeRow;
  readonly setActive: (key: string) => unknown;
  readonly setOpen: (key: string, isOpen: boolean) => unknown;
  readonly activate: (row: TreeRow) => unknown;
}

/** Returns what a key does. A letter moves to the next row that begins with it. */
function findKeyAction(key: string, { rows, activeIndex, row, setActive, setOpen, activate }: KeyTarget): (() => unknown) | undefined {
  const { node, isOpen, parent } = row;
  const moveTo = (index: number): unknown => setActive(rows[Math.max(0, Math.min(rows.length - 1, index))]?.node.key ?? allKey);
  const findNext = (letter: string): number => {
    const order = rows.map((_, offset) => (activeIndex + 1 + offset) % rows.length);
    return order.find((index) => rows[index]?.node.label.toLowerCase().startsWith(letter.toLowerCase())) ?? activeIndex;
  };
  const actions: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => moveTo(activeIndex + 1),
    ArrowUp: () => moveTo(activeIndex - 1),
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    ArrowRight: () => (isOpen === false ? setOpen(node.key, true) : isOpen && moveTo(activeIndex + 1)),
    ArrowLeft: () => (isOpen ? setOpen(node.key, false) : parent !== undefined && setActive(parent)),
    Enter: () => activate(row),
    ' ': () => activate(row),
  };
  if (Object.hasOwn(actions, key)) return actions[key];
  return key.length === 1 ? () => moveTo(findNext(key)) : undefined;
}

interface TreeItemProps {
  readonly row: TreeRow;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function TreeItem({ row: { node, level, position, size, isOpen, isMore }, isSelected, isActive, onClick }: TreeItemProps) {
  return (
    <li
      role="treeitem"
      class={`level-${level}`}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      title={node.isCollection && !isMore ? node.key : undefined}
      onClick={onClick}
    >
      <span class="truncate">{node.label}</span>
      {!isMore && <span class="count">{formatCount(node.count)}</span>}
    </li>
  );
}

function createApiNode({ name, version }: ApiSummary, all: readonly CollectionSummary[]): TreeNode {
  const key = `${name} ${version}`;
  const collections = all.filter((each) => each.api === name && each.version === version);
  const children = [...Map.groupBy(collections, ({ project }) => project ?? '')].flatMap(([project, members]) => {
    const types = createTypeNodes(`${key} ${project}`, undefined, nestCollections(members));
    return project === '' ? types : [createGroup(`${key} ${project}`, decode(project), types)];
  });
  return createGroup(key, key, children);
}

function createGroup(key: string, label: string, children: readonly TreeNode[]): TreeNode {
  return { key, label, count: children.reduce((sum, child) => sum + countBelow(child), 0), isCollection: false, children };
}

/** Counts the resources of a node and of its collections. The count of a group contains those of its children. */
const countBelow = ({ count, isCollection, children = [] }: TreeNode): number =>
  count + (isCollection ? children.reduce((sum, child) => sum + countBelow(child), 0) : 0);

/** The collections below each collection. `undefined` has those that are in no other one. */
type NestedCollections = ReadonlyMap<CollectionSummary | undefined, readonly CollectionSummary[]>;

function nestCollections(collections: readonly CollectionSummary[]): NestedCollections {
  const byPath = new Map(collections.map((collection) => [collection.path, collection]));
  const findParent = ({ path }: CollectionSummary): CollectionSummary | undefined => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = byPath.get(path.slice(0, end));
      if (parent) return parent;
    }
    return undefined;
  };
  return Map.groupBy(collections, findParent);
}

/**
 * Creates the nodes of the collections in another one, grouped by type: `rrsets` has a collection for each zone, below `managedZones`.
 *
 * @param parent The collection that contains them. Without it, those that are in no other one
 */
function createTypeNodes(key: string, parent: CollectionSummary | undefined, nested: NestedCollections): readonly TreeNode[] {
  const types = [...Map.groupBy(nested.get(parent) ?? [], ({ type }) => type)];
  const above = parent ? splitCollection(parent) : { names: [], parents: [] };
  const names = types.map(([, [first]]) => (first ? splitCollection(first).names.slice(above.names.length) : []));
  return types.map(([type, members], index) => {
    const own = names[index] ?? [];
    const isUnique = names.filter((other) => other.at(-1) === own.at(-1)).length === 1;
    const label = isUnique ? (own.at(-1) ?? type) : own.join(' / ');
    const nodes = members.map((each): TreeNode => {
      const children = createTypeNodes(each.path, each, nested);
      return {
        key: each.path,
        label: splitCollection(each).parents.slice(above.parents.length).join(' / '),
        count: each.count,
        isCollection: true,
        ...(children.length > 0 && { children }),
      };
    });
    const [first] = nodes;
    return first?.label === '' ? { ...first, label } : createGroup(`${key} ${type}`, label, nodes);
  });
}

/** Splits a path into the names of collections and of their parents, without the project. */
function splitCollection({ path, type, project }: CollectionSummary): {
  readonly names: readonly string[];
  readonly parents: readonly string[];
} {
  const template = `/${type}`.split('/');
  const segments = path
    .split('/')
    .map((segment, index) => ({ text: decode(segment), isParent: template[index]?.startsWith('{') === true }));
  const start = project === undefined ? 1 : template.indexOf('projects') + 2;
  const rest = segments.slice(start);
  return {
    names: rest.filter(({ isParent }) => !isParent).map(({ text }) => text),
    parents: rest.filter(({ isParent }) => isParent).map(({ text }) => text),
  };
}

interface TreeState {
  readonly toggled: ReadonlyMap<string, boolean>;
  readonly limits: ReadonlyMap<string, number>;
  readonly selected: string | undefined;
}

function listRows(nodes: readonly TreeNode[], state: TreeState, { level, parent }: Pick<TreeRow, 'level' | 'parent'>): readonly TreeRow[] {
  const limit = parent === undefined ? Infinity : (state.limits.get(parent) ?? step);
  const rows = nodes.slice(0, limit).flatMap((node, index): readonly TreeRow[] => {
    const row = { node, level, position: index + 1, size: nodes.length, parent };
    if (!node.children || node.children.length === 0) return [row];
    const isShallow = level <= openLevels || node.isCollection;
    const isOpenAtFirst = (isShallow && node.children.length <= mostOpenChildren) || hasDescendant(node, state.selected);
    const isOpen = state.toggled.get(node.key) ?? isOpenAtFirst;
    return [{ ...row, isOpen }, ...(isOpen ? listRows(node.children, state, { level: level + 1, parent: node.key }) : [])];
  });
  if (nodes.length <= limit) return rows;
  const more = { key: `${parent ?? ''} …`, label: `${formatCount(nodes.length - limit)} more…`, count: 0, isCollection: false };
  return [...rows, { node: more, level, position: limit + 1, size: nodes.length, parent, isMore: true }];
}

function hasDescendant({ children = [] }: TreeNode, selected: string | undefined): boolean {
  return selected !== undefined && children.some((child) => child.key === selected || hasDescendant(child, selected));
}
