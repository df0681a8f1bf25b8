import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';

/** Ticks of a second in which Linux counts. */
const TICKS = 100;

/** Seconds of processor time that servers have taken so far, by what the system counts of them. */
export function processorSeconds(directories: readonly string[]): number {
  const servers = directories.map((directory) => {
    return Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  });
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ticksOf(Number(name), servers));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Of a server with its children that have ended, or of a child; of any other process none. */
function ticksOf(pid: number, servers: readonly number[]): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own, ended] = [
      (fields[11] ?? 0) + (fields[12] ?? 0),
      (fields[13] ?? 0) + (fields[14] ?? 0),
    ];
    if (servers.includes(pid)) return own + ended;
    return servers.includes(fields[1] ?? 0) ? own : 0;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Where a server keeps its data. */
export async function directoryOf(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}
