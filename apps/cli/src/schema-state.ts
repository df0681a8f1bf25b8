import { appliedMigrations } from '@quittance/database/host';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const LIBS = join(__dirname, '../../../libs');
/** `1764000010001-application-role.js`: the number ends the migration's name as well. */
const MIGRATION_FILE = /^(\d{13})-[a-z0-9-]+\.[jt]s$/;

/** The numbers of all migrations, by the files they stand in: none of them is loaded. */
export function migrationNumbers(): string[] {
  return readdirSync(LIBS).flatMap((lib) =>
    filesIn(join(LIBS, lib, 'src/migrations')).flatMap(
      (file) => MIGRATION_FILE.exec(file)?.[1] ?? [],
    ),
  );
}

/**
 * Whether every migration has run on a database, and no other: one of another version is not this
 * one's, whatever it holds. That is told without loading any of them.
 */
export async function isUpToDate(ownerUrl: string): Promise<boolean> {
  const applied = new Set((await appliedMigrations(ownerUrl)).map((name) => name.slice(-13)));
  const numbers = migrationNumbers();
  return applied.size === numbers.length && numbers.every((number) => applied.has(number));
}

/** The names of the files in a folder and those below it. */
function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true }).map((path) => basename(String(path)));
  } catch {
    return [];
  }
}
