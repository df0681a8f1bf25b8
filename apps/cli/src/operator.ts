import { loadConfig, readEnvFile } from '@quittance/config/host';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import {
  DomainError,
  newId,
  systemClock,
  systemCtx,
  type Actor,
  type CompanyId,
  type Ctx,
} from '@quittance/kernel';
import { allEntities } from './assembly.js';
import { openDatabaseServer } from './database-server.js';

const OPERATOR: Actor = Object.freeze({ kind: 'system', id: null, name: 'operator' });

/** The context of somebody at the command line, as the audit log shows them. */
export function operatorCtx(companyId: CompanyId): Ctx {
  return systemCtx(companyId, systemClock.now(), `operator-${newId()}`, OPERATOR);
}

/**
 * Runs one command of an operator on the configured database; a refusal is one sentence and exit
 * code 1.
 */
export async function runAsOperator(work: (db: Database) => Promise<void>): Promise<void> {
  try {
    readEnvFile();
    const server = await openDatabaseServer(loadConfig(process.env, 'cli'), 'application');
    const settings = { url: server.url, poolSize: 2, applicationName: 'quittance-operator' };
    const db = await connect(settings, allEntities);
    try {
      await work(db);
    } finally {
      await db.close();
      await server.stop();
    }
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  const faults = error instanceof DomainError ? (error.options.errors ?? []) : [];
  const named = faults.map(({ pointer = '', message }) => `${pointer.slice(1)} ${message}.`);
  return named.length > 0
    ? named.join('\n')
    : error instanceof Error
      ? error.message
      : String(error);
}
