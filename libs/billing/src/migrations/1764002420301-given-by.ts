import { ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/**
 * Which change began a row and which gave back of it, whatever becomes of them: `change_id` is by
 * whose lines it stands, and `cut_by` what another change of the day may undo. What was cut before
 * is told by what was begun in its place on that day.
 */
export class GivenBy1764002420301 extends ForwardMigration {
  name = 'GivenBy1764002420301';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table billing.billed_item
      add column begun_by uuid,
      add column given_by uuid`);
    await runner.query(`update billing.billed_item set begun_by = change_id
      where change_id is not null`);
    await runner.query(`update billing.billed_item b set given_by = coalesce(b.cut_by, n.begun_by)
      from (select c.company_id, c.schedule_id, c.item_id, c.id,
          (array_agg(s.begun_by order by s.id))[1] as begun_by
        from billing.billed_item c
        left join billing.billed_item s on s.company_id = c.company_id
          and s.schedule_id = c.schedule_id and s.item_id = c.item_id and s.id > c.id
          and s.begun_by is not null and s.start_on = c.until_on
        where c.uncut_on is not null
        group by c.company_id, c.schedule_id, c.item_id, c.id) n
      where b.company_id = n.company_id and b.schedule_id = n.schedule_id
        and b.item_id = n.item_id and b.id = n.id`);
  }
}
