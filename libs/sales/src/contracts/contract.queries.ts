import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { invalidField, type AccountId } from '@quittance/kernel';
import { contractAwaitsOrder, contractNotActive } from './contract.errors.js';
import {
  refuseOutsideTerm,
  type ContractId,
  type ContractStatus,
  type ContractTerm,
  type EndingTerm,
} from './contract.js';

interface HeldContract extends ContractTerm {
  readonly accountId: AccountId;
  readonly status: ContractStatus;
}

/** By primary key. */
const HOLD = sql(`select c.account_id as "accountId", c.status,
    c.start_date as "startDate", c.end_date as "endDate"
  from sales.contract c
  where c.company_id = $1 and c.id = $2 and c.deleted_at is null for share`);

/** Who subscribes under a contract, from which day. */
interface Subscribing {
  readonly accountId: AccountId;
  readonly startDate: LocalDate;
}

/**
 * That a contract is in force that an account may subscribe under from a day; nobody ends it
 * meanwhile.
 * @throws DomainError validation_failed, contract_not_active, outside_contract_term
 */
export async function holdContract(
  tx: Tx,
  id: ContractId,
  { accountId, startDate }: Subscribing,
): Promise<void> {
  const found = await tx.maybe<HeldContract>(HOLD, [tx.ctx.companyId, id]);
  const refuse = (code: string, message: string) => invalidField('/contractId', code, message);
  if (!found) throw refuse('reference_not_found', 'There is no such contract.');
  if (found.accountId !== accountId) throw refuse('account', 'is a contract of another account');
  if (found.status === 'active') return refuseOutsideTerm(found, startDate);
  const errors = [
    { pointer: '/contractId', code: 'status', message: `is a contract that is ${found.status}` },
  ];
  throw contractNotActive({ status: found.status, operation: 'subscribe' }, { errors });
}

/** By primary key. */
const UNCONFIRMED = sql(`select o.id, o.number from sales.sales_order o
  where o.company_id = $1 and o.id = any($2::uuid[])
    and o.status in ('draft', 'pending', 'pending_approval')`);

/**
 * A draft that was made with an order is what the order puts in force when it is confirmed, and
 * ends when that is cancelled.
 * @throws DomainError contract_awaits_order
 */
export async function refuseAwaitingOrder(
  tx: Tx,
  contracts: readonly FieldValues[],
): Promise<void> {
  const drafts = contracts.filter(({ status }) => status === 'draft');
  const ids = drafts.flatMap(({ salesOrderId }) => (salesOrderId ? [String(salesOrderId)] : []));
  if (ids.length === 0) return;
  const found = await tx.rows<{ id: string; number: string }>(UNCONFIRMED, [tx.ctx.companyId, ids]);
  const [order] = found;
  if (!order) return;
  const contract = drafts.find(({ salesOrderId }) => salesOrderId === order.id);
  throw contractAwaitsOrder({ number: String(contract?.number), order: order.number });
}

/** What the daily sweep looks for, by `contract_ending_index`. */
const ENDING = sql(`
  select c.id, c.end_date as "endDate" from sales.contract c
  where c.company_id = $1 and c.status = 'active' and c.deleted_at is null
    and c.end_date is not null and c.end_date < $2::date and (c.end_date, c.id) > ($4::date, $5)
  order by c.end_date, c.id limit $3`);
const TO_TELL = sql(`
  select c.id, c.end_date as "endDate" from sales.contract c
  where c.company_id = $1 and c.status = 'active' and c.deleted_at is null
    and c.end_date is not null and c.end_date >= $2::date
    and c.end_date - c.notice_days <= $2::date
    and (c.notice_told_on is null or c.notice_told_on < c.end_date - c.notice_days)
    and (c.end_date, c.id) > ($4::date, $5)
  order by c.end_date, c.id limit $3`);

/** A contract that the day brings something to, and where it stands in their order. */
export interface DueContract {
  readonly id: ContractId;
  readonly endDate: LocalDate;
}

/** Which of them come next: so many, behind the last that was looked at. */
export interface DueBatch {
  readonly today: LocalDate;
  readonly limit: number;
  readonly after: DueContract | null;
}

const FIRST = { endDate: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

const nextOf =
  (statement: typeof ENDING) =>
  (tx: Tx, { today, limit, after }: DueBatch): Promise<DueContract[]> => {
    const { endDate, id } = after ?? FIRST;
    return tx.rows<DueContract>(statement, [tx.ctx.companyId, today, limit, endDate, id]);
  };

/** Active contracts whose last day is over. */
export const endedContracts = nextOf(ENDING);

/** Active contracts whose last day of notice has come, and of which that was not told. */
export const contractsToTell = nextOf(TO_TELL);

/** By contract_ending_index. One that goes on by itself does not end. */
const ENDING_ON = sql(`
  select c.id from sales.contract c
  where c.company_id = $1 and c.end_date = $2::date and c.status = 'active'
    and not (c.auto_renew and c.notice_given_on is null) and c.deleted_at is null
  order by c.id`);

/** The contracts that end on a day and do not go on by themselves. */
export async function contractsEnding(tx: Tx, day: LocalDate): Promise<readonly ContractId[]> {
  const rows = await tx.rows<{ id: ContractId }>(ENDING_ON, [tx.ctx.companyId, day]);
  return rows.map(({ id }) => id);
}

/** By primary key, from one to the one before it. */
const FIRST_TERM = sql(`
  with recursive chain as (
    select c.previous_id, c.start_date, c.end_date from sales.contract c
    where c.company_id = $1 and c.id = $2
    union all
    select c.previous_id, c.start_date, c.end_date from chain n
    join sales.contract c on c.company_id = $1 and c.id = n.previous_id)
  select n.start_date as "startDate", n.end_date as "endDate" from chain n
  where n.previous_id is null`);

/** The first term of what a contract that ends goes on with, its own where none was before. */
export function firstTerm(tx: Tx, id: ContractId): Promise<EndingTerm> {
  return tx.one<EndingTerm>(FIRST_TERM, [tx.ctx.companyId, id]);
}
