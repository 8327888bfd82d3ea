/** Collects changes of a text, and applies those that don't overlap. */

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replace: (text: string) => string;
}

export type AddEdit = (start: number, end: number, replace: (text: string) => string) => void;

export class TextEdits {
  readonly #text: string;
  readonly #edits: Edit[] = [];
  /** The changes that give way to those added before `startNext`. */
  #settled: Edit[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a change. Of several changes at one place, the one that begins first and is the longest applies. */
  readonly add: AddEdit = (start, end, replace) => {
    if (end > start) this.#edits.push({ start, end, replace });
  };

  get settled(): readonly Edit[] {
    return this.#settled;
  }

  /** Makes changes that are added later give way to the present ones. */
  settle(): void {
    if (this.#edits.length === 0) return;
    this.#settled = mergeEdits(this.#settled, separateEdits(this.#edits));
    this.#edits.length = 0;
  }

  /** Adds the settled changes of a part of the text that begins at `offset`, after all present ones. */
  append({ settled }: TextEdits, offset: number): void {
    for (const { start, end, replace } of settled) this.#settled.push({ start: start + offset, end: end + offset, replace });
  }

  /** Returns the changed text. `replaceRest` changes what is between the changes. */
  apply(replaceRest: (text: string, start: number, end: number) => string): string {
    this.settle();
    const text = this.#text;
    if (this.#settled.length === 0) return replaceRest(text, 0, text.length);
    const parts: string[] = [];
    let copied = 0;
    for (const { start, end, replace } of this.#settled) {
      if (start > copied) parts.push(replaceRest(text, copied, start));
      parts.push(replace(text.slice(start, end)));
      copied = end;
    }
    if (copied < text.length) parts.push(replaceRest(text, copied, text.length));
    return parts.join('');
  }
}

/** Sorts changes, and limits each to what the one before leaves. */
function separateEdits(edits: readonly Edit[]): Edit[] {
  let last = 0;
  return edits
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .flatMap((edit) => {
      if (edit.end <= last) return [];
      const start = Math.max(edit.start, last);
      last = edit.end;
      return [start === edit.start ? edit : { ...edit, start }];
    });
}

/** Adds the changes that overlap none of the present ones. */
function mergeEdits(present: readonly Edit[], added: Edit[]): Edit[] {
  if (present.length === 0) return added;
  const merged: Edit[] = [];
  let next = 0;
  for (const edit of added) {
    while (next < present.length && (present[next] as Edit).end <= edit.start) merged.push(present[next++] as Edit);
    if (next >= present.length || (present[next] as Edit).start >= edit.end) merged.push(edit);
  }
  for (; next < present.length; next += 1) merged.push(present[next] as Edit);
  return merged;
}
