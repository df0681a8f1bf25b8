/**
 * Whether a text has more characters than this, as a person counts them: code points. A code point
 * has at most two units, so that only a text between the two bounds is counted out.
 */
export function hasMoreThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}
