import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Shares } from '@quittance/work';
import { uploadsBusy } from '../http.errors.js';

/** Bytes of a body that are held in memory; of a longer one all are in a file. */
const IN_MEMORY = 1024 * 1024;

const GIB = 1024 ** 3;
const RETRY_SECONDS = 30;
const busy = () => uploadsBusy({}, { retryAfter: RETRY_SECONDS, turnedAway: true });
/** Bytes that a process holds at once, from when they arrive until they are read. */
const SPOOLED = new Shares({
  all: 4 * GIB,
  one: GIB,
  refused: busy,
  turn: 3 * RETRY_SECONDS * 1000,
});
/** The disk, or what somebody may have of it, is full. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * A body that has arrived whole, to be read at whatever pace: how long a sender may take and how
 * long its rows take to be saved are two things. What is held does not grow with it. The file has
 * no name any more once it is written, so that it goes with the stream or with the process.
 * @param owner the company that sends it: one that sends without end leaves others room
 * @throws DomainError uploads_busy; Error what the body fails by
 */
export async function spooledBody(
  body: AsyncIterable<Buffer>,
  owner: string,
  spooled = SPOOLED,
): Promise<Readable> {
  const held: Buffer[] = [];
  let size = 0;
  let file: FileHandle | undefined;
  try {
    for await (const chunk of body) {
      spooled.take(owner, chunk.length);
      size += chunk.length;
      if (file) await file.appendFile(chunk);
      else held.push(chunk);
      if (file || size <= IN_MEMORY) continue;
      file = await namelessFile();
      await file.appendFile(Buffer.concat(held.splice(0)));
    }
  } catch (error) {
    await file?.close();
    spooled.giveBack(owner, size);
    throw NO_ROOM.has((error as { code?: unknown } | null)?.code) ? busy() : error;
  }
  const read = file
    ? file.createReadStream({ start: 0 })
    : Readable.from(held, { objectMode: false });
  return read.once('close', () => spooled.giveBack(owner, size));
}

async function namelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `quittance-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
