import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes of a body that are held in memory; of a longer one all are in a file. */
const IN_MEMORY = 1024 * 1024;

/**
 * A body that has arrived whole, to be read at whatever pace: how long a sender may take and how
 * long its rows take to be saved are two things. What is held does not grow with it. The file has
 * no name any more once it is written, so that it goes with the stream or with the process.
 * @throws Error what the body fails by
 */
export async function spooledBody(body: AsyncIterable<Buffer>): Promise<Readable> {
  const held: Buffer[] = [];
  let size = 0;
  let file: FileHandle | undefined;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (file) await file.appendFile(chunk);
      else held.push(chunk);
      if (file || size <= IN_MEMORY) continue;
      file = await namelessFile();
      await file.appendFile(Buffer.concat(held.splice(0)));
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (file) return file.createReadStream({ start: 0 });
  return Readable.from(held, { objectMode: false });
}

async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `quittance-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
