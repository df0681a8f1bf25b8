import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { RecordId, RecordObject } from '@quittance/metadata';
import type { RecordDocument } from './document.js';
import { COLUMNS } from './document.sql.js';

/** By document_record_index; an upload that is under way comes along. */
const MOVE = sql(`
  update objects.document d set record_id = $4, version = d.version + 1, updated_at = $5
  where d.company_id = $1 and d.object = $2 and d.record_id = $3 and d.state <> 'removed'
  returning ${COLUMNS}, d.state = 'stored' as stored`);

/** Hangs the documents of a record on another of its object, which it becomes a part of. */
export async function moveDocuments(
  tx: Tx,
  object: RecordObject,
  from: RecordId,
  to: RecordId,
): Promise<number> {
  const params = [tx.ctx.companyId, object.name, from, to, tx.ctx.now];
  const moved = await tx.rows<RecordDocument & { stored: boolean }>(MOVE, params);
  for (const { stored, ...document } of moved) {
    if (!stored) continue;
    const { id } = document;
    audit(tx, {
      action: `${object.name}.document_updated`,
      object: object.name,
      recordId: to,
      before: { documentId: id, recordId: from },
      after: { documentId: id, recordId: to },
    });
    emit(tx, { type: 'document.updated', object: 'document', recordId: id, data: { ...document } });
  }
  return moved.length;
}
