import type { LocalDate } from '@quittance/calendar';
import { arrays, sql, type Tx } from '@quittance/database';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { ContractPrice } from './resolve-price.js';

/**
 * What subscriptions under contracts of a customer that are active cost a period on a day, the
 * latest agreed first; by `subscription_account_index`. One that was renewed early is under its
 * successor at once: the days of the terms before are those of its contract as well.
 */
const PRICES = sql(`
  select i.product_id as "productId", s.frequency, i.unit_price as "unitPrice"
  from sales.subscription s
  join sales.contract c on c.company_id = $1 and c.id = s.contract_id and c.status = 'active'
  join sales.subscription_item i on i.company_id = $1 and i.subscription_id = s.id
  where s.company_id = $1 and s.account_id = $2 and s.currency = $3
    and s.status in ('trialing','active','past_due')
    and (c.start_date <= $5 or c.previous_id is not null)
    and (c.end_date is null or c.end_date >= $5)
    and i.valid_from <= $5 and (i.valid_to is null or i.valid_to > $5)
    and i.product_id = any($4::uuid[])
  order by i.valid_from desc, i.id desc`);

/** Whose prices are asked for, in which currency and of which day. */
export interface ContractPriceAsk {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly pricingDate: LocalDate;
}

/** What a customer's contracts say products cost; nothing is asked where there are none. */
export async function readContractPrices(
  tx: Tx,
  { accountId, currency, pricingDate }: ContractPriceAsk,
  productIds: readonly ProductId[],
): Promise<readonly ContractPrice[]> {
  if (productIds.length === 0) return [];
  const ids = arrays.uuid(productIds, (id) => id);
  return tx.rows<ContractPrice>(PRICES, [tx.ctx.companyId, accountId, currency, ids, pricingDate]);
}
