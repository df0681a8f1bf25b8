import { readCompanyTerms, type CompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { CompanyModel } from '@quittance/metadata';
import { notifyRules } from '../ledger-accounts/ask-rules.js';
import {
  lockLedgerAccountRowsOf,
  type LedgerAccountRow,
} from '../ledger-accounts/ledger-account.queries.js';
import { updateLedgerAccountRow } from '../ledger-accounts/ledger-account.repository.js';
import { afterChange, announceLedgerChange } from '../ledger-accounts/update-ledger-account.js';

const REGISTRATIONS = ['gstin', 'pan', 'tan', 'vat', 'ein'] as const;
const TERMS = ['creditDays', 'paymentTerms'] as const;

type Gaps = { -readonly [name in keyof LedgerAccountRow]?: LedgerAccountRow[name] };

/**
 * What the ledger account of the winner of a merge does not say and that of the loser does.
 * Registrations are taken together or not at all, as one may stand in another; a price book is in a
 * currency. Where two people change bank details, who merges brings none along. A credit limit is
 * never taken: without one credit is unlimited, which says something.
 */
export function ledgerGaps(
  winner: LedgerAccountRow,
  loser: LedgerAccountRow,
  { bankChangesNeedApproval }: Pick<CompanyTerms, 'bankChangesNeedApproval'>,
): Gaps {
  const gaps: Record<string, unknown> = {};
  const take = (names: readonly (keyof LedgerAccountRow)[]) => {
    for (const name of names) {
      if (winner[name] === null && loser[name] !== null) gaps[name] = loser[name];
    }
  };
  if (REGISTRATIONS.every((name) => winner[name] === null)) take(REGISTRATIONS);
  take(TERMS);
  if (!bankChangesNeedApproval) take(['bank']);
  if (winner.defaultCurrency === loser.defaultCurrency) take(['defaultPriceBookId']);
  return gaps as Gaps;
}

/** Both ledger accounts are locked by the caller already. */
export async function fillLedger(
  tx: Tx,
  model: CompanyModel,
  winnerId: string,
  loserId: string,
): Promise<void> {
  const rows = await lockLedgerAccountRowsOf(tx, [winnerId, loserId]);
  const [winner, loser] = [winnerId, loserId].map((id) =>
    rows.find(({ accountId }) => accountId === id),
  );
  if (!winner || !loser) return;
  const gaps = ledgerGaps(winner, loser, await readCompanyTerms(tx));
  if (Object.keys(gaps).length === 0) return;
  const after = afterChange(tx, winner, gaps);
  await updateLedgerAccountRow(tx, winner.id, after.version, gaps);
  announceLedgerChange(tx, winner, after);
  await notifyRules(tx, model, [{ before: winner, after }]);
}
