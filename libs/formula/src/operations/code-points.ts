/** The first half of a character of two units. */
function isPair(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Characters as people count them by code points: an emoji is one, not two. */
export function lengthOf(value: string): number {
  let length = value.length;
  for (let at = 0; at < value.length - 1; at += 1) if (isPair(value.charCodeAt(at))) length -= 1;
  return length;
}

/** Where the n-th code point begins, counted from 0; the end of the text beyond. */
export function offsetOf(value: string, n: number): number {
  let at = 0;
  for (let i = 0; i < n && at < value.length; i += 1) at += isPair(value.charCodeAt(at)) ? 2 : 1;
  return at;
}

/** Where the n-th code point from the end begins; the start of the text beyond. */
export function offsetFromEnd(value: string, n: number): number {
  let at = value.length;
  for (let i = 0; i < n && at > 0; i += 1) at -= isPair(value.charCodeAt(at - 2)) ? 2 : 1;
  return at;
}
