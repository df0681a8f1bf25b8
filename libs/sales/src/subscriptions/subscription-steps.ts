import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { systemCtx, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { amend, type NewAmendment } from './amendment.js';
import {
  itemsAfter,
  lockSubscription,
  moveSubscriptions,
  readSubscription,
  storeItems,
  type WholeSubscription,
} from './subscription.repository.js';
import type { SubscriptionId } from './subscription.js';
import { toldOfChange } from './records/told-subscription.js';
import { changeGoesOn, dueChange, dueChangeDay } from './changes/due-change.js';
import type { GrossOf } from './changes/added-spending.js';
import { plannedFate } from './changes/planned-fate.js';
import { SubscriptionFollowers } from './subscription-followers.js';
import { subscriptionView, type SubscriptionView } from './subscription.view.js';
import type { SubscriptionStep } from './records/subscription-step.js';

/** Which subscription an operation is about. */
export interface SubscriptionAsk {
  readonly id: SubscriptionId;
  /** What `If-Match` names; null: any. */
  readonly expectedVersion: number | null;
}

/** A step of a subscription that is locked. */
export interface TakenStep {
  readonly before: WholeSubscription;
  readonly step: SubscriptionStep;
  /** What periods come to with tax, where that was worked out. */
  readonly grossOf?: GrossOf;
}

/** What all operations on subscriptions have in common. */
@Injectable()
export class SubscriptionSteps {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
    readonly followers: SubscriptionFollowers,
  ) {}

  /**
   * Locks a subscription, brings the change whose day has come, lets an operation decide on what it
   * is today, and stores, announces and logs what that says; null leaves it as it is.
   * @throws DomainError not_found, precondition_failed, record_awaits_approval, and those of the
   *   decision
   */
  change(
    ctx: Ctx,
    { id, expectedVersion }: SubscriptionAsk,
    decide: (
      before: WholeSubscription,
      today: LocalDate,
      tx: Tx,
    ) => SubscriptionStep | null | Promise<SubscriptionStep | null>,
  ): Promise<SubscriptionView> {
    return this.taxes.write(ctx, async (tx, taxes) => {
      const today = await readToday(tx);
      const locked = await lockSubscription(tx, id, expectedVersion);
      const before = await this.changedBy(tx, locked, today, taxes);
      const step = await decide(before, today, tx);
      if (step === null) return subscriptionView(before, today);
      const [view] = await this.take(tx, [{ before, step }], today, taxes);
      return view as SubscriptionView;
    });
  }

  /**
   * A transaction of steps that ask or give back what is paid for.
   * @throws DomainError tax_inputs_changing, and what the work throws
   */
  settling<T>(ctx: Ctx, work: (tx: Tx, taxes: Taxes) => Promise<T>): Promise<T> {
    return this.taxes.write(ctx, work);
  }

  /**
   * A locked subscription with the change that settles what is paid for and whose day has come:
   * whoever does anything else with it comes behind that.
   */
  async changedBy(
    tx: Tx,
    before: WholeSubscription,
    today: LocalDate,
    taxes: Taxes,
  ): Promise<WholeSubscription> {
    const { id } = before.subscription;
    const step = await dueChange(tx, before, today, (day) =>
      this.followers.billed(tx, id, day, true),
    );
    if (step === null) return before;
    await this.take(tx, [{ before, step }], today, taxes);
    return wholeAfter(tx, { before, step }, today);
  }

  /** Reads a subscription with the change whose day has come, which is brought before. */
  async readChanged<T>(
    ctx: Ctx,
    id: SubscriptionId,
    work: (tx: Tx, whole: WholeSubscription, today: LocalDate) => Promise<T>,
  ): Promise<T> {
    const read = (isBrought: boolean) =>
      this.db.read(ctx, async (tx) => {
        const [whole, today] = await Promise.all([readSubscription(tx, id), readToday(tx)]);
        const isDue = dueChangeDay(whole.subscription, today) !== null;
        return isDue && !isBrought ? null : { read: await work(tx, whole, today) };
      });
    const found = await read(false);
    if (found) return found.read;
    // It was agreed before, whoever reads: it is no write of theirs.
    const own = systemCtx(ctx.companyId, ctx.now, ctx.requestId);
    await this.change(own, { id, expectedVersion: null }, () => null);
    return ((await read(true)) as { readonly read: T }).read;
  }

  /** Stores, announces and logs steps of locked subscriptions, all of them at once. */
  async take(
    tx: Tx,
    steps: readonly TakenStep[],
    today: LocalDate,
    taxes: Taxes | null = null,
  ): Promise<SubscriptionView[]> {
    if (steps.length === 0) return [];
    await storeItems(tx, {
      closed: steps.flatMap(({ step }) => step.items?.closed ?? []),
      opened: steps.flatMap(({ step }) => step.items?.opened ?? []),
    });
    const afters = steps.map((each) => wholeAfter(tx, each, today));
    await moveSubscriptions(
      tx,
      afters.map(({ subscription }) => subscription),
    );
    const views = afters.map((whole) => subscriptionView(whole, today));
    await amend(
      tx,
      steps.map((each, i) => announced(tx, each, views[i] as SubscriptionView, today)),
    );
    await this.followers.tell(
      tx,
      steps.map(({ before, step: { settlement }, grossOf }, i) => {
        const after = afters[i] as WholeSubscription;
        return { before, after, settlement, planned: plannedFate(before, after, today, grossOf) };
      }),
      today,
      taxes,
    );
    return views;
  }

  /** Tells of a subscription that is new, and of which all is stored. */
  async begun(tx: Tx, whole: WholeSubscription, today: LocalDate): Promise<SubscriptionView> {
    const { subscription } = whole;
    const view = subscriptionView(whole, today);
    const record = { object: 'subscription', recordId: view.id };
    emit(tx, { type: 'subscription.created', ...record, data: view });
    audit(tx, { action: 'subscription.created', ...record, after: view });
    const { id, startDate } = subscription;
    const made = {
      kind: 'created',
      effectiveOn: startDate,
      before: {},
      after: { ...view },
    } as const;
    await amend(tx, [{ subscriptionId: id, ...made }]);
    await this.followers.tell(tx, [{ before: null, after: whole }], today, null);
    return view;
  }
}

function announced(
  tx: Tx,
  { before, step }: TakenStep,
  view: SubscriptionView,
  today: LocalDate,
): NewAmendment {
  const changed = changedFields(subscriptionView(before, today), view);
  const record = { object: 'subscription', recordId: view.id };
  const asked = toldOfChange(subscriptionView(before, today), view);
  emit(tx, { type: step.told, ...record, data: view, ...asked });
  audit(tx, { action: step.told, ...record, ...changed });
  const { kind, effectiveOn, reason } = step;
  const told = { before: withoutStamps(changed.before), after: withoutStamps(changed.after) };
  return { subscriptionId: view.id, kind, effectiveOn, reason, ...told };
}

function wholeAfter({ ctx }: Tx, { before, step }: TakenStep, today: LocalDate): WholeSubscription {
  const { subscription, items } = before;
  const moved = { ...subscription, ...step.patch };
  return {
    subscription: {
      ...moved,
      ...changeGoesOn(subscription, moved, today),
      version: subscription.version + 1,
      updatedAt: ctx.now,
    },
    items: step.items ? itemsAfter(items, step.items) : items,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function withoutStamps({ version: _, updatedAt: __, ...changed }: Fields): Fields {
  return changed;
}
