import type { Tx } from '@quittance/database';
import { refusalsIn, customMembers } from '@quittance/objects';
import type {
  CompanyModel,
  CompanyObject,
  PendingRecord,
  RecordId,
  RecordView,
} from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import {
  ledgerAccountView,
  type LedgerAccountRow,
  type WrittenLedgerAccount,
} from './ledger-account.queries.js';

/** Undefined where the process has accounts alone: then it knows no rules of these either. */
export function ledgerAccountModel({ objects }: CompanyModel): CompanyObject | undefined {
  return objects.get('ledger-account');
}

/**
 * Asks the company's rules about ledger accounts, all new or none. Their rows may be written
 * already: what is refused is undone by the caller.
 * @throws DraftsRefused naming those that are refused: see `refusalsIn`
 */
export async function askRules(
  tx: Tx,
  model: CompanyModel,
  written: readonly WrittenLedgerAccount[],
): Promise<void> {
  const object = ledgerAccountModel(model);
  if (!object || written.length === 0 || !(await customMembers.areAsked(tx, object))) return;
  const subjects = written.map(({ before, after }) => ({
    id: after.id as string as RecordId,
    before: before && recordOf(before),
    standard: recordOf(after),
  }));
  await customMembers.readOf(tx, object, subjects);
}

/** The same about one. @throws DomainError validation_failed, and those of the checks */
export async function askRulesOfOne(
  tx: Tx,
  model: CompanyModel,
  written: WrittenLedgerAccount,
): Promise<void> {
  await askRules(tx, model, [written]).catch((error: unknown) => {
    throw refusalsIn(error)?.get(0) ?? error;
  });
}

/**
 * Tells the checks of ledger accounts that come with their accounts, or follow them: what they keep
 * is kept, and nothing is judged, as nobody asked for the change.
 */
export async function notifyRules(
  tx: Tx,
  model: CompanyModel,
  written: readonly WrittenLedgerAccount[],
): Promise<void> {
  const object = ledgerAccountModel(model);
  if (!object || written.length === 0) return;
  for (const check of model.checks) {
    if (check.judges || !(await check.applies(tx, object))) continue;
    await check.check(tx, object, written.map(pendingOf));
  }
}

function pendingOf({ before, after }: WrittenLedgerAccount): PendingRecord {
  const [was, is] = [before && recordOf(before), recordOf(after)];
  const changes = Object.entries(is).filter(([name, value]) => !was || was[name] !== value);
  return { before: was, after: is, changes: Object.fromEntries(changes) };
}

/** As the catalogue of objects describes it: registrations side by side, and no bank details. */
function recordOf(row: LedgerAccountRow): RecordView {
  const { taxRegistration, bank: _, ...plain } = ledgerAccountView(row);
  return { ...plain, ...taxRegistration } as FieldValues as RecordView;
}
