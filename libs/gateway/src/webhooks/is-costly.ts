/**
 * The most values of an event that is read for a stranger, lists and objects among them. Events of
 * providers have some hundreds; one of as many as its bytes have room for costs far more than they
 * do.
 */
export const MOST_VALUES = 5_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b];

/**
 * Whether a JSON body has more values than that. Goes over the bytes alone, no further than it
 * must.
 */
export function isCostly(raw: Buffer): boolean {
  let values = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at];
    if (byte === QUOTE) at = endOfText(raw, at);
    else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1;
    if (values > MOST_VALUES) return true;
  }
  return false;
}

/** Where the text that begins there has its last quote; the end of the bytes when it has none. */
function endOfText(raw: Buffer, begin: number): number {
  for (let at = begin + 1; at < raw.length; at += 1) {
    if (raw[at] === BACKSLASH) at += 1;
    else if (raw[at] === QUOTE) return at;
  }
  return raw.length;
}
