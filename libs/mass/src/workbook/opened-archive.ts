import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { WorkbookBounds } from './bounds.js';

const open = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer as never);

/** An archive of somebody outside, of which named parts are unpacked while they are read. */
export class OpenedArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly parts: ReadonlyMap<string, Entry>,
    private readonly bounds: WorkbookBounds,
  ) {}

  /** @throws what the bounds refuse with */
  static async of(bytes: Buffer, bounds: WorkbookBounds): Promise<OpenedArchive> {
    let zip: ZipFile;
    try {
      zip = await open(bytes, { lazyEntries: true, autoClose: false });
    } catch {
      throw bounds.refused(DAMAGED);
    }
    if (zip.entryCount > bounds.parts) throw bounds.refused('it has too many parts');
    try {
      return new OpenedArchive(zip, await entriesOf(zip), bounds);
    } catch {
      throw bounds.refused(DAMAGED);
    }
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /**
   * The bytes of a part. What says that it is larger is not begun, and what is larger than it says
   * fails on the way.
   * @throws what the bounds refuse with
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const { refused, partBytes } = this.bounds;
    const entry = this.parts.get(name);
    if (!entry) throw refused('it is no workbook');
    if (entry.uncompressedSize > partBytes) throw refused('it is too large when it is unpacked');
    const stream = await this.opened(entry);
    let failure: unknown;
    stream.once('error', (error) => (failure = error));
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      // What whoever reads has thrown is theirs.
      throw error === failure ? refused(DAMAGED) : error;
    }
  }

  private opened(entry: Entry): Promise<Readable> {
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) =>
        error ? reject(this.bounds.refused(DAMAGED)) : resolve(stream),
      );
    });
  }
}

/** What the archive is found to be is the sender's matter and nobody's fault here. */
const DAMAGED = 'it is damaged';

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
