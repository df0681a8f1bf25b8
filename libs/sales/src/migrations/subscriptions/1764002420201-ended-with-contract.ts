import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * What somebody took back the end of, under a contract that was terminated, ends with that after
 * all, or today: nothing is billed of it behind that day.
 */
export const END_WITH_CONTRACT = `
  update sales.subscription s
  set cancel_at = greatest(c.terminated_on, s.start_date, current_date),
    cancel_reason = coalesce(s.cancel_reason, c.end_reason)
  from sales.contract c
  where c.company_id = s.company_id and c.id = s.contract_id and c.status = 'terminated'
    and s.status not in ('cancelled', 'expired')
    and (s.cancel_at is null or s.cancel_at > c.terminated_on)`;

export class EndedWithContract1764002420201 extends ForwardMigration {
  name = 'EndedWithContract1764002420201';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(END_WITH_CONTRACT);
  }
}
