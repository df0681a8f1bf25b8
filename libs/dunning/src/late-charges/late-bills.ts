import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, type Company } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { disputedByPayers } from '@quittance/gateway';
import { newId, type AccountId } from '@quittance/kernel';
import type { LateBills } from '@quittance/receivables';
import { documentApproval } from '@quittance/rules';
import { pausesOfInvoices } from './late-bills.queries.js';
import type { AppliedTerms, SavedLateTerms } from './late-terms.js';

export type BillAhead = Parameters<LateBills['store']>[2][number];

/** Who is asked, and for the days before which: today unless given. */
export interface AskedOf {
  readonly accounts: readonly AccountId[];
  readonly until?: LocalDate;
}

/** Nothing is asked while the terms say so, or nothing of it was ever said. */
export function isAsked(terms: SavedLateTerms): terms is SavedLateTerms & AppliedTerms {
  return terms.active && terms.appliesFrom !== null;
}

/**
 * What customers are to be asked for, until the end of the day before `until`. Whose payer's bank
 * still decides about a payment of it is left alone, as dunning does, and so is what awaits
 * approval; an account that is not active is billed nothing.
 */
export async function lateBillsOf(
  tx: Tx,
  late: LateBills,
  terms: AppliedTerms,
  company: Company,
  { accounts, until }: AskedOf,
): Promise<BillAhead[]> {
  const today = companyToday(company, tx.ctx.now);
  const found = await late.read(tx, today, accounts, company.timeZone);
  const ids = found.map(({ id }) => id);
  const [byPayers, awaiting, known, pausesOf] = await Promise.all([
    disputedByPayers(tx, ids),
    documentApproval.waitingAmong(tx, ids),
    findBillingAccounts(tx, accounts),
    pausesOfInvoices(tx, found, company.timeZone),
  ]);
  const through: LocalDate = addDays(until ?? today, -1);
  const bills = new Map<string, BillAhead>();
  for (const facts of found) {
    const account = known.get(facts.accountId);
    if (!account?.active || byPayers.has(facts.id) || awaiting.has(facts.id)) continue;
    const invoice = { ...facts, pauses: pausesOf(facts) };
    const charges = late
      .chargesOf(invoice, terms, through, () => newId<'late-charge'>())
      .map((charge) => ({ ...charge, number: facts.number }));
    if (charges.length === 0) continue;
    const { currency } = facts;
    let key = `${account.id} ${currency}`;
    // What is more than an invoice takes is asked for by the next.
    while ((bills.get(key)?.charges.length ?? 0) + charges.length > late.mostCharges) key += ' +';
    const before = bills.get(key)?.charges ?? [];
    bills.set(key, { account, currency, charges: [...before, ...charges] });
  }
  return [...bills.values()];
}
