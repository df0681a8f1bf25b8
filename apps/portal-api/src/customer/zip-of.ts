import { crc32 } from 'node:zlib';

/** A file to put into an archive. */
export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/** Names in UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;
/** 1980-01-01: what is in it has a date of its own, and the same files give the same bytes. */
const DATE = 0x0021;

/**
 * An archive of files, one after the other as they come, so that no more than one is held. They
 * are stored as they are: a PDF is compressed already.
 */
export async function* zipOf(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const entry = { name: Buffer.from(name), crc: crc32(bytes), size: bytes.length, offset };
    const head = localHeader(entry);
    entries.push(entry);
    offset += head.length + bytes.length;
    yield head;
    yield bytes;
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  yield endOf(entries.length, directory.length, offset);
}

function localHeader({ name, crc, size }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeFacts(head, 4, { crc, size, nameLength: name.length });
  return Buffer.concat([head, name]);
}

function directoryEntry({ name, crc, size, offset }: Entry): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  writeFacts(head, 6, { crc, size, nameLength: name.length });
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

interface Facts {
  readonly crc: number;
  readonly size: number;
  readonly nameLength: number;
}

/** What both headers say of a file, from the version that reads it on. */
function writeFacts(head: Buffer, at: number, { crc, size, nameLength }: Facts): void {
  head.writeUInt16LE(VERSION, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(DATE, at + 8);
  head.writeUInt32LE(crc, at + 10);
  head.writeUInt32LE(size, at + 14);
  head.writeUInt32LE(size, at + 18);
  head.writeUInt16LE(nameLength, at + 22);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
