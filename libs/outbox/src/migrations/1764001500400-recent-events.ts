import { ForwardMigration, createDoor } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const COLUMNS = 'e.company_id, e.id, e.type, e.object, e.record_id';
const RECENT = 'e.occurred_at > since and not e.bulk';

/**
 * What has just happened, for those of the staff who look at it: they are of many companies, and
 * are asked for together, by event_occurred_index. Of work on many records nothing is told.
 */
export class RecentEvents1764001500400 extends ForwardMigration {
  name = 'RecentEvents1764001500400';

  async up(runner: QueryRunner): Promise<void> {
    await createDoor(
      runner,
      'outbox.door_recent_events(asked uuid[], since timestamptz, most integer)',
      'table (company_id uuid, id uuid, type text, object text, record_id text)',
      {
        // No company crowds out what another one has to tell.
        query: `select c.company_id, c.id, c.type, c.object, c.record_id
          from unnest(asked) as a (company_id)
          cross join lateral (select ${COLUMNS}, e.occurred_at, e.seq from outbox.event e
            where e.company_id = a.company_id and ${RECENT}
            order by e.occurred_at desc, e.seq desc limit most) c
          order by c.occurred_at desc, c.seq desc`,
        onCitus: `select ${COLUMNS} from outbox.event e
          where e.company_id = any(asked) and ${RECENT}
          order by e.occurred_at desc, e.seq desc limit most * 10`,
      },
    );
  }
}
