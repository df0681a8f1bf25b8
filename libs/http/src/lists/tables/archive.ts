import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, in pieces of text as they come. */
export interface ArchivedFile {
  readonly name: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

interface Packed {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** No more than 32 bits are written of sizes: what is larger is no workbook that opens. */
export const MOST_ZIPPED = 0xffff_ffff;

/** Names are UTF-8, and sizes stand behind the bytes, as they are not known before. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first of January 1980: an archive of the same files is the same bytes. */
const DAY = 0x0021;

/** A ZIP archive as its files come; what is held does not grow with them. */
export async function* archiveOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Buffer> {
  const written: Packed[] = [];
  let offset = 0;
  for await (const { name: text, text: pieces } of files) {
    const name = Buffer.from(text);
    const head = headOf(name);
    yield head;
    let [crc, size, packed] = [0, 0, 0];
    for await (const piece of deflated(pieces, (bytes) => {
      crc = crc32(bytes, crc);
      size += bytes.length;
    })) {
      packed += piece.length;
      yield piece;
    }
    if (offset + packed > MOST_ZIPPED || size > MOST_ZIPPED) throw new Error('Too large for a ZIP');
    yield sizesOf(crc, packed, size);
    written.push({ name, crc, packed, size, offset });
    offset += head.length + packed + 16;
  }
  const entries = written.map(entryOf);
  const length = entries.reduce((sum, each) => sum + each.length, 0);
  yield Buffer.concat([...entries, endOf(written.length, length, offset)]);
}

async function* deflated(
  pieces: ArchivedFile['text'],
  counted: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const write = async () => {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      counted(bytes);
      if (!deflate.write(bytes)) {
        await new Promise((resolve) => deflate.once('drain', resolve));
      }
    }
    deflate.end();
  };
  // Whoever reads below meets the failure of what is read here.
  write().catch((error: Error) => deflate.destroy(error));
  for await (const chunk of deflate) yield chunk as Buffer;
}

function headOf(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(DAY, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function sizesOf(crc: number, packed: number, size: number): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x0807_4b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function entryOf({ name, crc, packed, size, offset }: Packed): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DAY, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endOf(files: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
