import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** A day as it is written in JSON, by functions that a cluster plans. */
const WRITTEN = (day: string) =>
  (['year', 'month', 'day'] as const)
    .map((part, i) => `lpad(extract(${part} from ${day})::int::text, ${i === 0 ? 4 : 2}, '0')`)
    .join(` || '-' || `);

/** What stands still knows since when, where days ahead of its gap were paid for. */
export class StoodFrom1764002360001 extends ForwardMigration {
  name = 'StoodFrom1764002360001';

  async up(runner: QueryRunner): Promise<void> {
    const day = WRITTEN('s.suspended_on');
    await runner.query(`update billing.schedule c
      set gaps = (c.gaps - (-1)) || ((c.gaps -> -1) || jsonb_object(array['stoodFrom', ${day}]))
      from sales.subscription s
      where s.company_id = c.company_id and s.id = c.subscription_id
        and s.status = 'suspended' and jsonb_array_length(c.gaps) > 0
        and c.gaps -> -1 ->> 'until' is null and ${day} < c.gaps -> -1 ->> 'from'`);
  }
}
