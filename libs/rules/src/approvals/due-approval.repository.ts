import { namedSql, sql, type Tx } from '@quittance/database';

/** A record that waits already is not asked about once more. */
const INSERT = namedSql(
  `insert into rules.due_approval (company_id, event_id, record_id)
   select k.id, r.event_id, r.record_id
   from company.pub_company k cross join :rows as r
   where k.id = :companyId and not exists (
     select from rules.approval a where a.company_id = :companyId and a.record_id = r.record_id
       and a.status = 'waiting')`,
  { rows: { eventId: 'uuid', recordId: 'uuid' } },
);

/** By primary key. */
const DELETE = sql(`delete from rules.due_approval where company_id = $1 and event_id = $2`);

/** Of events that were handled unread, or given up. */
const PURGE = sql(`
  delete from rules.due_approval d
  where d.company_id = $1 and d.event_id in (
    select o.event_id from rules.due_approval o
    where o.company_id = $1 and not exists (
      select from outbox.pub_event e
      where e.company_id = $1 and e.id = o.event_id and e.state = 'pending')
    limit $2)`);

/** An event whose rules will send its record for approval. */
export interface DueApproval {
  readonly eventId: string;
  readonly recordId: string;
}

/**
 * SQL: whether a rule is about to send a record for approval. By due_approval_record_index.
 * @param company SQL of the company, such as `$1`
 */
export function isDueSql(company: string, record: string): string {
  return `exists (select from rules.due_approval d
      join outbox.pub_event e on e.company_id = ${company} and e.id = d.event_id
        and e.state = 'pending'
      where d.company_id = ${company} and d.record_id = ${record})`;
}

/**
 * Whether the work of a transaction comes from an event: the rules that are called before the one
 * that asks go on, as they did before it had been asked.
 */
export function isBehindEvent({ ctx }: Pick<Tx, 'ctx'>): boolean {
  return (ctx.depth ?? 0) > 0;
}

async function insertDue(tx: Tx, due: readonly DueApproval[]): Promise<void> {
  if (due.length > 0) await INSERT.run(tx, INSERT.columns(due));
}

/** The rules of the event are about to run: from here on the approval itself says so. */
async function endDue(tx: Tx, eventId: string): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, eventId]);
}

/** So many at most that say nothing any longer. */
function purgeDue(tx: Tx, most: number): Promise<number> {
  return tx.run(PURGE, [tx.ctx.companyId, most]);
}

/** Approvals that rules are about to ask. */
export const dueApprovals = { insert: insertDue, end: endDue, purge: purgeDue } as const;
