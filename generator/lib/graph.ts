/** Traversals of directed graphs without recursion. Nodes are the numbers from 0, and `next` lists the nodes to which the edges of each lead. */

/** Returns the strongly connected component of each node: the number of one node in it. */
export function findComponents(next: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  visitDepthFirst(next, { leave: (node) => order.push(node) });
  const previous: number[][] = next.map(() => []);
  next.forEach((followers, node) => followers.forEach((follower) => previous[follower]?.push(node)));
  const component = next.map(() => -1);
  let root = -1;
  visitDepthFirst(previous, {
    roots: order.reverse(),
    enter: (node) => (root = node),
    leave: (node) => (component[node] = root),
  });
  return component;
}

interface Traversal {
  /** Where to begin. Default: all nodes. */
  readonly roots?: Iterable<number>;
  /** Called with each root that no earlier root has reached. */
  readonly enter?: (root: number) => unknown;
  /** Called with each node after the nodes that it leads to, except those that lead back to it. */
  readonly leave: (node: number) => unknown;
}

/** Visits each node once. */
export function visitDepthFirst(next: readonly (readonly number[])[], { roots = next.keys(), enter, leave }: Traversal): void {
  const seen = new Set<number>();
  for (const root of roots) {
    if (seen.has(root)) continue;
    seen.add(root);
    enter?.(root);
    const stack: { readonly node: number; readonly rest: number[] }[] = [{ node: root, rest: [...(next[root] ?? [])] }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const following = top.rest.pop();
      if (following === undefined) leave((stack.pop() as typeof top).node);
      else if (!seen.has(following)) {
        seen.add(following);
        stack.push({ node: following, rest: [...(next[following] ?? [])] });
      }
    }
  }
}
