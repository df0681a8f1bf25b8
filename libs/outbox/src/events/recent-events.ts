import { sql, type Database, type Tx } from '@quittance/database';
import { addSeconds, type CompanyId, type Instant } from '@quittance/kernel';
import type { EventId } from './event.queries.js';

/** What an event tells to whoever looks at its record: nothing of what is in it. */
export interface RecentEvent {
  readonly id: EventId;
  readonly companyId: CompanyId;
  readonly type: string;
  readonly object: string;
  readonly recordId: string;
}

/** Of one company so many are found at a time. */
const MOST = 500;
/** Longer than a request takes: an event is of the time at which its request began. */
const SECONDS = 60;

const RECENT = sql(`
  select company_id as "companyId", id, type, object, record_id as "recordId"
  from outbox.door_recent_events($1::uuid[], $2, $3)`);

const COLUMNS = `$1::uuid as "companyId", e.id, e.type, e.object, e.record_id as "recordId"`;

/** Statements that may have drawn their place before another, and committed after it. */
const UNDER_WAY = 256 * 1_048_576;

/** By event_occurred_index: what came after one, and what may have been stored after it. */
const SINCE = sql(`
  select ${COLUMNS} from outbox.event l
  join outbox.event e on e.company_id = $1 and e.id <> l.id and not e.bulk
    and e.occurred_at > l.occurred_at - make_interval(secs => $3::int)
    and e.seq > l.seq - $5::bigint
  where l.company_id = $1 and l.id = $2
  order by e.occurred_at, e.seq limit $4`);

const FIND = sql('select 1 from outbox.event e where e.company_id = $1 and e.id = $2');

/** By primary key; a version is that of the record as of the event. */
const VERSIONS = sql(`
  select e.id, (e.data ->> 'version')::int as version from outbox.event e
  where e.company_id = $1 and e.id = any($2::uuid[])
    and jsonb_typeof(e.data -> 'version') = 'number'`);

/** Events as they are told to those who look at records. */
export const recentEvents = {
  most: MOST,

  /** Those of these companies of the last minute, the oldest first; one question. */
  async of(db: Database, companies: readonly CompanyId[], now: Instant) {
    const since = addSeconds(now, -SECONDS);
    return (await db.door<RecentEvent>(RECENT, [companies, since, MOST])).reverse();
  },

  /** Those after one; undefined where that is not kept any more, or more came than are told. */
  async since(tx: Tx, id: string): Promise<readonly RecentEvent[] | undefined> {
    const { companyId } = tx.ctx;
    if (!(await tx.maybe(FIND, [companyId, id]))) return undefined;
    const found = await tx.rows<RecentEvent>(SINCE, [companyId, id, SECONDS, MOST * 2, UNDER_WAY]);
    return found.length < MOST * 2 ? found : undefined;
  },

  /** The versions that their records had then, of those that have one. */
  async versions(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.rows<{ id: string; version: number }>(VERSIONS, [tx.ctx.companyId, ids]);
    return new Map(rows.map(({ id, version }) => [id, version]));
  },
} as const;
