import { createDoor } from '@quittance/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Takes the place of `door_company_of_link`, which is left to processes that still ask it: an event
 * without metadata is recognised by our reference and by a payment that failed before as well.
 * Orders and payments are learnt from what companies sign themselves, so several may know one;
 * whose the event is shows the signature. Those who made the link come first, then the first to
 * know, so that others cannot crowd them out.
 */
export class CompaniesOfEvent1764000600009 implements MigrationInterface {
  name = 'CompaniesOfEvent1764000600009';

  async up(runner: QueryRunner): Promise<void> {
    // Both are asked before the company is known.
    await runner.query(`create index checkout_reference_index
      on gateway.checkout (reference, company_id)`);
    await runner.query(`create index failed_payment_provider_index
      on gateway.failed_payment (provider_payment_id, company_id)`);
    await createDoor(
      runner,
      `gateway.door_companies_of_event(named_provider text, link text, referenced text, ordered text,
         paid text)`,
      'setof uuid',
      `select known.company_id from (
         select company_id, created_at as since,
           case when link_id = link or reference = referenced then 0 else 1 end as place
         from gateway.checkout
         where provider = named_provider
           and (link_id = link or reference = referenced or order_id = ordered)
         union all
         select company_id, failed_at, 1 from gateway.failed_payment
         where provider = named_provider and provider_payment_id = paid
       ) known
       group by known.company_id 
       order by min(known.place), min(known.since), known.company_id limit 8`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
