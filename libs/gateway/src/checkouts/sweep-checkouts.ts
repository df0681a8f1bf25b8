import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { sweepCompanies } from '../providers/sweep-companies.js';
import { busyUntil, nextSweep, type Checkout } from './checkout.js';
import { checkoutNoun } from './checkout.description.js';
import { CheckoutLinks } from './checkout-links.js';

const COMPANIES_TO_SWEEP = sql(`select c.id from gateway.door_companies_to_sweep($1) as c(id)`);

/** Attempts that are due and that nobody is busy with; by `checkout_sweep_index`. */
const DUE = sql(`
  select ${checkoutNoun.rows.select('c')} from gateway.checkout c
  where c.company_id = $1 and c.next_sweep_at <= $2
    and (c.busy_until is null or c.busy_until <= $2)
  order by c.next_sweep_at limit $3 for update skip locked`);

/** The next look is set before this one, so that a sweeper that dies leaves no attempt behind. */
const CLAIM = sql(`
  update gateway.checkout c set sweeps = s.sweeps, next_sweep_at = s.next_sweep_at,
    busy_until = $3, version = c.version + 1, updated_at = $4
  from unnest($2::uuid[], $5::integer[], $6::timestamptz[]) as s(id, sweeps, next_sweep_at)
  where c.company_id = $1 and c.id = s.id`);

const BATCH = 20;

/**
 * Asks providers about attempts without an outcome, closes links that must not be paid, and looks
 * after links whose time is over: after 2 minutes, 10 minutes, 1 hour, then daily five times. Any
 * number of processes may run it.
 */
@Injectable()
export class SweepCheckouts {
  constructor(
    private readonly db: Database,
    private readonly links: CheckoutLinks,
  ) {}

  /** Looks at what is due once; answers at how many attempts. */
  async execute(now: Instant): Promise<number> {
    const companies = await this.db.door<{ id: CompanyId }>(COMPANIES_TO_SWEEP, [now]);
    return sweepCompanies(companies, (id) =>
      this.sweepCompany(systemCtx(id, now, `checkout-sweep-${newId()}`)),
    );
  }

  private async sweepCompany(ctx: Ctx): Promise<number> {
    const due = await this.db.write(ctx, claim);
    await Promise.all(due.map((checkout) => this.look(ctx, checkout)));
    return due.length;
  }

  /** One that has stopped its process too often is left out, and the others are looked at. */
  private async look(ctx: Ctx, checkout: Checkout): Promise<void> {
    const own = { ...ctx, unit: { kind: 'checkout', id: checkout.id } };
    if (quarantineSeconds(own) > 0) return this.links.leaveOut(own, checkout);
    await atWork<unknown>(own, () =>
      checkout.status === 'closing'
        ? this.links.close(own, checkout)
        : this.links.lookUp(own, checkout),
    );
  }
}

async function claim(tx: Tx): Promise<Checkout[]> {
  const { companyId, now } = tx.ctx;
  const due = await tx.rows<Checkout>(DUE, [companyId, now, BATCH]);
  if (due.length === 0) return [];
  await tx.run(CLAIM, [
    companyId,
    due.map(({ id }) => id),
    busyUntil(now),
    now,
    due.map(({ sweeps }) => sweeps + 1),
    due.map(({ sweeps }) => nextSweep(now, sweeps + 1)),
  ]);
  return due;
}
