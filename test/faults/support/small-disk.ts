import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 1 << 20;
const CHUNK = Buffer.alloc(MIB);

/** Whether this account may mount a disk of a size of its own, which Linux lets root do. */
export function maySizeDisks(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** A disk in memory that can be full. */
export class SmallDisk {
  private constructor(
    readonly path: string,
    private readonly filler: string,
  ) {}

  static async mount(mebibytes: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'quittance-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', path]);
    return new SmallDisk(path, join(path, 'filler'));
  }

  /** Takes whatever is left of it. */
  async fill(): Promise<void> {
    for (let size = CHUNK.length; size >= 1;) {
      try {
        await appendFile(this.filler, CHUNK.subarray(0, size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 16);
      }
    }
  }

  /** Gives back what was taken. */
  async free(): Promise<void> {
    await truncate(this.filler, 0);
  }

  async unmount(): Promise<void> {
    execFileSync('umount', [this.path]);
    await rm(this.path, { recursive: true });
  }
}
