import { audit, changedFields } from '@quittance/audit';
import { recordRevision, type ConfigurationChange } from '@quittance/company';
import type { Tx } from '@quittance/database';

/** Logs a change of metadata and keeps it as a revision. `bumpMetadata` came first, as its lock. */
export function logMetadataChange(tx: Tx, change: ConfigurationChange): void {
  const { kind, subjectId, before, after } = change;
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const facts = before && after ? changedFields(before, after) : { before, after };
  audit(tx, { action: `${kind}.${verb}`, object: kind, recordId: subjectId, ...facts });
  recordRevision(tx, change);
}
