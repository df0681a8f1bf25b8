import { inIndexOrder, sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import { disputedByPayers, moneyUnderWay } from '@quittance/gateway';
import type { OverdueFacts } from '@quittance/receivables';
import { documentApproval } from '@quittance/rules';
import { SubscriptionDunning } from '@quittance/sales';
import { lastLetters } from '../letters/last-letter.repository.js';
import type { OverdueInvoice } from './overdue-invoice.js';

/**
 * What was done about invoices and what stands against it, by the indexes of invoice and account.
 * $2 is the day looked from, $3 the instant. What is looked up for each is ordered as its index has
 * it.
 */
const HISTORY = sql(`
  select i.id,
    (select p.kind from dunning.pause p
      where p.company_id = $1 and (p.invoice_id = i.id or p.account_id = i.account_id)
        and (p.outcome is null or p.outcome <> 'ended') and (p.until is null or p.until >= $2)
      order by p.kind desc limit 1) as pause,
    coalesce((select json_agg(json_build_object('step', a.step,
        'daysAfterDue', a.days_after_due, 'action', a.action, 'result', a.result,
        'tries', a.tries, 'retryAsked', a.retry_asked, 'madeOn', a.made_on, 'runId', a.run_id,
        'leased', coalesce(a.leased_until > $3, false)))
      from (select a.*, t.attempt_id is not null as retry_asked
        from dunning.attempt a
        left join dunning.attempt_retry t on t.company_id = $1 and t.attempt_id = a.id
        where a.company_id = $1 and a.invoice_id = i.id order by a.attempted_at, a.id) a), '[]')
      as before
  from unnest($4::uuid[], $5::uuid[]) as i(id, account_id)`);

type History = Pick<OverdueInvoice, 'id' | 'pause' | 'before'>;

/**
 * Overdue invoices with all that decides about them: what was done, and the last letters of their
 * customers, in one round trip. Of locked invoices nobody adds to it meanwhile.
 */
export async function overdueInvoices(
  tx: Tx,
  asOf: LocalDate,
  found: readonly OverdueFacts[],
): Promise<readonly OverdueInvoice[]> {
  if (found.length === 0) return [];
  const { companyId, now } = tx.ctx;
  const ids = found.map(({ id }) => id);
  const accounts = found.map(({ accountId }) => accountId);
  const subscriptions = found.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  const [history, letters, byPayers, paying, awaiting, resting] = await Promise.all([
    inIndexOrder(tx, () => tx.rows<History>(HISTORY, [companyId, asOf, now, ids, accounts])),
    lastLetters(tx, [...new Set(accounts)]),
    disputedByPayers(tx, ids),
    moneyUnderWay(tx, ids),
    // A rule asks behind the lock of the invoice: of locked ones it is known by now.
    documentApproval.waitingAmong(tx, ids),
    SubscriptionDunning.atRest(tx, subscriptions),
  ]);
  const known = new Map<InvoiceId, History>(history.map((each) => [each.id, each]));
  return found.map((facts) => {
    const { pause = null, before = [] } = known.get(facts.id) ?? {};
    // Whose bank still decides is asked for nothing: all of it is in dispute.
    const disputed = byPayers.has(facts.id) ? facts.balance : facts.disputed;
    const lastLetter = letters.get(facts.accountId) ?? null;
    const underWay = paying.get(facts.id) ?? 0n;
    const awaitsApproval = awaiting.has(facts.id);
    const atRest = facts.subscriptionId !== null && resting.has(facts.subscriptionId);
    // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
    return { pause, ...facts, disputed, underWay, before, awaitsApproval, atRest, lastLetter };
  });
}
