import type { LocalDate } from '@quittance/calendar';
import { namedSql, type Tx } from '@quittance/database';
import type { ContractId } from '../../contracts/contract.js';
import type { Subscription } from '../subscription.description.js';
import type { SubscriptionId } from '../subscription.js';
import { beforeCancelling, isLonger, type EndChange, type PlannedEnd } from './end-history.js';

/** By prefix of `amendment_number_key`; of moves that say nothing of the end nothing. */
const HISTORY = namedSql(
  `select a.subscription_id as id, a.kind, a.actor_kind as "actorKind", a.before, a.after
   from sales.amendment a
   where a.company_id = :companyId and a.subscription_id = any(:ids)
     and (a.kind in ('cancelled', 'kept') or a.after ? 'cancelAt')
   order by a.subscription_id, a.number`,
  { values: { ids: 'uuid[]' } },
);

/** By primary key. */
const TERMINATED = namedSql(
  `select c.id, c.terminated_on as "cancelAt", c.end_reason as "cancelReason"
   from sales.contract c
   where c.company_id = :companyId and c.id = any(:ids) and c.status = 'terminated'`,
  { values: { ids: 'uuid[]' } },
);

interface TerminatedContract extends Pick<PlannedEnd, 'cancelAt' | 'cancelReason'> {
  readonly id: ContractId;
}

/**
 * What stands of subscriptions once the end that is planned is taken back: what did before it, and
 * no longer than a contract that is terminated. Nothing of one that ends with its contract or with
 * the term that was sold, as nobody has cancelled it. No statement where none is to end.
 */
export async function endsBehind(
  tx: Tx,
  subscriptions: readonly Pick<Subscription, 'id' | 'contractId' | 'cancelAt'>[],
): Promise<ReadonlyMap<SubscriptionId, PlannedEnd>> {
  const ending = subscriptions.filter(({ cancelAt }) => cancelAt !== null);
  if (ending.length === 0) return new Map();
  const contractIds = ending.flatMap(({ contractId }) => contractId ?? []);
  const [before, contracts] = await Promise.all([
    endsBefore(
      tx,
      ending.map(({ id }) => id),
    ),
    TERMINATED.rows<TerminatedContract>(tx, { ids: contractIds }),
  ]);
  const terminated = new Map<string | null, TerminatedContract>(contracts.map((c) => [c.id, c]));
  return new Map(
    ending.flatMap(({ id, contractId, cancelAt }) => {
      const told = before.get(id)?.find((each) => isLonger(each, cancelAt));
      const end = told && within(told, terminated.get(contractId));
      return end && isLonger(end, cancelAt) ? [[id, end] as const] : [];
    }),
  );
}

/** The first day without the contract of a subscription that is terminated; null of others. */
export async function endOfTerminated(
  tx: Tx,
  { contractId }: Pick<Subscription, 'contractId'>,
): Promise<LocalDate | null> {
  if (contractId === null) return null;
  const [found] = await TERMINATED.rows<TerminatedContract>(tx, { ids: [contractId] });
  return found?.cancelAt ?? null;
}

/** Whether somebody has cancelled it, and not taken that back. */
export async function isToldToEnd(tx: Tx, id: SubscriptionId): Promise<boolean> {
  return ((await endsBefore(tx, [id])).get(id)?.length ?? 0) > 0;
}

async function endsBefore(
  tx: Tx,
  ids: readonly SubscriptionId[],
): Promise<ReadonlyMap<SubscriptionId, readonly PlannedEnd[]>> {
  const rows = await HISTORY.rows<EndChange & { readonly id: SubscriptionId }>(tx, { ids });
  const of = new Map<SubscriptionId, EndChange[]>(ids.map((id) => [id, []]));
  for (const row of rows) of.get(row.id)?.push(row);
  return new Map([...of].map(([id, history]) => [id, beforeCancelling(history)]));
}

/** The earlier one of an end and that of a contract. */
function within(end: PlannedEnd, contract: TerminatedContract | undefined): PlannedEnd {
  const by: LocalDate | null = contract?.cancelAt ?? null;
  if (!contract || !isLonger(end, by)) return end;
  return { cancelAt: by, cancelReason: contract.cancelReason, cancelCredit: null };
}
