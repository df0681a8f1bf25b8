import { addDays, parseLocalDate, type LocalDate } from '@quittance/calendar';
import { DomainError, type AccountId, type CompanyId, type Ctx } from '@quittance/kernel';
import {
  CancelSubscription,
  ChangeSubscription,
  CreateSubscription,
  findSubscription,
  KeepSubscription,
  PauseSubscription,
  ResumeSubscription,
  SuspendSubscription,
  SweepSubscriptions,
  type PlanId,
  type SubscriptionId,
} from '@quittance/sales/host';
import { parseMinor } from '@quittance/money';
import type { TestStaffApi } from '../../../../test/support/test-api';
import type { TestDatabase } from '../../../../test/support/test-database';

export const FIRST_DAY = parseLocalDate('2026-01-05');
export const DAYS = 150;
export const CURRENCIES = ['EUR', 'USD'] as const;
export const OPERATIONS = [
  'create',
  'change',
  'pause',
  'resume',
  'suspend',
  'cancel',
  'cancel-later',
  'keep',
] as const;

/** What somebody does on a day; what is not possible then is refused, and nothing happens. */
export interface Deed {
  readonly day: number;
  readonly operation: (typeof OPERATIONS)[number];
  readonly who: number;
  readonly size: number;
}

/** What the customers of each currency bring at the end of a day, in minor units. */
export type DayBooks = ReadonlyMap<string, bigint>;

/** A company whose days pass one by one, with what its subscriptions say of themselves each day. */
export class Books {
  /** By the day: of each `currency account`. */
  readonly days = new Map<LocalDate, DayBooks>();
  /** The same of each `currency subscription`. */
  readonly ofSubscriptions = new Map<LocalDate, DayBooks>();
  private readonly over = new Set<SubscriptionId>();
  private readonly made: { id: SubscriptionId; accountId: string; currency: string }[] = [];

  constructor(
    private readonly t: TestDatabase,
    private readonly api: TestStaffApi,
    private readonly companyId: CompanyId,
    private readonly accounts: readonly string[],
    private readonly plans: readonly string[],
  ) {}

  async pass(deeds: readonly Deed[]): Promise<LocalDate> {
    for (let day = 0; day <= DAYS; day += 1) {
      const date = addDays(FIRST_DAY, day);
      this.t.clock.set(`${date}T12:00:00Z`);
      const ctx = this.t.ctx(this.companyId);
      await this.api.app.get(SweepSubscriptions).execute(ctx);
      for (const deed of deeds) if (deed.day === day) await this.carryOut(ctx, deed, date);
      await this.note(ctx, date);
    }
    return addDays(FIRST_DAY, DAYS);
  }

  private async carryOut(ctx: Ctx, deed: Deed, date: LocalDate): Promise<void> {
    try {
      await this.attempt(ctx, deed, date);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  private async attempt(ctx: Ctx, { operation, who, size }: Deed, date: LocalDate) {
    const { app } = this.api;
    if (operation === 'create') return this.create(ctx, { who, size }, date);
    const of = this.made[who % Math.max(1, this.made.length)];
    if (!of) return;
    const ask = { id: of.id, expectedVersion: null };
    if (operation === 'pause') return app.get(PauseSubscription).execute(ctx, ask);
    if (operation === 'resume') return app.get(ResumeSubscription).execute(ctx, ask);
    if (operation === 'suspend') return app.get(SuspendSubscription).execute(ctx, ask);
    if (operation === 'keep') return app.get(KeepSubscription).execute(ctx, ask);
    if (operation === 'change') {
      const items = [{ planId: await this.planOf(ctx, of.id), quantity: String(1 + (size % 7)) }];
      return app.get(ChangeSubscription).execute(ctx, { ...ask, items });
    }
    const at = operation === 'cancel' ? 'now' : 'period_end';
    return app.get(CancelSubscription).execute(ctx, { ...ask, at });
  }

  private async planOf(ctx: Ctx, id: SubscriptionId): Promise<PlanId> {
    return (await this.t.db.read(ctx, (tx) => findSubscription(tx, id))).planId;
  }

  private async create(ctx: Ctx, { who, size }: { who: number; size: number }, date: LocalDate) {
    const accountId = this.accounts[who % this.accounts.length] as string;
    const currency = CURRENCIES[size % 2] as string;
    const planId = this.plans[size % this.plans.length] as PlanId;
    const { id } = await this.api.app.get(CreateSubscription).execute(ctx, {
      accountId: accountId as AccountId,
      currency,
      // Some begin in a month that is over, some later.
      startDate: addDays(date, (size % 50) - 35),
      items: [{ planId, quantity: String(1 + (size % 5)) }],
    });
    this.made.push({ id, accountId, currency });
  }

  private async note(ctx: Ctx, date: LocalDate): Promise<void> {
    const [day, each] = [new Map<string, bigint>(), new Map<string, bigint>()];
    // What has ended is worth nothing any more: no deed takes it up again.
    const going = this.made.filter(({ id }) => !this.over.has(id));
    const views = await this.t.db.read(ctx, (tx) =>
      Promise.all(going.map(({ id }) => findSubscription(tx, id))),
    );
    for (const { id, accountId, currency, mrr, status } of views) {
      const key = `${currency} ${accountId}`;
      const minor = parseMinor(mrr, currency) ?? 0n;
      if (minor === 0n && (status === 'cancelled' || status === 'expired')) this.over.add(id);
      day.set(key, (day.get(key) ?? 0n) + minor);
      each.set(`${currency} ${id}`, minor);
    }
    this.days.set(date, day);
    this.ofSubscriptions.set(date, each);
  }
}
