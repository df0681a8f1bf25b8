import { sql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import type { ListNarrowing } from '@quittance/lists';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { PartnerScope } from '../registrations/partner-scope.js';
import { ofPartnersWithin, registrationsWithin } from './partner-reach.js';
import { statementsWithin } from './shown-commission.js';
import { partnerQuotesWithin, QUOTE_IS_SENT } from './shown-quote.js';

/** How records of an object are found, and reached by a partner. */
interface RecordOfPartner {
  /** The table or view, with the alias that its reach takes. */
  readonly from: string;
  readonly within: (scope: PartnerScope) => ListNarrowing;
  /** What is never shown, in SQL. */
  readonly shown: string;
}

/** The records of a partner, each found and reached as its list is. */
const RECORDS: Readonly<Record<string, RecordOfPartner>> = {
  commission: {
    from: 'partner.commission c',
    within: (scope) => ofPartnersWithin('c', scope),
    shown: 'true',
  },
  'commission-statement': {
    from: 'partner.commission_statement s',
    within: statementsWithin,
    shown: 'true',
  },
  'deal-registration': {
    from: 'partner.deal_registration r',
    within: registrationsWithin,
    shown: 'true',
  },
  quote: { from: 'sales.pub_brought_quote q', within: partnerQuotesWithin, shown: QUOTE_IS_SENT },
  'sales-order': {
    from: 'sales.pub_sales_order o',
    within: (scope) => ofPartnersWithin('o', scope),
    shown: `o.status <> 'draft'`,
  },
};

/** Somebody of a partner who looks at records. */
export interface PartnerLooker {
  readonly userId: Id<'portal-user'>;
  readonly partnerId: PartnerId;
  /** Whether those below the partner are within reach. */
  readonly tree: boolean;
  readonly colleagues: boolean;
}

/** Partners and all that stand below them, by member_parent_index. */
const BELOW = sql(`
  with recursive below (root, id, depth) as (
    select p.id, p.id, 0 from unnest($2::uuid[]) as p(id)
    union
    select b.root, m.id, b.depth + 1 from partner.member m join below b on b.id = m.parent_id
    where m.company_id = $1 and b.depth < 10)
  select distinct root, id from below`);

/** A user beside a partner within their reach. */
interface Pair {
  readonly userId: Id<'portal-user'>;
  readonly partnerId: PartnerId;
}

async function pairsOf(tx: Tx, lookers: readonly PartnerLooker[]): Promise<readonly Pair[]> {
  const roots = [...new Set(lookers.filter(({ tree }) => tree).map((each) => each.partnerId))];
  const params = [tx.ctx.companyId, roots];
  const rows =
    roots.length === 0 ? [] : await tx.rows<{ root: PartnerId; id: PartnerId }>(BELOW, params);
  return lookers.flatMap(({ userId, partnerId, tree }) =>
    tree
      ? rows.filter(({ root }) => root === partnerId).map(({ id }) => ({ userId, partnerId: id }))
      : [{ userId, partnerId }],
  );
}

/** Stand in the reach for what each row says of its user. */
const PARTNERS: readonly PartnerId[] = [];
const USER = 'the user of the row' as Id<'portal-user'>;

interface ReachedPair {
  readonly userId: string;
  readonly recordId: string;
}

/** Which of the users reach which of the records of an object. */
async function reached(
  tx: Tx,
  object: string,
  ids: readonly string[],
  lookers: readonly PartnerLooker[],
): Promise<readonly ReachedPair[]> {
  const record = RECORDS[object];
  return record ? reachedAmong(tx, record, ids, lookers) : [];
}

/** The same of records that another lib tells how to find. */
async function reachedAmong(
  tx: Tx,
  record: RecordOfPartner,
  ids: readonly string[],
  lookers: readonly PartnerLooker[],
): Promise<readonly ReachedPair[]> {
  if (ids.length === 0) return [];
  const found = [];
  for (const colleagues of [true, false]) {
    const some = lookers.filter((each) => each.colleagues === colleagues);
    if (some.length === 0) continue;
    const pairs = await pairsOf(tx, some);
    const users = pairs.map(({ userId }) => userId);
    const partners = pairs.map(({ partnerId }) => partnerId);
    const params = [tx.ctx.companyId, ids, users, partners];
    found.push(...(await tx.rows<ReachedPair>(statement(record, colleagues), params)));
  }
  return found;
}

/** By the keys of the records; the users stand beside them as rows. */
function statement({ from, within, shown }: RecordOfPartner, colleagues: boolean): string {
  const alias = from.split(' ')[1] ?? '';
  const [partnerId] = PARTNERS as readonly [PartnerId];
  const scope = { partnerId, partnerIds: PARTNERS, portalUserId: USER, colleagues };
  const narrowing = within(scope)((value) =>
    value === PARTNERS ? 'array[m.partner_id]' : 'm.user_id',
  );
  return `select m.user_id as "userId", ${alias}.id as "recordId"
    from ${from} cross join unnest($3::uuid[], $4::uuid[]) as m(user_id, partner_id)
    where ${alias}.company_id = $1::uuid and ${alias}.id = any($2::uuid[])
      and (${narrowing}) and (${shown})`;
}

/** Records of partners, by the reach that their portal reads with. */
export const partnerRecords = { objects: Object.keys(RECORDS), reached, reachedAmong };
