import type { Tx } from '@quittance/database';
import type { CompanyObject, RecordCheck, RecordId } from '@quittance/metadata';
import { recordAwaitsApproval } from '../rules.errors.js';
import { rulesOf } from '../rules/rule-set.js';
import { heldAmong } from './approval.repository.js';

async function asksApproval(tx: Tx, object: CompanyObject): Promise<boolean> {
  return (await rulesOf(tx, object)).asksApproval;
}

/**
 * Keeps a record as it is while it waits for an approval, or is about to. It is locked by then,
 * whoever changes it, and so is it when a rule asks: whichever comes first, the other sees it.
 */
export const approvalLock: RecordCheck = {
  name: 'rules.approval',
  judges: true,
  applies: asksApproval,

  async check(tx, object, records) {
    if (!(await asksApproval(tx, object))) return [];
    const changed = records.flatMap(({ before }, index) =>
      before === null ? [] : [{ id: before.id as RecordId, index }],
    );
    if (changed.length === 0) return [];
    const waiting = await heldAmong(
      tx,
      changed.map(({ id }) => id),
    );
    return changed
      .filter(({ id }) => waiting.has(id))
      .map(({ index }) => ({ index, problem: recordAwaitsApproval({ object: object.label }) }));
  },

  hold: demandNoneWaits,
  forget: demandNoneWaits,
};

/** @throws DomainError record_awaits_approval */
async function demandNoneWaits(
  tx: Tx,
  object: CompanyObject,
  ids: readonly RecordId[],
): Promise<void> {
  if (!(await asksApproval(tx, object))) return;
  const waiting = await heldAmong(tx, ids);
  if (waiting.size > 0) throw recordAwaitsApproval({ object: object.label });
}
