/** `policies` -> `policy`, `addresses` -> `address`, `shelves` -> `shelf`, `zones` -> `zone`. */
export function toSingular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[hs]el|hal|wol|cal|lea|loa|thie|scar)ves$/i.test(word)) return `${word.slice(0, -3)}f`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
