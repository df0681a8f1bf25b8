import { audit } from '@quittance/audit';
import { recordRevision, type ConfigurationState } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { FoundRules } from './assign-numbers.js';
import type { DocumentType } from './document-type.js';
import type { NumberingRules } from './number-format.js';
import { numberingView, type NumberingView } from './numbering.queries.js';
import { FIND_RULES, SAVE_RULES, TAKE_BACK_RULES } from './numbering.sql.js';

/** What is kept of saved rules for a revision or a set-up. */
export function rulesState(
  type: DocumentType,
  { format, reset, start, increment }: NumberingRules,
): ConfigurationState {
  return { type, format, reset, start: start.toString(), increment: increment.toString() };
}

/** The rules that the company has saved; null while those that are built in hold. */
export async function savedState(tx: Tx, type: DocumentType): Promise<ConfigurationState | null> {
  const rules = await tx.maybe<FoundRules>(FIND_RULES, [tx.ctx.companyId, type]);
  return rules?.inForce ? rulesState(type, rules) : null;
}

/** Writes checked rules, without log. */
export async function putRules(
  tx: Tx,
  type: DocumentType,
  rules: NumberingRules,
): Promise<NumberingView> {
  const { companyId, now } = tx.ctx;
  const saved = await tx.one<{ version: number; updatedAt: Instant }>(SAVE_RULES, [
    companyId,
    type,
    rules.format,
    rules.reset,
    rules.start.toString(),
    rules.increment.toString(),
    now,
  ]);
  return numberingView(type, rules, saved);
}

/** The rules that are built in hold again, beside numbers of other formats. */
export async function takeBackRules(tx: Tx, type: DocumentType): Promise<void> {
  await tx.run(TAKE_BACK_RULES, [tx.ctx.companyId, type, tx.ctx.now]);
}

/** Writes checked rules with their audit row, event and revision. */
export async function storeRules(
  tx: Tx,
  type: DocumentType,
  rules: NumberingRules,
): Promise<NumberingView> {
  const before = await savedState(tx, type);
  const view = await putRules(tx, type, rules);
  const record = { object: 'numbering', recordId: tx.ctx.companyId };
  audit(tx, { action: 'numbering.saved', ...record, after: { ...view } });
  emit(tx, { type: 'record.updated', ...record, data: { ...view } });
  const subject = {
    kind: 'numbering',
    subjectId: type,
    object: null,
    name: `numbering of ${type}`,
  };
  recordRevision(tx, { ...subject, before, after: rulesState(type, rules) });
  return view;
}
