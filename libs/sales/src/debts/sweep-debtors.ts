import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { freeSubscriptions } from '../subscriptions/records/awaiting-subscriptions.js';
import { SubscriptionSteps } from '../subscriptions/subscription-steps.js';
import { withItems } from '../subscriptions/subscription.repository.js';
import { mayBe, type SubscriptionId } from '../subscriptions/subscription.js';
import { fallenDue, isIndebted, ownDebts } from './debt.js';
import { ACTIVE_AMONG, LOCK_FREE, NEXT_INDEBTED } from './debt.sql.js';
import { DebtSettlement } from './debt-settlement.js';
import { SubscriptionDebts } from './subscription-debts.js';

const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000' as SubscriptionId;

interface Identified {
  readonly id: SubscriptionId;
}

/** What became of one batch: the last that was looked at, and how many moved. */
interface Swept {
  readonly last: SubscriptionId | undefined;
  readonly seen: number;
  readonly moved: number;
}

/**
 * Marks active subscriptions of which an invoice is overdue. Those of which none is any more are
 * taken back by whoever settles it; here by what settled it without being able to, such as a due
 * date that was moved. What another transaction holds is left to the next sweep.
 */
@Injectable()
export class SweepDebtors {
  constructor(
    private readonly db: Database,
    private readonly steps: SubscriptionSteps,
    private readonly debts: SubscriptionDebts,
    private readonly settlement: DebtSettlement,
  ) {}

  /** Answers how many moved. */
  async execute(ctx: Ctx): Promise<number> {
    const marked = await this.walk(ctx, (tx, after) => this.mark(tx, after));
    const cleared = await this.walk(ctx, (tx, after) => this.clear(tx, after));
    return marked + cleared;
  }

  private async walk(
    ctx: Ctx,
    batch: (tx: Tx, after: SubscriptionId) => Promise<Swept>,
  ): Promise<number> {
    let moved = 0;
    for (let after: SubscriptionId | undefined = FIRST; after !== undefined;) {
      const from: SubscriptionId = after;
      const swept = await this.db.write(ctx, (tx) => batch(tx, from));
      moved += swept.moved;
      after = swept.seen < BATCH ? undefined : swept.last;
    }
    return moved;
  }

  private async mark(tx: Tx, after: SubscriptionId): Promise<Swept> {
    const today = companyToday(await readCompanyTerms(tx), tx.ctx.now);
    const { source } = this.debts;
    const ids = await source.debtors(tx, today, { after, most: BATCH });
    const swept = { last: ids.at(-1), seen: ids.length };
    const found = ids.length > 0 ? await ACTIVE_AMONG.rows<Identified>(tx, { ids }) : [];
    if (found.length === 0) return { ...swept, moved: 0 };
    const locked = await LOCK_FREE.rows<Subscription>(tx, { ids: found.map(({ id }) => id) });
    const free = await freeSubscriptions(tx, locked);
    const active = free.filter(({ status }) => mayBe('fall-due', status));
    const activeIds = active.map(({ id }) => id);
    const debts = await source.holdDebtsOf(tx, today, activeIds);
    const debtors = active.filter((each) => isIndebted(each, ownDebts(each, debts)));
    const taken = (await withItems(tx, debtors)).map((before) => ({
      before,
      step: fallenDue(before.subscription, today),
    }));
    await this.steps.take(tx, taken, today);
    return { ...swept, moved: taken.length };
  }

  private async clear(tx: Tx, after: SubscriptionId): Promise<Swept> {
    const found = await NEXT_INDEBTED.rows<Identified>(tx, { after, most: BATCH });
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return { last: undefined, seen: 0, moved: 0 };
    const [locked, terms] = await tx.locked(
      () => LOCK_FREE.rows<Subscription>(tx, { ids }),
      readCompanyTerms,
    );
    const moved = await this.settlement.clear(tx, locked, terms);
    return { last: ids.at(-1), seen: ids.length, moved };
  }
}
