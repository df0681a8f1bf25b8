import { audit, changedFields } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { isDeepStrictEqual } from 'node:util';
import { recordRevision, type ConfigurationChange } from './revision.js';

/**
 * Logs a change of the configuration and keeps it as a revision; a change that changes nothing is
 * none. `bumpMetadata` came first, as its lock.
 */
export function logConfiguration(tx: Tx, change: ConfigurationChange): void {
  const { kind, subjectId, before, after } = change;
  if (isDeepStrictEqual(before, after)) return;
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const facts = before && after ? changedFields(before, after) : { before, after };
  audit(tx, { action: `${kind}.${verb}`, object: kind, recordId: subjectId, ...facts });
  recordRevision(tx, change);
}
