import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Which invoices ahead of its period what bills usage has taken off (`ahead`, ids of invoices):
 * where one of them is given up later, what it asked for is forgiven and does not come back as
 * usage that is taken back. Of what was billed before they are those that stood by then.
 */
export class UsageAhead1764000710002 extends ForwardMigration {
  name = 'UsageAhead1764000710002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_usage
      add column ahead jsonb not null default '[]'`);
    await runner.query(`update billing.billed_usage b set ahead = a.ahead
      from (select u.company_id, u.schedule_id, u.item_id, u.start_on,
          jsonb_agg(u.invoice_id order by u.threshold) as ahead
        from billing.interim_usage u
        join receivables.invoice i on i.company_id = u.company_id and i.id = u.invoice_id
        join billing.billed_usage k on k.company_id = u.company_id
          and k.schedule_id = u.schedule_id and k.item_id = u.item_id and k.start_on = u.start_on
        join receivables.invoice e on e.company_id = k.company_id and e.id = k.invoice_id
        where i.closed_at is null or i.closed_at > e.created_at
        group by u.company_id, u.schedule_id, u.item_id, u.start_on) a
      where b.company_id = a.company_id and b.schedule_id = a.schedule_id
        and b.item_id = a.item_id and b.start_on = a.start_on`);
  }
}
