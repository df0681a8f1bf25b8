import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { newId, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { nextSweep } from '../checkouts/checkout.js';
import { ServingAccounts } from '../connectors/serving-account.js';
import { sweepCompanies } from '../providers/sweep-companies.js';
import { RefundCalls } from './refund-calls.js';
import type { RefundRequest } from './refund-request.description.js';
import { lockDueRequests, updateRefundRequest } from './refund-request.repository.js';

const COMPANIES_TO_SWEEP = sql(`
  select c.id from gateway.door_companies_with_refunds_to_sweep($1) as c(id)`);

const BATCH = 20;

/**
 * Asks providers again about refunds they have not confirmed, with the same key, so that nothing is
 * returned twice. Any number of processes may run it.
 */
@Injectable()
export class SweepRefunds {
  constructor(
    private readonly db: Database,
    private readonly accounts: ServingAccounts,
    private readonly calls: RefundCalls,
  ) {}

  /** Looks at what is due once; answers at how many requests. */
  async execute(now: Instant): Promise<number> {
    const companies = await this.db.door<{ id: CompanyId }>(COMPANIES_TO_SWEEP, [now]);
    return sweepCompanies(companies, (id) =>
      this.sweepCompany(systemCtx(id, now, `refund-sweep-${newId()}`)),
    );
  }

  private async sweepCompany(ctx: Ctx): Promise<number> {
    const due = await this.db.write(ctx, claim);
    await Promise.all(due.map((request) => this.look(ctx, request)));
    return due.length;
  }

  /** One that has stopped its process too often is left out, and the others are asked about. */
  private async look(ctx: Ctx, request: RefundRequest): Promise<void> {
    const own = { ...ctx, unit: { kind: 'refund-request', id: request.id } };
    if (quarantineSeconds(own) > 0) return this.calls.leaveOut(own, request);
    await atWork(own, async () => {
      const serving = await this.db.read(own, (tx) => this.accounts.of(tx, request.provider));
      await this.calls.ask(own, serving, request);
    });
  }
}

/** The next look is set before this one, so that a sweeper that dies leaves no request behind. */
async function claim(tx: Tx): Promise<RefundRequest[]> {
  const due = await lockDueRequests(tx, BATCH);
  const claimed: RefundRequest[] = [];
  for (const request of due) {
    const sweeps = request.sweeps + 1;
    const patch = { sweeps, nextSweepAt: nextSweep(tx.ctx.now, sweeps) };
    await updateRefundRequest(tx, request, patch);
    claimed.push({ ...request, ...patch, version: request.version + 1 });
  }
  return claimed;
}
