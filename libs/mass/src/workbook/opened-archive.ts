import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { WorkbookBounds } from './bounds.js';

const open = promisify<Buffer, yauzl.Options, ZipFile>(yauzl.fromBuffer as never);

const LESS_THAN = '<'.codePointAt(0);
/**
 * Bytes from one sign that opens something to the next: a parser gathers them, and no cell with
 * everything in it escaped has a quarter of it.
 */
const LONGEST_RUN = 1024 * 1024;

/**
 * An archive of somebody outside, of which named parts, XML all of them, are unpacked while they
 * are read: no more of them in all than the bounds say.
 */
export class OpenedArchive {
  private bytes = 0;
  private markup = 0;

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
    const { refused, demandAwaited } = this.bounds;
    const entry = this.parts.get(name);
    if (!entry) throw refused('it is no workbook');
    if (entry.uncompressedSize > this.bounds.bytes) throw refused(TOO_LARGE);
    const stream = await this.opened(entry);
    let failure: unknown;
    let run = 0;
    stream.once('error', (error) => (failure = error));
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        demandAwaited?.();
        run = this.counted(chunk, run);
        yield chunk;
      }
    } catch (error) {
      // What whoever reads has thrown is theirs.
      throw error === failure ? refused(DAMAGED) : error;
    }
  }

  /** The bytes since something was opened; `run` are those of the chunks before. */
  private counted(chunk: Buffer, run: number): number {
    const { refused, bytes, markup } = this.bounds;
    let since = run;
    this.bytes += chunk.length;
    for (const byte of chunk) {
      since += 1;
      if (since > LONGEST_RUN) throw refused('it has a text that is longer than any cell');
      if (byte !== LESS_THAN) continue;
      since = 0;
      this.markup += 1;
    }
    if (this.bytes > bytes || this.markup > markup) throw refused(TOO_LARGE);
    return since;
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

const TOO_LARGE = 'it is too large when it is unpacked';

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
