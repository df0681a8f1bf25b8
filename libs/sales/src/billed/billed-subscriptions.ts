import { namedSql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import {
  subscriptionItemNoun,
  subscriptionNoun,
  type Subscription,
  type SubscriptionItem,
} from '../subscriptions/subscription.description.js';
import type { SubscriptionId } from '../subscriptions/subscription.js';
import { BOUND_COLUMNS, boundUntil, type ContractBound } from './contract-bound.js';

const TERMS = [
  'id',
  'status',
  'accountId',
  'contractId',
  'poNumber',
  'currency',
  'frequency',
  'timing',
  'anchorDate',
  'anchorDay',
  'gridBefore',
  'gridNext',
  'billedFrom',
  'stub',
  'trialEnd',
  'trialEndAction',
  'cancelAt',
  'endedOn',
  'pauseOn',
] as const satisfies readonly (keyof Subscription)[];

const ITEM = [
  'subscriptionId',
  'id',
  'itemId',
  'position',
  'validFrom',
  'validTo',
  'planVersionId',
  'overrides',
  'productId',
  'description',
  'quantity',
  'unitPrice',
  'discountPercent',
  'discountAmount',
  'taxCode',
  'placeOf',
  'net',
] as const satisfies readonly (keyof SubscriptionItem)[];

/** A subscription as far as it decides when and how it is billed. */
export type BilledTerms = Pick<Subscription, (typeof TERMS)[number]> & ContractBound;
/** An item for the days on which it holds, as far as it decides what is billed. */
export type BilledItem = Pick<SubscriptionItem, (typeof ITEM)[number]>;

/** What is billed of a subscription. */
export interface BilledSubscription {
  readonly terms: BilledTerms;
  /** In their order, and of each the rows in the order of their days. */
  readonly items: readonly BilledItem[];
}

/**
 * Any of the ids, hidden from whoever plans the statement: of hundreds that are seen each is looked
 * up in the statistics of each index, for every batch anew.
 */
const OF_MANY = 'any(array(select unnest(:ids)))';

/** By primary key, and so is the contract. */
const TERMS_OF = namedSql(
  `select ${subscriptionNoun.rows.select('s', TERMS)}, ${BOUND_COLUMNS('c')}
   from sales.subscription s
   left join sales.contract c on c.company_id = :companyId and c.id = s.contract_id
   where s.company_id = :companyId and s.id = ${OF_MANY}`,
  { values: { ids: 'uuid[]' } },
);

/** What held on no day is history, and so is what held before; by prefix of the primary key. */
const ITEMS_SINCE = namedSql(
  `select ${subscriptionItemNoun.rows.select('i', ITEM)} from sales.subscription_item i
   where i.company_id = :companyId and i.subscription_id = ${OF_MANY}
     and (i.valid_to is null or (i.valid_to > i.valid_from and i.valid_to > :since))
   order by i.subscription_id, i.position, i.valid_from`,
  { values: { ids: 'uuid[]', since: 'date' } },
);

/** What is billed of subscriptions from a day on, in two statements and one round trip. */
export async function billedSubscriptions(
  tx: Tx,
  ids: readonly SubscriptionId[],
  since: LocalDate,
): Promise<ReadonlyMap<SubscriptionId, BilledSubscription>> {
  if (ids.length === 0) return new Map();
  const [terms, items] = await Promise.all([
    TERMS_OF.rows<BilledTerms>(tx, { ids }),
    ITEMS_SINCE.rows<BilledItem>(tx, { ids, since }),
  ]);
  const found = new Map(terms.map((each) => [each.id, { terms: each, items: [] as BilledItem[] }]));
  for (const item of items) found.get(item.subscriptionId)?.items.push(item);
  return found;
}

/**
 * Whether it has ended on the first day that costs anything: no day of it was served, and what was
 * used until then is owed. Not where a trial was over with it, as nothing of that is charged.
 */
export function endedAtOnce({
  billedFrom,
  endedOn,
  trialEnd,
  trialEndAction,
}: Pick<BilledTerms, 'billedFrom' | 'endedOn' | 'trialEnd' | 'trialEndAction'>): boolean {
  return endedOn === billedFrom && (endedOn !== trialEnd || trialEndAction === 'activate');
}

/**
 * The first day on which nothing is billed any more, as far as it is known. A contract that is not
 * renewed by itself ends it, whether or not that was swept.
 */
export function billedUntil(terms: BilledTerms): LocalDate | null {
  if (terms.endedOn !== null) return terms.endedOn;
  return earlier(servedUntil(terms), boundUntil(terms));
}

/** The first day without service, as it is agreed of the subscription itself. */
export function servedUntil(terms: Omit<BilledTerms, keyof ContractBound>): LocalDate | null {
  const { endedOn, cancelAt, status, trialEnd, trialEndAction } = terms;
  const told = endedOn ?? cancelAt;
  const isTried = status === 'trialing' || status === 'pending';
  if (!isTried || trialEnd === null || trialEndAction === 'activate') return told;
  return earlier(told, trialEnd);
}

function earlier(a: LocalDate | null, b: LocalDate | null): LocalDate | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
