/**
 * Parts of so many characters and fewer are left to the engine, whose search is fast and, for parts
 * as short as these, never takes more than so many looks at each character. Its search for longer
 * ones takes the product of both lengths on texts that repeat themselves.
 */
const SHORT = 48;

/** Whether a part is looked for character by character, which takes some times as long for each. */
export function isLongPart(part: string): boolean {
  return part.length > SHORT;
}

/** Where the part stands in the text from a place on, as `indexOf` says; -1 where it does not. */
export function indexOfPart(text: string, part: string, from = 0): number {
  if (part.length <= SHORT || text.length - from < part.length) return text.indexOf(part, from);
  return new PartSearch(part).next(text, from);
}

/** Whether the part stands in the text, as `includes` says, in time linear in both. */
export function containsPart(text: string, part: string): boolean {
  return indexOfPart(text, part) >= 0;
}

/** The pieces between the parts, as `split` with a part that is not empty cuts them. */
export function splitAtPart(text: string, part: string): string[] {
  if (part.length <= SHORT) return text.split(part);
  const search = new PartSearch(part);
  const pieces: string[] = [];
  let from = 0;
  for (let at = search.next(text, 0); at >= 0; at = search.next(text, from)) {
    pieces.push(text.slice(from, at));
    from = at + part.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Knuth, Morris and Pratt: what was matched before a mismatch is never looked at again. */
class PartSearch {
  /** Of each beginning of the part: how long the longest shorter one is that it also ends with. */
  private readonly borders: Int32Array;

  constructor(private readonly part: string) {
    const borders = new Int32Array(part.length);
    let matched = 0;
    for (let at = 1; at < part.length; at += 1) {
      const code = part.charCodeAt(at);
      while (matched > 0 && part.charCodeAt(matched) !== code) {
        matched = borders[matched - 1] as number;
      }
      if (part.charCodeAt(matched) === code) matched += 1;
      borders[at] = matched;
    }
    this.borders = borders;
  }

  next(text: string, from: number): number {
    const { part, borders } = this;
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      while (matched > 0 && part.charCodeAt(matched) !== code) {
        matched = borders[matched - 1] as number;
      }
      if (part.charCodeAt(matched) === code) matched += 1;
      if (matched === part.length) return at + 1 - matched;
    }
    return -1;
  }
}
