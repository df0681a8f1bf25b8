import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { quickOrderFileRefused } from '../../storefront.errors.js';

/** More parts than any workbook has that somebody orders by. */
const MOST_PARTS = 2000;
/** Bytes of a part when it is unpacked. */
const LARGEST_PART = 8 * 1024 * 1024;

const open = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer as never);

/** An archive of somebody outside, of which named parts are unpacked while they are read. */
export class OpenedArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws DomainError quick_order_file_refused */
  static async of(bytes: Buffer): Promise<OpenedArchive> {
    try {
      const zip = await open(bytes, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > MOST_PARTS)
        throw quickOrderFileRefused({ why: 'it has too many parts' });
      return new OpenedArchive(zip, await entriesOf(zip));
    } catch (error) {
      throw refusedBy(error);
    }
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /**
   * The bytes of a part. What says that it is larger is not begun, and what is larger than it says
   * fails on the way.
   * @throws DomainError quick_order_file_refused
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.parts.get(name);
    if (!entry) throw quickOrderFileRefused({ why: 'it is no workbook' });
    if (entry.uncompressedSize > LARGEST_PART) {
      throw quickOrderFileRefused({ why: 'it is too large when it is unpacked' });
    }
    try {
      const stream = await new Promise<Readable>((resolve, reject) => {
        this.zip.openReadStream(entry, (error, opened) =>
          error ? reject(error) : resolve(opened),
        );
      });
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      throw refusedBy(error);
    }
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
      if (!parts.has(entry.fileName)) parts.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(parts));
    zip.once('error', reject);
    zip.readEntry();
  });
}

/** What the archive is found to be is the sender's matter and nobody's fault here. */
function refusedBy(error: unknown): unknown {
  const isOurs = error instanceof Error && 'problem' in error;
  return isOurs ? error : quickOrderFileRefused({ why: 'it is damaged' });
}
