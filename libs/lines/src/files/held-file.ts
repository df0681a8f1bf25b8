import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * A file that is read twice. What arrives is kept compressed, as a table is a tenth of its size
 * then; a host bounds how large it may be.
 */
export class HeldFile {
  private readonly chunks: Buffer[] = [];

  /** The file as it arrives, kept beside it. */
  kept(body: Readable): Readable {
    const gzip = createGzip({ level: 1 });
    gzip.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    const ended = new Promise<void>((done) => gzip.once('end', done));
    async function* read() {
      for await (const chunk of body) {
        if (!gzip.write(chunk)) await new Promise<void>((done) => gzip.once('drain', done));
        yield chunk as Buffer;
      }
      gzip.end();
      await ended;
    }
    return Readable.from(read(), { objectMode: false });
  }

  /** The same from its beginning, once it has been read. */
  again(): Readable {
    const gunzip = createGunzip();
    // Errors destroy the stream with the error, where whoever reads it meets it.
    pipeline(Readable.from(this.chunks), gunzip).catch(() => undefined);
    return gunzip;
  }
}
