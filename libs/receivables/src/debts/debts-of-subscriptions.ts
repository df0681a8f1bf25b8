import { sql } from '@quittance/database';
import type { DebtSource, SubscriptionId } from '@quittance/sales';

/**
 * An invoice that bills a subscription, is past its due date and not settled, whether it was sent
 * or is disputed; a void one has no balance. All by `invoice_subscription_debt_index`.
 */
const OVERDUE = `receivables.invoice i
  where i.company_id = $1 and i.subscription_id is not null and i.balance > 0 and i.due_date < $2`;

const DEBTORS = sql(`select distinct i.subscription_id as id from ${OVERDUE}
  and i.subscription_id > $3 order by i.subscription_id limit $4`);

const DEBT = `select i.subscription_id as "subscriptionId", i.account_id as "accountId",
  i.due_date as "dueDate"`;
const DEBTS = sql(`${DEBT} from ${OVERDUE} and i.subscription_id = any($3::uuid[])`);

/** Whoever settles one of them has done so, or waits; in the order in which invoices are locked. */
const HELD_DEBTS = sql(`${DEBTS.text} order by i.id for share of i`);

/** What is overdue of subscriptions, told to those who keep them. */
export const debtsOfSubscriptions: DebtSource = {
  async debtors(tx, today, { after, most }) {
    const params = [tx.ctx.companyId, today, after, most];
    return (await tx.rows<{ id: SubscriptionId }>(DEBTORS, params)).map(({ id }) => id);
  },

  debtsOf(tx, today, ids) {
    return tx.rows(DEBTS, [tx.ctx.companyId, today, ids]);
  },

  async holdDebtsOf(tx, today, ids) {
    if (ids.length === 0) return [];
    return tx.rows(HELD_DEBTS, [tx.ctx.companyId, today, ids]);
  },
};
