import { dateLiteral, type ListDefinition, type ListField } from '@quittance/lists';
import type { UserId } from '@quittance/kernel';
import { divideRounded, formatMinor, formatUnits, type Currency } from '@quittance/money';
import { rowScope } from '@quittance/objects';
import type { ReportPeriod } from '../cash/cash.lists.js';

const OUTCOMES = ['accepted', 'rejected', 'expired', 'cancelled', 'open'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface Row extends Readonly<Record<Outcome, number>> {
  /** `2026-03`. */
  readonly month: string;
  readonly ownerId: UserId | null;
  readonly ownerName: string | null;
  readonly currency: Currency;
  readonly sent: number;
  readonly sentValue: bigint;
  readonly acceptedValue: bigint;
  readonly acceptedDays: number;
}

/**
 * What became of the quotes that one owner sent in one month, in one currency. Values are net and
 * decimal text; the rest has one decimal.
 */
export interface QuoteConversionLine extends Omit<
  Row,
  'sentValue' | 'acceptedValue' | 'acceptedDays'
> {
  readonly sentValue: string;
  readonly acceptedValue: string;
  /** Accepted in percent of sent. */
  readonly rate: string;
  /** From the first sending to the acceptance; null where none was accepted. */
  readonly averageDaysToAccept: string | null;
}

const money = (name: string): ListField => ({
  sql: `c.${name}`,
  type: 'money',
  currency: 'c.currency',
  notNull: true,
});
const count = (name: string): ListField => ({ sql: `c.${name}`, type: 'integer', notNull: true });

const OUTCOME = `case when n.status in ('accepted', 'ordered') then 'accepted'
  when n.status in ('rejected', 'expired', 'cancelled') then n.status else 'open' end`;

const counted = OUTCOMES.map(
  (outcome) => `count(*) filter (where o.outcome = '${outcome}')::int as ${outcome}`,
);

/**
 * Quotes by the month in which they were first sent, where the company is. A quote counts once,
 * however often it was revised, with what became of its newest revision; one that is being revised,
 * or was sent back, is open. By quote_sent_index.
 */
export function quoteConversionList(
  { from, to }: ReportPeriod,
  timeZone: string,
): ListDefinition<Row, QuoteConversionLine> {
  const zone = `'${timeZone.replaceAll("'", "''")}'`;
  const dayOf = (at: string) => `(${at} at time zone ${zone})::date`;
  return {
    from: `
      (select o.company_id,
         md5(o.month || coalesce(o.owner_id::text, '') || o.currency)::uuid as id, o.month,
         o.owner_id, u.name as owner_name, o.currency, count(*)::int as sent,
         ${counted.join(', ')},
         sum(o.subtotal)::bigint as sent_value,
         coalesce(sum(o.subtotal) filter (where o.outcome = 'accepted'), 0)::bigint
           as accepted_value,
         coalesce(sum(o.days) filter (where o.outcome = 'accepted'), 0)::int as accepted_days
       from (
         select f.company_id, to_char(${dayOf('f.first_sent')}, 'YYYY-MM') as month, f.owner_id,
           f.currency, f.subtotal, f.outcome,
           ${dayOf('coalesce(f.decided_at, f.first_sent)')} - ${dayOf('f.first_sent')} as days
         from (
           select n.company_id, n.owner_id, n.currency, n.subtotal, n.decided_at,
             ${OUTCOME} as outcome,
             (select min(s.sent_at) from sales.pub_quote s
              where s.company_id = $1::uuid and s.number = n.number) as first_sent
           from sales.pub_quote n
           where n.company_id = $1::uuid and n.superseded_by_id is null) f
         where ${dayOf('f.first_sent')} between ${dateLiteral(from)} and ${dateLiteral(to)}) o
       left join identity.pub_user u on u.company_id = $1::uuid and u.id = o.owner_id
       group by o.company_id, o.month, o.owner_id, u.name, o.currency) c`,
    select: `c.month, c.owner_id as "ownerId", c.owner_name as "ownerName", c.currency, c.sent,
      ${OUTCOMES.map((outcome) => `c.${outcome}`).join(', ')}, c.sent_value as "sentValue",
      c.accepted_value as "acceptedValue", c.accepted_days as "acceptedDays"`,
    id: 'c.id',
    fields: {
      month: { sql: 'c.month', type: 'text', notNull: true },
      ownerId: { sql: 'c.owner_id', type: 'id', shows: { target: 'user' } },
      ownerName: { sql: 'c.owner_name', type: 'text' },
      currency: { sql: 'c.currency', type: 'text', notNull: true },
      sent: count('sent'),
      ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])),
      sentValue: money('sent_value'),
      acceptedValue: money('accepted_value'),
    },
    search: [],
    defaultSort: 'month,ownerName,currency',
    columns: ['month', 'ownerId', 'ownerName', 'currency', 'sent', ...OUTCOMES, 'sentValue'].concat(
      ['acceptedValue', 'rate', 'averageDaysToAccept'],
    ),
    scope: (ctx, bind) => {
      const quotes = { owned: true, resource: 'quotes' };
      const parts = [
        rowScope.owned(ctx, 'reports', 'c', bind, 'view'),
        rowScope.seen(ctx, quotes, 'c', bind),
      ].filter((part) => part !== null);
      return parts.length === 0 ? null : parts.join(' and ');
    },
    map: conversionLine,
  };
}

/** The figures of a line from its sums. Pure. */
export function conversionLine({
  sentValue,
  acceptedValue,
  acceptedDays,
  ...row
}: Row): QuoteConversionLine {
  const { currency, sent, accepted } = row;
  return {
    ...row,
    sentValue: formatMinor(sentValue, currency),
    acceptedValue: formatMinor(acceptedValue, currency),
    rate: tenths(BigInt(accepted) * 1000n, sent) ?? '0.0',
    averageDaysToAccept: tenths(BigInt(acceptedDays) * 10n, accepted),
  };
}

function tenths(parts: bigint, whole: number): string | null {
  return whole > 0 ? formatUnits(divideRounded(parts, BigInt(whole)), 1) : null;
}
