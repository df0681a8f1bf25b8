import { personBehind } from '@quittance/access';
import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { notFound, type Actor, type UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import {
  statementNoun,
  commissionStatementView,
  type CommissionStatement,
  type StatementId,
} from './commission-statement.js';

const { rows, store } = statementNoun;
const FIND = sql(`
  select ${rows.select('s')} from partner.commission_statement s
  where s.company_id = $1 and s.id = $2`);
const LOCK = sql(`${FIND.text} for no key update`);

/** @throws DomainError not_found */
export async function readStatement(tx: Tx, id: StatementId): Promise<CommissionStatement> {
  const found = await tx.maybe<CommissionStatement>(FIND, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'commission statement' });
  return found;
}

/** @throws DomainError not_found */
export async function lockStatement(tx: Tx, id: StatementId): Promise<CommissionStatement> {
  const found = await tx.maybe<CommissionStatement>(LOCK, [tx.ctx.companyId, id]);
  if (!found) throw notFound({ object: 'commission statement' });
  return found;
}

const TAKE = sql(`
  update partner.commission set status = 'on_statement', statement_id = $3,
    version = version + 1, updated_at = $4
  where company_id = $1 and id = any($2::uuid[]) and status = 'payable'`);
const GIVE_BACK = sql(`
  update partner.commission set status = 'payable', statement_id = null,
    version = version + 1, updated_at = $3
  where company_id = $1 and statement_id = $2`);
const PAY = sql(`
  update partner.commission set status = 'paid', version = version + 1, updated_at = $3
  where company_id = $1 and statement_id = $2`);

/** Puts entries on a statement. The partner is held. @throws Error where one is payable no more */
export async function takeEntries(
  tx: Tx,
  statementId: StatementId,
  ids: readonly string[],
): Promise<void> {
  const taken = await tx.run(TAKE, [tx.ctx.companyId, ids, statementId, tx.ctx.now]);
  if (taken !== ids.length) throw new Error(`Of ${ids.length} commissions ${taken} were payable`);
}

/** Lets the entries of a statement be payable again. */
export async function giveBackEntries(tx: Tx, id: StatementId): Promise<void> {
  await tx.run(GIVE_BACK, [tx.ctx.companyId, id, tx.ctx.now]);
}

export async function payEntries(tx: Tx, id: StatementId): Promise<void> {
  await tx.run(PAY, [tx.ctx.companyId, id, tx.ctx.now]);
}

/** By commission_statement_index. */
const ADJUSTED_BY = sql(`
  select distinct c.written_by as person, c.created_by as actor from partner.commission c
  where c.company_id = $1 and c.statement_id = $2 and c.kind = 'adjustment'`);

/**
 * The persons behind the adjustments that are on a statement. Hosts of before these were kept,
 * which an upgrade lets run on for a while, kept the actor alone.
 */
export async function adjustedBy(tx: Tx, id: StatementId): Promise<readonly (UserId | null)[]> {
  const found = await tx.rows<Adjuster>(ADJUSTED_BY, [tx.ctx.companyId, id]);
  const persons: (UserId | null)[] = [];
  for (const { person, actor } of found) persons.push(person ?? (await personBehind(tx, actor)));
  return persons;
}

interface Adjuster {
  readonly person: UserId | null;
  readonly actor: Actor;
}

export async function insertStatement(tx: Tx, statement: CommissionStatement): Promise<void> {
  await rows.insert(tx, [statement]);
  const about = { object: 'commission-statement', recordId: statement.id };
  audit(tx, {
    action: 'commission_statement.created',
    ...about,
    after: commissionStatementView(statement),
  });
}

/** What is announced of a statement, and what only the log has. */
type Told = 'commission_statement.approved' | 'commission_statement.paid';
type Logged = 'commission_statement.rejected' | 'commission_statement.voided';

/** Stores what became of a locked statement, and tells it. */
export function storeStatement(
  tx: Tx,
  type: Told | Logged,
  before: CommissionStatement,
  change: Partial<CommissionStatement>,
): CommissionStatement {
  const after = { ...before, ...change, version: before.version + 1, updatedAt: tx.ctx.now };
  tx.later(store(tx, after));
  const about = { object: 'commission-statement', recordId: after.id } as const;
  const data = commissionStatementView(after);
  if (type === 'commission_statement.approved' || type === 'commission_statement.paid') {
    emit(tx, { type, ...about, data });
  }
  const was = { ...commissionStatementView(before) };
  audit(tx, { action: type, ...about, before: was, after: { ...data } });
  return after;
}
