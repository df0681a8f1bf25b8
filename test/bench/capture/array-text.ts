const HEAD = 20;
const NULL_LENGTH = -1;
const EPOCH_2000 = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

/** How an element of a binary array is written as text, by the oid of its type. */
const TEXTS: Readonly<Record<number, (bytes: Buffer) => string>> = {
  16: (bytes) => (bytes[0] === 1 ? 't' : 'f'),
  20: (bytes) => bytes.readBigInt64BE().toString(),
  23: (bytes) => String(bytes.readInt32BE()),
  25: (bytes) => bytes.toString('utf8'),
  1082: (bytes) => new Date(EPOCH_2000 + bytes.readInt32BE() * DAY_MS).toISOString().slice(0, 10),
  2950: (bytes) =>
    bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
};

/**
 * An array in PostgreSQL's binary format as the literal that says the same: a script takes text.
 */
export function arrayText(array: Buffer): string {
  const write = TEXTS[array.readInt32BE(8)];
  if (!write) throw new Error(`No text is known for elements of type ${array.readInt32BE(8)}`);
  const items: string[] = [];
  for (let at = HEAD; at < array.length;) {
    const length = array.readInt32BE(at);
    at += 4;
    if (length === NULL_LENGTH) {
      items.push('NULL');
      continue;
    }
    const text = write(array.subarray(at, at + length));
    items.push(`"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
    at += length;
  }
  return `{${items.join(',')}}`;
}
