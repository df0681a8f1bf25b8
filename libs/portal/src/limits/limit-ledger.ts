import { readToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { namedSql, sql, type Tx } from '@quittance/database';
import { newId, type Id } from '@quittance/kernel';
import { divideRounded, sumOf, type Currency } from '@quittance/money';
import type { OrderId, SubscriptionId } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import { ADDED_PERIODS, limitSpanOf, type AddedPeriod } from './limit-period.js';
import { amountIn, limitSpanOn, usedBy, type Spender } from './spender.js';
import { beyondCharged, isWithinLimit } from './within-limit.js';

/** What a quote and its order have in common: whichever is charged first, both are charged once. */
export type ChainId = Id<'quote'> | OrderId | Id<'plan-change'>;

/** Something that draws on a limit. Minor units, tax included. */
export interface LimitCharge {
  readonly chainId: ChainId;
  readonly total: bigint;
  readonly currency: Currency;
  readonly orderId: OrderId | null;
  readonly quoteId: Id<'quote'> | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly approvalId: Id<'portal-approval'> | null;
}

/** By limit_entry_chain_index. */
const CHARGED = sql(`
  select coalesce(sum(e.document_amount), 0)::bigint as charged from portal.limit_entry e
  where e.company_id = $1 and e.chain_id = $2 and e.document_currency = $3`);

const ENTER = namedSql(
  `insert into portal.limit_entry (company_id, id, kind, portal_user_id, chain_id, reserve_id,
     spent_on, currency, amount, document_currency, document_amount, order_id, quote_id,
     subscription_id, approval_id, created_at)
   select k.id, e.id, e.kind, e.portal_user_id, e.chain_id, e.reserve_id, e.spent_on, e.currency,
     e.amount, e.document_currency, e.document_amount, e.order_id, e.quote_id, e.subscription_id,
     e.approval_id, :now
   from company.pub_company k cross join :rows as e where k.id = :companyId`,
  {
    rows: {
      id: 'uuid',
      kind: 'text',
      portalUserId: 'uuid',
      chainId: 'uuid',
      reserveId: 'uuid',
      spentOn: 'date',
      currency: 'text',
      amount: 'bigint',
      documentCurrency: 'text',
      documentAmount: 'bigint',
      orderId: 'uuid',
      quoteId: 'uuid',
      subscriptionId: 'uuid',
      approvalId: 'uuid',
    },
  },
);

/** Periods that were opened; by primary key. */
const MOVE = namedSql(
  `update portal.limit_use u set used = u.used + m.amount
   from :rows as m where u.company_id = :companyId and u.portal_user_id = m.portal_user_id
     and u.period = m.period and u.starts_on = m.starts_on and u.currency = m.currency`,
  {
    rows: {
      portalUserId: 'uuid',
      period: 'text',
      startsOn: 'date',
      currency: 'text',
      amount: 'bigint',
    },
  },
);

const OPEN = sql(`
  insert into portal.limit_use (company_id, portal_user_id, period, starts_on, currency, used)
  select k.id, $2::uuid, $3::text, $4::date, $5::text, $6::bigint from company.pub_company k
  where k.id = $1::uuid
  on conflict (company_id, portal_user_id, period, starts_on, currency) do nothing`);

/** By limit_entry_chain_index; what was neither settled nor given back, in the order of users. */
const standing = (kind: 'commit' | 'release') =>
  sql(`
  select e.id, e.portal_user_id as "portalUserId", e.chain_id as "chainId",
    e.spent_on as "spentOn", e.currency, e.amount, e.document_currency as "documentCurrency",
    e.document_amount as "documentAmount", e.order_id as "orderId", e.quote_id as "quoteId",
    e.subscription_id as "subscriptionId", e.approval_id as "approvalId"
  from portal.limit_entry e
  where e.company_id = $1 and e.chain_id = any($2::uuid[]) and e.kind = 'reserve' and not exists (
    select from portal.limit_entry r where r.company_id = $1 and r.reserve_id = e.id
      and r.kind in ('release', '${kind}'))
  order by e.portal_user_id, e.id`);
const UNSETTLED = standing('commit');
const UNRELEASED = standing('release');

/** By primary key, in the order of ids. */
const LOCK_USERS = sql(`
  select u.id from portal.portal_user u
  where u.company_id = $1 and u.id = any($2::uuid[]) order by u.id for no key update of u`);

interface Reserve {
  readonly id: Id<'limit-entry'>;
  readonly portalUserId: PortalUserId;
  readonly chainId: ChainId;
  readonly spentOn: LocalDate;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly documentCurrency: Currency;
  readonly documentAmount: bigint;
  readonly orderId: OrderId | null;
  readonly quoteId: Id<'quote'> | null;
  readonly subscriptionId: SubscriptionId | null;
  readonly approvalId: Id<'portal-approval'> | null;
}

/** What of a chain was charged, in the currency of its documents. */
export async function chargedOf(tx: Tx, chainId: ChainId, currency: Currency): Promise<bigint> {
  const params = [tx.ctx.companyId, chainId, currency];
  return (await tx.one<{ charged: bigint }>(CHARGED, params)).charged;
}

/** What a charge comes to for a user, and whether their limit lets it through. */
interface JudgedCharge {
  readonly on: LocalDate;
  /** What is not charged of the chain yet; null where all of it is. */
  readonly more: bigint | null;
  /** The same in the currency of the limit; null where there is no rate. */
  readonly counted: bigint | null;
  readonly used: bigint;
  readonly isWithin: boolean;
}

async function judge(tx: Tx, { id, limit }: Spender, asked: LimitCharge): Promise<JudgedCharge> {
  const { total, currency, chainId, subscriptionId } = asked;
  const on = await readToday(tx);
  // A change of a subscription tells what it adds to what was agreed, one planned before included.
  const charged = subscriptionId === null ? await chargedOf(tx, chainId, currency) : 0n;
  const more = beyondCharged(total, charged);
  if (more === null) return { on, more, counted: 0n, used: 0n, isWithin: true };
  const counted = (await amountIn(tx, more, currency, [limit.currency], on))(limit.currency);
  const used = (await usedBy(tx, [{ id, limit }], on)).get(id) ?? 0n;
  return { on, more, counted, used, isWithin: isWithinLimit(limit.amount, used, counted) };
}

/** Whether the limit of a locked user lets it through; nothing is drawn. */
export async function allows(tx: Tx, spender: Spender, asked: LimitCharge): Promise<boolean> {
  return (await judge(tx, spender, asked)).isWithin;
}

/**
 * Draws on the limit of a locked user, where it allows that: `used` and the entry change with the
 * transaction. Answers false, and has written nothing, where it does not. What of the chain was
 * charged before is not charged again. The documents of the chain are locked.
 */
export async function charge(tx: Tx, spender: Spender, asked: LimitCharge): Promise<boolean> {
  const { id, limit } = spender;
  const { on, more, counted, used, isWithin } = await judge(tx, spender, asked);
  if (!isWithin || more === null) return isWithin;
  const span = limitSpanOn(limit, on);
  if (span) {
    const params = [tx.ctx.companyId, id, limit.period, span.startsOn, limit.currency, used];
    await tx.run(OPEN, params);
  }
  const { chainId, currency, orderId, quoteId, subscriptionId, approvalId } = asked;
  // Without a limit and without a rate it stands in its own currency, and counts for no other.
  const stands =
    counted === null ? { currency, amount: more } : { currency: limit.currency, amount: counted };
  const reserve = {
    id: newId<'limit-entry'>(),
    kind: 'reserve',
    portalUserId: id,
    reserveId: null,
    spentOn: on,
    ...stands,
    documentCurrency: currency,
    documentAmount: more,
  } as const;
  await enter(tx, [{ ...reserve, chainId, orderId, quoteId, subscriptionId, approvalId }]);
  return true;
}

/** What chains are about binds: what was reserved is spent. Once, however often it is told. */
export async function commitChain(tx: Tx, ...chainIds: readonly ChainId[]): Promise<void> {
  if (chainIds.length === 0) return;
  const reserves = await tx.rows<Reserve>(UNSETTLED, [tx.ctx.companyId, chainIds]);
  await enter(
    tx,
    reserves.map((reserve) => ({
      ...reserve,
      id: newId<'limit-entry'>(),
      kind: 'commit',
      reserveId: reserve.id,
      amount: 0n,
      documentAmount: 0n,
    })),
  );
}

/**
 * What chains are about is given up: what was reserved is free again, in the period in which it was
 * reserved. Once, however often it is told.
 */
export async function releaseChain(tx: Tx, ...chainIds: readonly ChainId[]): Promise<void> {
  if (chainIds.length === 0) return;
  await giveBack(tx, await tx.rows<Reserve>(UNRELEASED, [tx.ctx.companyId, chainIds]));
}

/**
 * The same of what has not come to bind, as far as it is given up: some parts of it stay reserved,
 * for whom and in the period in which they were.
 */
export async function releaseParts(
  tx: Tx,
  shares: readonly { readonly chainId: ChainId; readonly left: Left }[],
): Promise<void> {
  if (shares.length === 0) return;
  const chainIds = [...new Set(shares.map(({ chainId }) => chainId))];
  const reserves = await tx.rows<Reserve>(UNSETTLED, [tx.ctx.companyId, chainIds]);
  const lefts = new Map(
    shares.map(({ chainId, left }) => [chainId, shareOf(left, reservedOf(reserves, chainId))]),
  );
  await giveBack(tx, reserves, ({ chainId }) => lefts.get(chainId) ?? NOTHING);
}

/** So many parts of so many. */
export type Share = readonly [of: bigint, outOf: bigint];

/** Those parts, or all but an amount in the currency of the documents, in minor units. */
export type Left = Share | { readonly allBut: bigint };

const NOTHING: Share = [0n, 1n];

function reservedOf(reserves: readonly Reserve[], of: ChainId): bigint {
  const own = reserves.filter(({ chainId }) => chainId === of);
  return sumOf(own.map(({ documentAmount }) => documentAmount));
}

function shareOf(left: Left, reserved: bigint): Share {
  if (!('allBut' in left)) return left;
  return reserved > left.allBut ? [reserved - left.allBut, reserved] : NOTHING;
}

async function giveBack(
  tx: Tx,
  reserves: readonly Reserve[],
  leftOf: (reserve: Reserve) => Share = () => NOTHING,
): Promise<void> {
  if (reserves.length === 0) return;
  const users = [...new Set(reserves.map(({ portalUserId }) => portalUserId))];
  await tx.rows(LOCK_USERS, [tx.ctx.companyId, users]);
  const released = reserves.map((reserve) => ({
    ...reserve,
    id: newId<'limit-entry'>(),
    kind: 'release' as const,
    reserveId: reserve.id,
    amount: -reserve.amount,
    documentAmount: -reserve.documentAmount,
  }));
  const kept = reserves.flatMap((reserve) => {
    const [of, outOf] = leftOf(reserve);
    if (of === 0n) return [];
    const part = (amount: bigint) => divideRounded(amount * of, outOf);
    const [amount, documentAmount] = [part(reserve.amount), part(reserve.documentAmount)];
    const id = newId<'limit-entry'>();
    return [{ ...reserve, id, kind: 'reserve' as const, reserveId: null, amount, documentAmount }];
  });
  await enter(tx, [...released, ...kept]);
}

type Entry = Omit<Reserve, 'id'> & {
  readonly id: Id<'limit-entry'>;
  readonly kind: 'reserve' | 'commit' | 'release';
  readonly reserveId: Id<'limit-entry'> | null;
};

/** Writes entries, and has the periods that were opened say what they come to. */
async function enter(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await ENTER.run(tx, ENTER.columns(entries));
  const moves = new Map<string, UseMove>();
  for (const { portalUserId, currency, amount, spentOn } of entries) {
    if (amount === 0n) continue;
    for (const period of ADDED_PERIODS) {
      const { startsOn } = limitSpanOf(period, spentOn);
      const key = [portalUserId, period, startsOn, currency].join(' ');
      const before = moves.get(key)?.amount ?? 0n;
      moves.set(key, { portalUserId, period, startsOn, currency, amount: before + amount });
    }
  }
  if (moves.size > 0) await MOVE.run(tx, MOVE.columns([...moves.values()]));
}

interface UseMove {
  readonly portalUserId: PortalUserId;
  readonly period: AddedPeriod;
  readonly startsOn: LocalDate;
  readonly currency: Currency;
  readonly amount: bigint;
}
