import type { PortalRight } from '../actors/portal-actor.js';
import type { PortalReach } from '../reading/portal-object.js';
import {
  assetsWithin,
  casesWithin,
  contractsWithin,
  invoicesWithin,
  ordersWithin,
  quoteRequestsWithin,
  quotesWithin,
  subscriptionsWithin,
} from './customer-reach.js';
import { ofReachedAccounts } from './reached-accounts.js';

/** What documents hang on: a record is seen with its own right, by its own alias. */
interface Holder {
  readonly object: string;
  readonly right?: PortalRight;
  /** A view with its alias. */
  readonly from: string;
  readonly within: PortalReach;
}

const HOLDERS: readonly Holder[] = [
  {
    object: 'invoice',
    right: 'viewInvoices',
    from: 'receivables.pub_invoice i',
    within: invoicesWithin,
  },
  {
    object: 'sales-order',
    right: 'viewOrders',
    from: 'sales.pub_sales_order o',
    within: ordersWithin,
  },
  { object: 'quote', from: 'sales.pub_quote q', within: quotesWithin },
  { object: 'subscription', from: 'sales.pub_subscription s', within: subscriptionsWithin },
  { object: 'contract', from: 'sales.pub_contract t', within: contractsWithin },
  { object: 'case', from: 'crm.pub_case t', within: casesWithin },
  {
    object: 'quote-request',
    right: 'createQuotes',
    from: 'portal.quote_request r',
    within: quoteRequestsWithin,
  },
  { object: 'asset', from: 'crm.pub_asset t', within: assetsWithin },
];

/** How documents of an object's records are seen; undefined where none of them are. */
export const documentHolderOf = (object: string): Holder | undefined =>
  HOLDERS.find((holder) => holder.object === object);

/**
 * Documents by the alias `d`, of those for customers: of a record that the user reaches, with the
 * right that its record asks for, and what they have uploaded themselves. Those of the account
 * itself are of its whole business, so that who sees their own alone has none of them.
 */
export const documentsWithin: PortalReach = (scope, bind) => {
  const seen = HOLDERS.filter(({ right }) => !right || scope.rights.has(right));
  const held = seen.map(({ object, from, within }) => {
    const alias = from.split(' ')[1] ?? '';
    return `d.object = '${object}' and exists (select from ${from}
      where ${alias}.company_id = $1::uuid and ${alias}.id = d.record_id
        and (${within(scope, bind)}))`;
  });
  const names = seen.map(({ object }) => `'${object}'`).join(', ');
  const uploaded = `d.portal_user_id = ${bind(scope.userId)}::uuid and d.object in (${names})`;
  const more = scope.level === 'own' ? [] : [filedWithAccounts(scope, bind)];
  const all = [...held, uploaded, ...more];
  return `d.visibility = 'customer' and (${all.map((each) => `(${each})`).join(' or ')})`;
};

const filedWithAccounts: PortalReach = (scope, bind) =>
  `d.object = 'account' and ${ofReachedAccounts('d.record_id', scope, bind)}`;
