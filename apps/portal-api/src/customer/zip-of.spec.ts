import { crc32 } from 'node:zlib';
import { zipOf } from './zip-of.js';

async function* files() {
  yield { name: 'a.pdf', bytes: Buffer.from('first') };
  yield { name: 'ü.pdf', bytes: Buffer.from('second') };
}

/** Reads an archive as a program does: from its end to the directory, and from there to files. */
function unzip(zip: Buffer): Record<string, string> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let at = zip.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const begin = local + 30 + zip.readUInt16LE(local + 26);
    const bytes = zip.subarray(begin, begin + size);
    expect(zip.readUInt32LE(local + 14)).toBe(crc32(bytes));
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes));
    found[name] = bytes.toString();
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return found;
}

it('an archive has every file by its name, whole', async () => {
  const pieces: Buffer[] = [];
  for await (const piece of zipOf(files())) pieces.push(piece);
  expect(unzip(Buffer.concat(pieces))).toEqual({ 'a.pdf': 'first', 'ü.pdf': 'second' });
});
