import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { dataDirectory } from '@quittance/watchdog';
import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { Metrics } from './metrics.js';

/** Tells what a process may run out of: connections to the database, room for its data. */
@Injectable()
export class WatchResources {
  constructor({ pool }: Database, metrics: Metrics) {
    const inUse = () => pool.totalCount - pool.idleCount;
    metrics.follow('database_pool_in_use', 'Connections that work has at the moment', inUse);
    const help = 'Work that waits for a connection to the database';
    metrics.follow('database_pool_waiting', help, () => pool.waitingCount);
    new Gauge({
      name: 'data_dir_free_bytes',
      help: 'Room that is left for files of records and notes of the process',
      registers: [metrics.registry],
      async collect() {
        // Without a directory, or where it cannot be asked, the other figures are worth having.
        this.set(await freeBytes().catch(() => Number.NaN));
      },
    });
  }
}

async function freeBytes(): Promise<number> {
  const directory = dataDirectory();
  if (directory === undefined) return Number.NaN;
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
