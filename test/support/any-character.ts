/** A unit of `fc.string` for any character. The unit `binary` is the same, but builds a table of all of them, which takes a second and 100 MB. */
import fc from 'fast-check';

/** The halves of characters that UTF-16 writes as two units. They aren't characters themselves. */
const [firstSurrogate, surrogateCount] = [0xd800, 0x800];

export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - surrogateCount })
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogateCount), toIndex);

function toIndex(character: unknown): number {
  const code = (character as string).codePointAt(0) ?? 0;
  if (String.fromCodePoint(code) !== character) throw new Error('expected one character');
  return code < firstSurrogate ? code : code - surrogateCount;
}
