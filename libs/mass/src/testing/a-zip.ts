import { crc32, deflateRawSync } from 'node:zlib';

/**
 * A ZIP archive of these parts, as a stranger may send one.
 * @param said how large the parts are said to be when they are unpacked, unless it is the truth
 * @param method how they are said to be packed, 8 being what they are
 */
export function aZip(parts: Readonly<Record<string, string>>, said?: number, method = 8): Buffer {
  const heads: Buffer[] = [];
  const bodies: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(said ?? raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([mark('0304'), fields, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    heads.push(Buffer.concat([mark('0102'), version(), fields, more, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(heads.length, 4);
  end.writeUInt16LE(heads.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, directory, mark('0506'), end]);
}

const mark = (kind: string): Buffer => Buffer.from(`504b${kind}`, 'hex');
const version = (): Buffer => Buffer.from([20, 0]);
