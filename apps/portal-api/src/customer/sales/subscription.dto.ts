import type { LocalDate } from '@quittance/calendar';
import { AmountField, DateField, ListField, SeenBody } from '@quittance/http/host';
import type { Sayings } from '@quittance/portal';
import { MOST_ITEMS, subscriptionItemNoun, subscriptionNoun } from '@quittance/sales/host';
import { SUBSCRIPTION } from '../shown/subscriptions.js';

const nullable = { nullable: true } as const;

/** A subscription as lists of its customer show it. */
export class CustomerSubscriptionHeadDto extends SeenBody(
  subscriptionNoun,
  SUBSCRIPTION as Sayings,
) {}

class CustomerSubscriptionItemDto extends SeenBody(
  subscriptionItemNoun,
  SUBSCRIPTION.items as Sayings,
) {}

/** A subscription with its items from today on. */
export class CustomerSubscriptionDto extends CustomerSubscriptionHeadDto {
  @DateField({ ...nullable, description: 'Of the period of today.' })
  currentPeriodStart: LocalDate | null;
  @DateField({ ...nullable, description: 'The last day of it.' })
  currentPeriodEnd: LocalDate | null;
  @AmountField({ optional: true, description: 'What it comes to in a month, net.' }) mrr?: string;
  @ListField(() => CustomerSubscriptionItemDto, { maxItems: MOST_ITEMS * 10 })
  items: CustomerSubscriptionItemDto[];
}
