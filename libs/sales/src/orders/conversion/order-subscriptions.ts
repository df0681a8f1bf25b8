import { Injectable } from '@nestjs/common';
import { addDays, addMonths, type LocalDate } from '@quittance/calendar';
import { namedSql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { newId } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { formatMinor } from '@quittance/money';
import { createRecords } from '@quittance/objects';
import { ContractSteps } from '../../contracts/contract-steps.js';
import { laterOf, type ContractId } from '../../contracts/contract.js';
import { cancelled } from '../../subscriptions/moves.js';
import {
  subscriptionNoun,
  type Subscription,
  type SubscriptionItem,
} from '../../subscriptions/subscription.description.js';
import {
  subscriptionItems,
  withItems,
  type WholeSubscription,
} from '../../subscriptions/subscription.repository.js';
import { refuseAwaitingSubscriptions } from '../../subscriptions/records/awaiting-subscriptions.js';
import { SubscriptionSteps, type TakenStep } from '../../subscriptions/subscription-steps.js';
import { statusOn, type SubscriptionId } from '../../subscriptions/subscription.js';
import type { LockedOrder } from '../change-order.js';
import type { OrderLine } from '../lines/order-line.description.js';
import type { Order } from '../order.description.js';
import { billingOf, itemsOfLine, linesBySubscription } from './ordered-subscription.js';
import { plansOfLines, type PlanOfProduct } from './plans-of-lines.js';

/** How the contract of an order is locked: who may change the order need not reach contracts. */
const BY_ORDER = { expectedVersion: null, unscoped: true } as const;

type Ordered = Pick<LockedOrder, 'order' | 'lines' | 'today'>;
type Plans = ReadonlyMap<OrderLine['id'], PlanOfProduct>;

/**
 * What was made with an order, or stands under the contract that is named, and has not ended, in
 * the order of ids; by their indexes.
 */
const LOCK_OF_ORDER = namedSql(
  `select ${subscriptionNoun.rows.select('s')} from sales.subscription s
   where s.company_id = :companyId
     and (s.sales_order_id = :orderId or s.contract_id = :contractId)
     and s.status not in ('cancelled', 'expired')
   order by s.id for no key update of s`,
  { values: { orderId: 'uuid', contractId: 'uuid' } },
);

/** What waits for its order is given its days, and waits no longer. */
const START = namedSql(
  `update sales.subscription s set awaits_order = false, start_date = m.start_date,
     trial_end = m.trial_end, billed_from = m.billed_from, anchor_date = m.anchor_date,
     anchor_day = m.anchor_day, cancel_at = m.cancel_at
   from :rows as m where s.company_id = :companyId and s.id = m.id`,
  {
    rows: {
      id: 'uuid',
      startDate: 'date',
      trialEnd: 'date',
      billedFrom: 'date',
      anchorDate: 'date',
      anchorDay: 'integer',
      cancelAt: 'date',
    },
  },
);

/**
 * What recurs of an order: a contract for its term, and a subscription for all lines that are
 * billed together. Made before the order is confirmed they wait for that.
 */
@Injectable()
export class OrderSubscriptions {
  constructor(
    private readonly models: CompanyModels,
    private readonly contracts: ContractSteps,
    private readonly steps: SubscriptionSteps,
  ) {}

  /**
   * Makes what recurs of an order that is not confirmed; what of the order that changes. Nothing
   * where nothing recurs.
   * @throws DomainError order_plan_missing
   */
  async prepare(tx: Tx, ordered: Ordered): Promise<Pick<Order, 'contractId'> | null> {
    const { order, lines, today } = ordered;
    if (!lines.some(({ kind }) => kind === 'recurring')) return null;
    const plans = await plansOfLines(tx, lines);
    const groups = linesBySubscription(lines, plans);
    const contractId = await this.agree(tx, ordered);
    const made = groups.map((group) =>
      waitingSubscription(tx, { ...order, contractId }, group, { plans, today }),
    );
    await subscriptionNoun.rows.insert(
      tx,
      made.map(({ subscription }) => subscription),
    );
    await subscriptionItems.insert(
      tx,
      made.flatMap(({ items }) => items),
    );
    for (const whole of made) await this.steps.begun(tx, whole, today);
    return { contractId };
  }

  /**
   * Puts in force what waits for an order that is confirmed now; what of the order that changes. An
   * order that was made of no quote has nothing waiting: that is made first.
   * @throws DomainError order_plan_missing, record_awaits_approval
   */
  async begin(tx: Tx, ordered: Ordered): Promise<Partial<Order>> {
    const { order, lines, today } = ordered;
    if (!lines.some(({ kind }) => kind === 'recurring')) return {};
    const startOn = order.startOn ?? today;
    const dated = { ...ordered, order: { ...order, startOn } };
    const prepared = order.contractId === null ? await this.prepare(tx, dated) : null;
    const contractId = prepared?.contractId ?? order.contractId;
    if (contractId !== null) await this.activate(tx, contractId, termOfOrder(dated));
    const waiting = (await this.lockOf(tx, { id: order.id, contractId: null })).filter(
      ({ subscription }) => subscription.awaitsOrder,
    );
    await this.start(tx, dated, waiting);
    return { contractId, startOn };
  }

  /**
   * The order is given up: what it would have begun, or has, ends today; so does whatever else
   * stands under its contract, with that.
   * @throws DomainError record_awaits_approval
   */
  async cancel(tx: Tx, { order, today }: Ordered, reason: string): Promise<void> {
    const { id, contractId } = order;
    const ended = contractId === null ? null : await this.end(tx, contractId, today, reason);
    const alive = await this.lockOf(tx, { id, contractId: ended && contractId });
    const moves = alive.flatMap((before) => {
      const { subscription } = before;
      const isOwn = subscription.salesOrderId === id;
      const day = isOwn ? today : (ended ?? today);
      // What ends earlier anyhow does so.
      if (!isOwn && subscription.cancelAt !== null && subscription.cancelAt <= day) return [];
      return [{ before, step: cancelled(subscription, day, today, reason) }];
    });
    await this.steps.take(tx, moves, today);
  }

  private async agree(tx: Tx, { order, today }: Ordered): Promise<ContractId> {
    const object = await this.models.object(tx, 'contract');
    const { accountId, currency, tcv, autoRenew, noticeDays, upliftPercent } = order;
    const contract = {
      accountId,
      currency,
      value: tcv === null ? null : formatMinor(tcv, currency),
      ...termOfOrder({ order, today }),
      autoRenew,
      noticeDays,
      upliftPercent,
      ownerId: order.ownerId,
      salesOrderId: order.id,
      quoteId: order.quoteId,
    } as FieldValues;
    // Whoever orders cannot be asked for what the company requires of contracts, nor need they see
    // what the order names.
    const options = { trusted: true, unscoped: true, asked: new Set<string>() } as const;
    const [made] = await createRecords(tx, object, [contract], options);
    if (!made) throw new RangeError('The contract was not made');
    return made.id as string as ContractId;
  }

  /** A contract that somebody has put in force, or ended, stays as it is. */
  private async activate(tx: Tx, id: ContractId, term: ReturnType<typeof termOfOrder>) {
    const locked = await this.contracts.lock(tx, { id, ...BY_ORDER });
    if (locked.contract.status !== 'draft') return;
    const patch = { ...term, status: 'active' } as FieldValues;
    await this.contracts.save(tx, locked, { patch, told: 'contract.activated' });
  }

  /** The first day without it; null where it has ended already. */
  private async end(
    tx: Tx,
    id: ContractId,
    today: LocalDate,
    reason: string,
  ): Promise<LocalDate | null> {
    const locked = await this.contracts.lock(tx, { id, ...BY_ORDER });
    const { status, startDate } = locked.contract;
    if (status !== 'draft' && status !== 'active') return null;
    const terminatedOn = laterOf(today, startDate as LocalDate);
    const patch = { status: 'terminated', terminatedOn, endReason: reason.slice(0, 500) };
    await this.contracts.save(tx, locked, { patch, told: 'contract.terminated' });
    return terminatedOn;
  }

  private async lockOf(
    tx: Tx,
    { id, contractId }: Pick<Order, 'id' | 'contractId'>,
  ): Promise<WholeSubscription[]> {
    const locked = await LOCK_OF_ORDER.rows<Subscription>(tx, { orderId: id, contractId });
    return withItems(tx, await refuseAwaitingSubscriptions(tx, locked));
  }

  private async start(
    tx: Tx,
    { order, lines, today }: Ordered,
    waiting: readonly WholeSubscription[],
  ): Promise<void> {
    if (waiting.length === 0) return;
    const started = waiting.map((whole) => startedOn(whole, lines, order));
    await START.run(tx, START.columns(started.map(({ subscription }) => subscription)));
    const moves = waiting.map((before, i) => {
      return { before, step: startStep(before, started[i] as WholeSubscription, today) };
    });
    await this.steps.take(tx, moves, today);
  }
}

/**
 * Begins a subscription on the days that its order has given it. Rows of items that held on no day
 * are history; what it is billed by follows the step.
 */
function startStep(
  { subscription: before, items }: WholeSubscription,
  { subscription, items: opened }: WholeSubscription,
  today: LocalDate,
): TakenStep['step'] {
  const { startDate, trialEnd, billedFrom, anchorDate, anchorDay, cancelAt } = subscription;
  const days = { startDate, trialEnd, billedFrom, anchorDate, anchorDay, cancelAt };
  const status = statusOn(subscription, today);
  const closed = items.map((item) => ({ ...item, validTo: item.validFrom }));
  return {
    patch: { ...days, status, awaitsOrder: false },
    kind: 'changed',
    effectiveOn: startDate,
    told: status === 'pending' ? 'subscription.changed' : 'subscription.activated',
    ...(startDate !== before.startDate && { items: { closed, opened } }),
  };
}

/** The days of the contract; its end is its last one. */
function termOfOrder({ order, today }: Pick<Ordered, 'order' | 'today'>) {
  const startDate = order.startOn ?? today;
  const { termMonths } = order;
  const endDate = termMonths === null ? null : addDays(addMonths(startDate, termMonths), -1);
  return { startDate, endDate };
}

function waitingSubscription(
  { ctx }: Tx,
  order: Order,
  group: readonly OrderLine[],
  { plans, today }: { readonly plans: Plans; readonly today: LocalDate },
): WholeSubscription {
  const [first] = group as readonly [OrderLine];
  const plan = plans.get(first.id) as PlanOfProduct;
  const billing = billingOf(first, order.startOn ?? today);
  const id = newId<'subscription'>() as SubscriptionId;
  const subscription: Subscription = {
    ...subscriptionNoun.empty,
    ...billing.dates,
    id,
    version: 1,
    status: 'pending',
    accountId: order.accountId,
    contactId: order.contactId,
    contractId: order.contractId,
    salesOrderId: order.id,
    quoteId: order.quoteId,
    awaitsOrder: true,
    planId: plan.planId,
    planVersionId: plan.versionId,
    quantity: first.ordered,
    currency: order.currency,
    frequency: plan.frequency,
    timing: plan.timing,
    stub: plan.stub,
    trialEndAction: plan.trialEndAction,
    pauseCredit: false,
    pastDueWaivedOn: null,
    poNumber: order.poNumber,
    ownerId: order.ownerId,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  return { subscription, items: itemsFor(subscription, group, { plans, order, billing }) };
}

function itemsFor(
  { id: subscriptionId, createdAt }: Pick<Subscription, 'id' | 'createdAt'>,
  group: readonly OrderLine[],
  {
    plans,
    order,
    billing,
  }: {
    readonly plans: ReadonlyMap<OrderLine['id'], Parameters<typeof itemsOfLine>[1]>;
    readonly order: Order;
    readonly billing: ReturnType<typeof billingOf>;
  },
): SubscriptionItem[] {
  return group.flatMap((line, i) => {
    const plan = plans.get(line.id);
    if (!plan) throw new RangeError(`Line ${line.position} has no plan`);
    return itemsOfLine(line, plan, billing, order, { subscriptionId, position: i + 1, createdAt });
  });
}

/** The same subscription from the day on that its order was confirmed for, at the same prices. */
function startedOn(
  { subscription, items }: WholeSubscription,
  lines: readonly OrderLine[],
  order: Order,
): WholeSubscription {
  const plans = new Map(
    items.map(({ itemId, planId, planVersionId, productId }) => {
      return [itemId as string as OrderLine['id'], { planId, versionId: planVersionId, productId }];
    }),
  );
  const group = lines.filter(({ id }) => plans.has(id));
  const [first] = group;
  if (!first) throw new RangeError(`Subscription ${subscription.id} is of no line of its order`);
  const billing = billingOf(first, order.startOn ?? subscription.startDate);
  const started: Subscription = {
    ...subscription,
    ...billing.dates,
    cancelAt: billing.dates.cancelAt ?? subscription.cancelAt,
  };
  return { subscription: started, items: itemsFor(started, group, { plans, order, billing }) };
}
