/** Finds tables: blocks of cells with values, surrounded by empty cells. */
import type { Bounds } from './a1.js';
import { hasValue, type Grid } from './grid.js';

type Block = { -readonly [Key in keyof Bounds]: number };

/** Returns the last table that has cells in the bounds. */
export function findTable(grid: Grid, bounds: Bounds): Bounds | undefined {
  const tables = listTables(grid).filter(
    (table) =>
      table.startRow < bounds.endRow &&
      table.endRow > bounds.startRow &&
      table.startColumn < bounds.endColumn &&
      table.endColumn > bounds.startColumn,
  );
  return tables.reduce<Bounds | undefined>((last, table) => (last && isAfter(last, table) ? last : table), undefined);
}

const isAfter = (one: Bounds, other: Bounds): boolean =>
  one.endRow > other.endRow || (one.endRow === other.endRow && one.endColumn > other.endColumn);

/** Joins cells that touch, row by row, and then blocks that touch. */
function listTables(grid: Grid): readonly Bounds[] {
  let blocks: Block[] = [];
  for (const [row, cells] of grid.listRows())
    for (const [column, cell] of Object.entries(cells))
      if (hasValue(cell)) {
        const block = { startRow: row, endRow: row + 1, startColumn: Number(column), endColumn: Number(column) + 1 };
        blocks = addBlock(blocks, block);
      }
  return blocks;
}

function addBlock(blocks: readonly Block[], added: Block): Block[] {
  const touching = blocks.filter((block) => isTouching(block, added));
  if (touching.length === 0) return [...blocks, added];
  const joined = touching.reduce(join, added);
  const others = blocks.filter((block) => !touching.includes(block));
  // A larger block can touch others.
  const isSame = touching.length === 1 && touching.every((block) => isEqualBlock(block, joined));
  return isSame ? [...blocks] : addBlock(others, joined);
}

const isEqualBlock = (one: Block, other: Block): boolean =>
  one.startRow === other.startRow &&
  one.endRow === other.endRow &&
  one.startColumn === other.startColumn &&
  one.endColumn === other.endColumn;

const isTouching = (one: Block, other: Block): boolean =>
  one.startRow <= other.endRow && one.endRow >= other.startRow && one.startColumn <= other.endColumn && one.endColumn >= other.startColumn;

const join = (one: Block, other: Block): Block => ({
  startRow: Math.min(one.startRow, other.startRow),
  endRow: Math.max(one.endRow, other.endRow),
  startColumn: Math.min(one.startColumn, other.startColumn),
  endColumn: Math.max(one.endColumn, other.endColumn),
});
