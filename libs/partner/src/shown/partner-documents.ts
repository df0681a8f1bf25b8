import type { ListNarrowing } from '@quittance/lists';
import type { PartnerScope } from '../registrations/partner-scope.js';
import { ofPartnersWithin, registrationsWithin } from './partner-reach.js';
import { partnerQuotesWithin, QUOTE_IS_SENT } from './shown-quote.js';

/**
 * Documents by the alias `d`, of those for partners: of a registration, quote or order within the
 * scope. Those of orders are for who sees orders.
 * @param more what else of documents for partners is theirs, by the same alias
 */
export const partnerDocumentsWithin =
  (scope: PartnerScope, seesOrders: boolean, more: ListNarrowing): ListNarrowing =>
  (bind) => {
    const holders = [
      `(${more(bind)})`,
      held('deal-registration', 'partner.deal_registration r', registrationsWithin(scope)(bind)),
      held(
        'quote',
        'sales.pub_brought_quote q',
        `${partnerQuotesWithin(scope)(bind)} and ${QUOTE_IS_SENT}`,
      ),
      ...(seesOrders
        ? [
            held(
              'sales-order',
              'sales.pub_sales_order o',
              `${ofPartnersWithin('o', scope)(bind)} and o.status <> 'draft'`,
            ),
          ]
        : []),
    ];
    return `d.visibility = 'partner' and (${holders.join(' or ')})`;
  };

function held(object: string, from: string, within: string): string {
  const alias = from.split(' ')[1] ?? '';
  return `(d.object = '${object}' and exists (select from ${from}
    where ${alias}.company_id = $1::uuid and ${alias}.id = d.record_id and (${within})))`;
}
