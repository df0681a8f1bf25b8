/** Up to that length the search of the platform is linear enough. */
const SHORT = 16;

/**
 * Whether a text contains another, in time that grows with their lengths and not with the product
 * of them, as the search of the platform does for texts that repeat themselves (Knuth, Morris,
 * Pratt). Pure.
 */
export function containsText(text: string, part: string): boolean {
  if (part.length <= SHORT) return text.includes(part);
  if (part.length > text.length) return false;
  const borders = bordersOf(part);
  let matched = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === code) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

/**
 * For each length of a beginning of the text, how much of its end is a beginning of the text too.
 */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let i = 1; i < part.length; i += 1) {
    const code = part.charCodeAt(i);
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === code) length += 1;
    borders[i] = length;
  }
  return borders;
}
