import type { LocalDate } from '@quittance/calendar';
import { readCompany } from '@quittance/company';
import { findBillingAccounts, findContactEmails } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import { formatMinor, sumOf } from '@quittance/money';
import { queueEmails, type NewEmail } from '@quittance/notifications';
import type { WholeSubscription } from '../../subscriptions/subscription.repository.js';
import { itemsOn } from '../../subscriptions/subscription.view.js';
import type { PlanVersion } from '../plan-version.description.js';
import type { Migrated } from './plan-migration.js';

/** A subscription that has moved, and from which day on. */
export interface MovedSubscription {
  readonly before: WholeSubscription;
  readonly effectiveOn: LocalDate;
  readonly outcome: Migrated;
}

/** By primary key. */
const PLAN_NAME = sql(`select p.name from sales.plan p where p.company_id = $1 and p.id = $2`);

/**
 * Tells customers what a period costs from the day on that their subscription moves, in the
 * transaction that moves it: its contact, else its account. Who has no address is told nothing.
 * Answers how many are told.
 */
export async function mailMigrated(
  tx: Tx,
  to: PlanVersion,
  moved: readonly MovedSubscription[],
): Promise<number> {
  if (moved.length === 0) return 0;
  const of = moved.map(({ before }) => before.subscription);
  const [company, plan, accounts, contacts] = await Promise.all([
    readCompany(tx),
    tx.one<{ readonly name: string }>(PLAN_NAME, [tx.ctx.companyId, to.planId]),
    findBillingAccounts(tx, [...new Set(of.map(({ accountId }) => accountId))]),
    findContactEmails(
      tx,
      of.flatMap(({ contactId }) => contactId ?? []),
    ),
  ]);
  const emails = moved.map(({ before, effectiveOn, outcome }): NewEmail => {
    const { id, accountId, contactId, currency } = before.subscription;
    const account = accounts.get(accountId);
    const net = (items: WholeSubscription['items']) =>
      formatMinor(sumOf(items.map((item) => item.net)), currency);
    return {
      templateCode: 'PLAN_CHANGED',
      to: (contactId && contacts.get(contactId)) ?? account?.email,
      data: {
        account: { name: account?.name ?? '' },
        plan,
        change: {
          effectiveOn,
          currency,
          before: net(itemsOn(before.items, effectiveOn)),
          after: net(outcome.change.after),
        },
      },
      object: 'subscription',
      recordId: id,
      dedupeKey: `plan-changed:${id}:${to.id}:${effectiveOn}`,
      language: printedLanguage(company, account?.language ?? null),
    };
  });
  const queued = await queueEmails(tx, emails);
  return queued.filter((each) => 'emailId' in each).length;
}
