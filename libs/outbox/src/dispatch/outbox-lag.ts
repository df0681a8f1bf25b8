import { sql, type Database } from '@quittance/database';
import { epochMs, type CompanyId, type Instant } from '@quittance/kernel';

const OLDEST_PENDING = sql(`
  select company_id as "companyId", occurred_at as "occurredAt" from outbox.door_oldest_pending()`);

/** How far the dispatcher is behind, over all companies: for metrics and readiness. */
export interface Lag {
  /** Age of the oldest pending event; 0 when there is none. */
  readonly seconds: number;
  /** Companies with pending events. */
  readonly companies: number;
}

/** How far the dispatcher is behind at an instant. */
export async function readLag(db: Database, now: Instant): Promise<Lag> {
  const rows = await db.door<{ companyId: CompanyId; occurredAt: Instant }>(OLDEST_PENDING);
  const ages = rows.map(({ occurredAt }) => (epochMs(now) - epochMs(occurredAt)) / 1000);
  return { seconds: Math.max(0, ...ages), companies: rows.length };
}
