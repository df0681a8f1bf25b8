import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms, refuseDisabled } from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import {
  holdBillingAccounts,
  NO_PARTIES,
  requireNamedAccount,
  requireSaleParties,
  type BillingAccount,
} from '@quittance/crm';
import { Database, sql, violates, type Tx } from '@quittance/database';
import { invalidField, newId, type AccountId, type Ctx } from '@quittance/kernel';
import { holdContract } from '../contracts/contract.queries.js';
import { refuseFarDays } from '../sold-days.js';
import { gridFrom, hasAnchorDay, type AnchorDay } from './grid.js';
import {
  itemRows,
  offeredItems,
  refuseInactive,
  refuseUnknownCodes,
  type OfferedItem,
  type WantedItem,
} from './new-items.js';
import {
  subscriptionNoun,
  type Subscription,
  type SubscriptionDraft,
} from './subscription.description.js';
import { externalKeyTaken, trialAlreadyUsed } from './subscription.errors.js';
import { SubscriptionSteps } from './subscription-steps.js';
import { subscriptionItems, type WholeSubscription } from './subscription.repository.js';
import { statusOn, type SubscriptionId } from './subscription.js';
import type { SubscriptionView } from './subscription.view.js';

/** What is subscribed to. */
export interface NewSubscription extends Omit<SubscriptionDraft, 'trialEnd'> {
  /** The first day that is no trial any more; null: no trial; absent: as the plan says. */
  readonly trialEnd?: LocalDate | null;
  readonly anchorDay?: number;
  readonly anchorMonth?: number;
  readonly items: readonly WantedItem[];
}

/** Any item that held on trial; by `subscription_account_index` and the primary key of items. */
const TRIED = sql(`select i.plan_id as "planId" from sales.subscription s
  join sales.subscription_item i on i.company_id = $1 and i.subscription_id = s.id
  where s.company_id = $1 and s.account_id = $3 and s.trial_end is not null
    and i.plan_id = any($2::uuid[]) and i.valid_from < s.trial_end
    and (i.valid_to is null or i.valid_to > i.valid_from)
  order by i.position limit 1`);

/** Subscribes an account to plans. */
@Injectable()
export class CreateSubscription {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
  ) {}

  /**
   * @throws DomainError validation_failed, currency_not_enabled, plan_not_offered,
   *   frequency_mismatch, item_currency_mismatch, trial_already_used,
   *   subscription_external_key_taken, contract_not_active, outside_contract_term,
   *   tax_code_unknown
   */
  execute(ctx: Ctx, draft: NewSubscription): Promise<SubscriptionView> {
    return this.db.write(ctx, async (tx) => {
      await refuseUnknownCodes(tx, draft.items);
      return subscribe(tx, this.steps, draft);
    });
  }
}

/**
 * The same within a transaction.
 * @throws DomainError as `CreateSubscription`
 */
export async function subscribe(
  tx: Tx,
  steps: SubscriptionSteps,
  draft: NewSubscription,
): Promise<SubscriptionView> {
  const { startDate, trialEnd } = draft;
  refuseFarDays({ startDate, trialEnd });
  const [terms, account, items] = await Promise.all([
    readCompanyTerms(tx),
    subscribingAccount(tx, draft.accountId),
    offeredItems(tx, draft.items),
  ]);
  refuseInactive(items);
  const today = companyToday(terms, tx.ctx.now);
  const currency = draft.currency ?? account.currency ?? terms.baseCurrency;
  refuseDisabled(terms, currency);
  const subscription = { ...newSubscription(tx, draft, items, today), currency };
  const { contactId = null, ownerId = null } = draft;
  await requireSaleParties(tx, draft.accountId, { ...NO_PARTIES, contactId, ownerId });
  if (draft.contractId) await holdContract(tx, draft.contractId, subscription);
  await refuseSecondTrial(tx, subscription, items);
  return steps.begun(tx, await storeNew(tx, subscription, items), today);
}

/** Who subscribes; nobody deletes them meanwhile. @throws DomainError validation_failed */
async function subscribingAccount(tx: Tx, id: AccountId): Promise<BillingAccount> {
  const account = (await holdBillingAccounts(tx, [id])).get(id);
  if (!account)
    throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
  await requireNamedAccount(tx, account.id);
  refuseInactiveAccount(account, '/accountId');
  return account;
}

/** @throws DomainError validation_failed */
function refuseInactiveAccount({ active }: BillingAccount, at: string): void {
  if (!active) throw invalidField(at, 'inactive', 'The account is not active.');
}

