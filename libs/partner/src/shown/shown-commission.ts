import type { ListNarrowing } from '@quittance/lists';
import { sql, type Tx } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import { commissionList, commissionNoun } from '../commissions/commission.js';
import type { PartnerScope } from '../registrations/partner-scope.js';
import { commissionStatementList, statementNoun } from '../statements/commission-statement.js';
import { only, withMembers } from './shown-list.js';

/** What a partner sees of a commission: no invoice, and not for what it is held. */
export const COMMISSION_SHOWN = [
  'id',
  'kind',
  'status',
  'reason',
  'moneyOn',
  'availableOn',
  'currency',
  'base',
  'rate',
  'amount',
  'payoutCurrency',
  'payoutAmount',
  'statementId',
  'createdAt',
] as const;

/** What a partner sees of a statement, once it is approved. */
export const STATEMENT_SHOWN = [
  'id',
  'month',
  'status',
  'currency',
  'entries',
  'carried',
  'earned',
  'reversed',
  'total',
  'approvedAt',
  'paidOn',
  'reference',
] as const;

export const shownCommissions = withMembers(commissionList, COMMISSION_SHOWN);
export const shownCommissionNoun = { members: only(commissionNoun.members, COMMISSION_SHOWN) };
export const shownStatements = withMembers(commissionStatementList, STATEMENT_SHOWN);
export const shownStatementNoun = { members: only(statementNoun.members, STATEMENT_SHOWN) };

/** Statements of partners that somebody has approved. */
export const statementsWithin =
  ({ partnerIds }: PartnerScope): ListNarrowing =>
  (bind) =>
    `s.partner_id = any (${bind(partnerIds)}::uuid[]) and s.status in ('approved', 'paid')`;

/** What partners have earned in a currency, by where it stands. Decimal text. */
export interface CommissionSums {
  readonly currency: Currency;
  readonly pending: string;
  readonly payable: string;
  readonly onHold: string;
  readonly onStatement: string;
  readonly paid: string;
}

const SUMS = sql(`
  select c.payout_currency as currency,
    coalesce(sum(c.payout_amount) filter (where c.status = 'pending'), 0)::bigint as pending,
    coalesce(sum(c.payout_amount) filter (where c.status = 'payable'), 0)::bigint as payable,
    coalesce(sum(c.payout_amount) filter (where c.status = 'on_hold'), 0)::bigint as "onHold",
    coalesce(sum(c.payout_amount) filter (where c.status = 'on_statement'), 0)::bigint
      as "onStatement",
    coalesce(sum(c.payout_amount) filter (where c.status = 'paid'), 0)::bigint as paid
  from partner.commission c
  where c.company_id = $1 and c.partner_id = any($2::uuid[])
  group by c.payout_currency order by c.payout_currency`);

type SumsRow = { readonly [N in Exclude<keyof CommissionSums, 'currency'>]: bigint } & {
  readonly currency: Currency;
};

/** What partners have earned, a line for each currency that is paid out. */
export async function commissionSums(
  tx: Tx,
  { partnerIds }: PartnerScope,
): Promise<CommissionSums[]> {
  const rows = await tx.rows<SumsRow>(SUMS, [tx.ctx.companyId, partnerIds]);
  return rows.map(({ currency, ...sums }) => ({
    currency,
    pending: formatMinor(sums.pending, currency),
    payable: formatMinor(sums.payable, currency),
    onHold: formatMinor(sums.onHold, currency),
    onStatement: formatMinor(sums.onStatement, currency),
    paid: formatMinor(sums.paid, currency),
  }));
}
