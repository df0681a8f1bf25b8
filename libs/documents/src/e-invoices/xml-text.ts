/** What no XML document can hold (XML 1.0, 2.2): most control characters, halves of pairs. */
const UNFIT = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * The same document as its file can say it: without the characters that XML cannot hold, so that
 * what is checked is what is written. A text of nothing else, but for blanks, is empty. Pure.
 */
export function fitForXml<Document>(document: Document): Document {
  return fit(document) as Document;
}

function fit(value: unknown): unknown {
  if (typeof value === 'string') return fitText(value);
  if (Array.isArray(value)) return value.map(fit);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fit(each)]));
}

function fitText(text: string): string {
  const left = text.replace(UNFIT, '');
  return left === text || left.trim() !== '' ? left : '';
}