/**
 * That who had subscribed may do so anew: the account is active, and the currency is billed in.
 * @throws DomainError validation_failed, currency_not_enabled
 */
export async function refuseSubscribing(
  tx: Tx,
  { accountId, currency }: Pick<Subscription, 'accountId' | 'currency'>,
): Promise<void> {
  const account = (await holdBillingAccounts(tx, [accountId])).get(accountId);
  if (account) refuseInactiveAccount(account, '');
  refuseDisabled(await readCompanyTerms(tx), currency);
}

/**
 * Stores a subscription and the rows of its items.
 * @throws DomainError item_currency_mismatch, subscription_external_key_taken
 */
export async function storeNew(
  tx: Tx,
  subscription: Subscription,
  offered: readonly OfferedItem[],
): Promise<WholeSubscription> {
  const items = itemRows(tx, offered, { subscription, from: subscription.startDate });
  await subscriptionNoun.rows.insert(tx, [subscription]).catch((error: unknown) => {
    const { externalKey } = subscription;
    if (!violates(error, 'subscription_external_key') || externalKey === null) throw error;
    throw externalKeyTaken({ externalKey });
  });
  tx.later(subscriptionItems.insert(tx, items));
  return { subscription, items };
}

/** @throws DomainError validation_failed */
function newSubscription(
  { ctx }: Tx,
  draft: NewSubscription,
  items: readonly OfferedItem[],
  today: LocalDate,
): Omit<Subscription, 'currency'> {
  const { version } = (items[0] as OfferedItem).offered;
  const startDate = draft.startDate ?? today;
  const trialEnd = trialEndOf(draft, startDate, version.trialDays);
  const billedFrom = trialEnd ?? startDate;
  const grid = gridFrom(billedFrom, version.frequency, anchorOf(draft, version.frequency));
  return {
    ...subscriptionNoun.empty,
    ...subscriptionNoun.said(draft),
    id: newId<'subscription'>() as SubscriptionId,
    version: 1,
    status: statusOn({ startDate, trialEnd }, today),
    accountId: draft.accountId,
    planId: version.planId,
    planVersionId: version.id,
    quantity: items[0]?.wanted.quantity ?? '1',
    frequency: version.frequency,
    timing: version.timing,
    startDate,
    anchorDate: grid.anchor,
    anchorDay: grid.anchorDay,
    billedFrom,
    stub: version.stub,
    trialEnd,
    trialEndAction: version.trialEndAction,
    pauseCredit: false,
    pastDueWaivedOn: null,
    awaitsOrder: false,
    ownerId: draft.ownerId === undefined ? ctx.userId : draft.ownerId,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

function trialEndOf(
  { trialEnd }: NewSubscription,
  startDate: LocalDate,
  trialDays: number,
): LocalDate | null {
  if (trialEnd === undefined) return trialDays > 0 ? addDays(startDate, trialDays) : null;
  if (trialEnd === null || trialEnd > startDate) return trialEnd;
  throw invalidField('/trialEnd', 'min', `must be after the start ${startDate}`);
}

function anchorOf(
  { anchorDay, anchorMonth }: NewSubscription,
  frequency: Subscription['frequency'],
): AnchorDay | null {
  if (anchorDay === undefined) {
    if (anchorMonth === undefined) return null;
    throw invalidField('/anchorMonth', 'anchor', 'goes with a day of the month only');
  }
  if (!hasAnchorDay(frequency)) {
    throw invalidField('/anchorDay', 'anchor', `goes with months, not with ${frequency} periods`);
  }
  if (anchorMonth !== undefined && frequency !== 'annually') {
    throw invalidField('/anchorMonth', 'anchor', 'goes with yearly periods only');
  }
  return { day: anchorDay, month: anchorMonth };
}

/** @throws DomainError trial_already_used, unless the actor may approve subscriptions */
async function refuseSecondTrial(
  tx: Tx,
  { accountId, trialEnd }: Pick<Subscription, 'accountId' | 'trialEnd'>,
  items: readonly OfferedItem[],
): Promise<void> {
  if (trialEnd === null || tx.ctx.permissions.can('subscriptions', 'approve')) return;
  const plans = items.map(({ offered }) => offered.planId);
  const tried = await tx.maybe<{ planId: string }>(TRIED, [tx.ctx.companyId, plans, accountId]);
  if (!tried) return;
  const plan = items.find(({ offered }) => offered.planId === tried.planId)?.offered.name ?? '';
  throw trialAlreadyUsed({ plan });
}
