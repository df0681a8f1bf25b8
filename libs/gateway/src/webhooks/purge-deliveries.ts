import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import { inBatches } from '@quittance/work';

/** How long it can be looked back at what providers told; the doors say the same. */
const DELIVERY_DAYS = 90;

const BATCH = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** A batch of what was received long ago, in the order of its ids, which is that of its receipt. */
const OLD = sql(`
  select d.id from gateway.webhook_delivery d
  where d.company_id = $1 and d.id > $2 and d.received_at < $3
  order by d.id limit $4`);

/** Of these, those that nothing needs. */
const FORGET = sql(`select gateway.door_forget_deliveries($1, $2) as forgotten`);
const FORGET_FAILURES = sql(`select gateway.door_forget_failures($1, $2) as forgotten`);

/** What the sandbox has told or given up to tell, by primary key: its ids are in that order. */
const DELETE_OF_SANDBOX = sql(`
  delete from gateway.sandbox_delivery
  where company_id = $1 and id in (
    select d.id from gateway.sandbox_delivery d
    where d.company_id = $1 and d.created_at < $2 and d.status <> 'pending'
    order by d.id limit $3)`);

/**
 * Forgets the webhooks of providers and payments that failed, but for what shows that the payments
 * in the books were told of; and what the sandbox told itself. For the worker, once a day.
 */
@Injectable()
export class PurgeDeliveries {
  constructor(private readonly db: Database) {}

  /** For one company; answers how many there were. */
  async execute(ctx: Ctx): Promise<number> {
    const before = addSeconds(ctx.now, -DELIVERY_DAYS * 24 * 3600);
    const forgotten = [
      await this.forgetDeliveries(ctx, before),
      await inBatches(BATCH, (most) => this.forget(FORGET_FAILURES, [ctx.companyId, most])),
      await inBatches(BATCH, (most) =>
        this.db.write(ctx, (tx) => tx.run(DELETE_OF_SANDBOX, [ctx.companyId, before, most]), {
          answers: false,
        }),
      ),
    ];
    return forgotten.reduce((sum, count) => sum + count, 0);
  }

  /** What stays is passed over once, so that no amount of it stops what lies behind. */
  private async forgetDeliveries(ctx: Ctx, before: string): Promise<number> {
    const { companyId } = ctx;
    let last = BEFORE_ALL;
    let forgotten = 0;
    await inBatches(BATCH, async (most) => {
      const old = await this.db.read(ctx, (tx) =>
        tx.rows<{ id: string }>(OLD, [companyId, last, before, most]),
      );
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) forgotten += await this.forget(FORGET, [companyId, ids]);
      last = ids.at(-1) ?? last;
      return ids.length;
    });
    return forgotten;
  }

  private async forget(door: typeof FORGET, params: readonly unknown[]): Promise<number> {
    const [batch] = await this.db.door<{ forgotten: number }>(door, params);
    return batch?.forgotten ?? 0;
  }
}
