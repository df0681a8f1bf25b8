import { lookup, text } from '@quittance/fields';
import type { AccountId } from '@quittance/kernel';
import type { ListNarrowing } from '@quittance/lists';
import { describeNoun, headOf, nounList, system } from '@quittance/nouns';
import type { PartnerScope } from '../registrations/partner-scope.js';

const nullable = { nullable: true } as const;

/** A customer as the partner sees who brought it: whom and where, and nothing of its money. */
export const shownCustomerNoun = describeNoun({
  name: 'brought-customer',
  label: 'Customer',
  pluralLabel: 'Customers',
  path: '/customers',
  table: 'crm.pub_account_place',
  alias: 'a',
  defaultSort: 'name',
  members: {
    id: system(lookup<AccountId>('Id', null)),
    name: system(text('Name', { maxLength: 200, searched: true })),
    city: system(text('City', { maxLength: 200 }), nullable),
    country: system(text('Country', { maxLength: 2 }), nullable),
  },
});

export const shownCustomers = nounList(shownCustomerNoun, headOf(shownCustomerNoun, {}));

/** Customers with orders, deals or registrations of the partners. */
export const customersWithin =
  ({ partnerIds }: PartnerScope): ListNarrowing =>
  (bind) => {
    const partners = `any (${bind(partnerIds)}::uuid[])`;
    return `a.id in (
        select o.account_id from sales.pub_sales_order o
        where o.company_id = $1::uuid and o.status <> 'draft' and o.partner_id = ${partners}
      union select d.account_id from crm.pub_deal d
        where d.company_id = $1::uuid and d.deleted_at is null and d.partner_id = ${partners}
      union select r.account_id from partner.deal_registration r
        where r.company_id = $1::uuid and r.partner_id = ${partners})`;
  };
