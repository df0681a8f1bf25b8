import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { startPortalApi, startStaffApi } from '../support/test-api.js';
import { testDatabase } from '../support/test-database.js';
import { openTestServer } from '../support/test-server.js';
import { openApiFile, openApiText } from './open-api-file.js';
import { OLDEST_WRITER, STRUCTURE_FILE, structureOf } from './structure.js';

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`${path}: ${text.split('\n').length - 1} lines`);
}

async function structureAt(ownerUrl: string): Promise<string> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    const major = rows[0]?.major ?? 0;
    if (major >= OLDEST_WRITER) return await structureOf(owner);
    throw new Error(`${STRUCTURE_FILE} is written with PostgreSQL ${OLDEST_WRITER} or newer`);
  } finally {
    await owner.end();
  }
}

/**
 * Writes what is kept for review from the migrated database and the hosts that the tests work on.
 */
async function main(): Promise<void> {
  const server = await openTestServer();
  const t = await testDatabase({ apart: true });
  try {
    write(STRUCTURE_FILE, await structureAt(t.ownerUrl));
    for (const [host, start] of [
      ['staff', startStaffApi],
      ['portal', startPortalApi],
    ] as const) {
      const api = await start(t);
      write(openApiFile(host), openApiText((await api.call('GET', '/openapi.json')).body));
      await api.close();
    }
  } finally {
    await t.close();
    await server.stop();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
