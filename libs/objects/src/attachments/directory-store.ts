import { isUuid, type CompanyId } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentId } from './document.js';
import { FileStore, type StoredFile } from './file-store.port.js';
import { SNIFFED_BYTES } from './sniff-media-type.js';

/** Files in a directory of this machine, or one that several share: a folder for each company. */
export class DirectoryStore extends FileStore {
  constructor(private readonly directory: string) {
    super();
  }

  async put(companyId: CompanyId, id: DocumentId, body: Readable): Promise<StoredFile> {
    const path = this.pathOf(companyId, id);
    const unfinished = `${path}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const stored = await write(unfinished, body);
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return stored;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async open(companyId: CompanyId, id: DocumentId): Promise<Readable> {
    // Opened before anything is answered: a file that is not there is an error and no empty answer.
    const file = await open(this.pathOf(companyId, id), 'r');
    return file.createReadStream();
  }

  async sizeOf(companyId: CompanyId, id: DocumentId): Promise<number | null> {
    try {
      return (await stat(this.pathOf(companyId, id))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(companyId: CompanyId, ids: readonly DocumentId[]): Promise<void> {
    for (const id of ids) {
      const path = this.pathOf(companyId, id);
      await rm(path, { force: true });
      await rm(`${path}.part`, { force: true });
    }
  }

  /** No name of anybody's choice: the id, hashed, spread over 256 folders. */
  private pathOf(companyId: CompanyId, id: DocumentId): string {
    if (!isUuid(companyId) || !isUuid(id)) throw new TypeError('A file is named by two UUIDs');
    const name = createHash('sha256').update(id).digest('hex');
    return join(this.directory, companyId, name.slice(0, 2), name);
  }
}

async function write(path: string, body: Readable): Promise<StoredFile> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  const file = await open(path, 'w', 0o600);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.appendFile(chunk);
      hash.update(chunk);
      size += chunk.length;
      if (head.length < SNIFFED_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFFED_BYTES - head.length)]);
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex'), head };
}

/** A new name in a folder survives a loss of power once the folder itself is written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
