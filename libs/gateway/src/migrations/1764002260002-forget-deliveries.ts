import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const OLD = `now() - interval '90 days'`;

/**
 * The doors by which webhooks and payments that failed are forgotten. The application may delete
 * neither, so the owner does, and decides how old and which: nobody can widen it.
 */
export class ForgetDeliveries1764002260002 extends ForwardMigration {
  name = 'ForgetDeliveries1764002260002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index failed_payment_age_index
      on gateway.failed_payment (company_id, failed_at)`);
    await forgetDeliveries(runner);
    await forgetFailures(runner);
  }
}

/**
 * Of those that are named, by primary key. Of a payment that is in the books, or may yet come there
 * by hand, one stays: what shows that its provider told of it, one that was applied before others,
 * the first of these.
 */
async function forgetDeliveries(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'gateway.door_forget_deliveries(of_company uuid, named uuid[])',
    'integer',
    {
      deletes: true,
      query: `delete from gateway.webhook_delivery d
        where d.company_id = of_company and d.id = any(named) and d.received_at < ${OLD}
          and (d.provider_payment_id is null
            or exists (select from gateway.webhook_delivery o
              where o.company_id = of_company and o.provider = d.provider
                and o.provider_payment_id = d.provider_payment_id
                and (not o.applied, o.received_at, o.id) < (not d.applied, d.received_at, d.id))
            or not exists (select from receivables.pub_payment p
                where p.company_id = of_company and p.provider = d.provider
                  and p.provider_payment_id = d.provider_payment_id)
              and not exists (select from gateway.unapplied_receipt r
                where r.company_id = of_company and r.provider = d.provider
                  and r.provider_payment_id = d.provider_payment_id))`,
    },
  );
}

/** A batch, by failed_payment_age_index. Those of an attempt that may still be paid stay. */
async function forgetFailures(runner: QueryRunner): Promise<void> {
  await createDoor(
    runner,
    'gateway.door_forget_failures(of_company uuid, most integer)',
    'integer',
    {
      deletes: true,
      query: `delete from gateway.failed_payment f
        where f.company_id = of_company and (f.provider, f.provider_payment_id) in (
          select o.provider, o.provider_payment_id from gateway.failed_payment o
          where o.company_id = of_company and o.failed_at < ${OLD}
            and not exists (select from gateway.checkout c
              where c.company_id = of_company and c.id = o.checkout_id
                and c.status in ('creating', 'open', 'processing', 'closing'))
          order by o.failed_at limit most)`,
    },
  );
}
