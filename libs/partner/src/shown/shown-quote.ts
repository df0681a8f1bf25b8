import { date, integer, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Id } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  nounList,
  system,
  type HeadRowOf,
} from '@quittance/nouns';
import type { PartnerScope } from '../registrations/partner-scope.js';
import { ofPartnersWithin } from './partner-reach.js';
import { withMembers } from './shown-list.js';

const STATUSES = [
  'sent',
  'viewed',
  'accepted',
  'rejected',
  'changes_requested',
  'expired',
  'ordered',
] as const;

/** A quote on a deal of a partner, as the partner sees it: sent or later. */
export const shownQuoteNoun = describeNoun({
  name: 'brought-quote',
  label: 'Quote',
  pluralLabel: 'Quotes',
  path: '/quotes',
  table: 'sales.pub_brought_quote',
  alias: 'q',
  defaultSort: '-issueDate',
  members: {
    id: system(lookup<Id<'quote'>>('Id', null)),
    number: system(text('Number', { maxLength: 100, searched: true })),
    revision: system(integer('Revision')),
    status: system(picklist('Status', choicesOf(STATUSES))),
    accountId: system(lookup<AccountId>('Customer', null)),
    customerName: system(text('Name of the customer', { maxLength: 200, searched: true }), {
      sql: 'a.name',
    }),
    issueDate: system(date('Day')),
    validUntil: system(date('Valid until')),
    currency: system(currencyCode()),
    subtotal: system(amount('Net')),
  },
});

type Row = HeadRowOf<typeof shownQuoteNoun.members> & { readonly customerName: string };
const view = headOf(shownQuoteNoun, { customerName: ({ customerName }: Row) => customerName });
export type ShownQuote = ReturnType<typeof view>;

/** By the alias `q`: it was sent, and no revision has taken its place. */
export const QUOTE_IS_SENT = `q.sent_at is not null and q.superseded_by_id is null
    and q.status in ('sent', 'viewed', 'accepted', 'rejected', 'changes_requested', 'expired',
      'ordered')`;

const all: ListDefinition<Row, ShownQuote> = {
  ...nounList(shownQuoteNoun, view as never),
  from:
    'sales.pub_brought_quote q join crm.pub_account a on a.company_id = $1::uuid and ' +
    'a.id = q.account_id',
  where: QUOTE_IS_SENT,
  select: `${shownQuoteNoun.rows.select('q')}, a.name as "customerName"`,
  map: (row) => view(row),
};
const PLAIN = [
  'id',
  'number',
  'revision',
  'status',
  'accountId',
  'customerName',
  'issueDate',
  'validUntil',
] as const;

/** Quotes on deals of partners, with their sums or without. */
export const shownQuotes = (prices: boolean) => (prices ? all : withMembers(all, PLAIN));
/** The members that every partner sees, for the document. */
export const QUOTE_SHOWN = PLAIN;

/** Those of colleagues as well, or on deals of which the user has registered the opportunity. */
export const partnerQuotesWithin =
  (scope: PartnerScope): ListNarrowing =>
  (bind) => {
    const ofPartners = ofPartnersWithin('q', scope)(bind);
    if (scope.colleagues) return ofPartners;
    return `${ofPartners} and q.deal_id in (
      select r.deal_id from partner.deal_registration r
      where r.company_id = $1::uuid and r.portal_user_id = ${bind(scope.portalUserId)})`;
  };
