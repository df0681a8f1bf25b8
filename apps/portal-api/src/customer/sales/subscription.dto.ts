import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  DateField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { Sayings } from '@quittance/portal';
import { MOST_ITEMS, subscriptionItemNoun, subscriptionNoun } from '@quittance/sales/host';
import { CustomerPlaceDto } from '../invoices/invoice.dto.js';
import { SUBSCRIPTION } from '../shown/subscriptions.js';

const nullable = { nullable: true } as const;

class CustomerSubscriptionHeadDto extends SeenBody(subscriptionNoun, SUBSCRIPTION as Sayings) {}

class CustomerSubscriptionItemDto extends SeenBody(
  subscriptionItemNoun,
  SUBSCRIPTION.items as Sayings,
  { placeOf: () => CustomerPlaceDto },
) {}

/** A subscription with its items from today on, as whoever changes it is answered. */
export class CustomerSubscriptionDto extends CustomerSubscriptionHeadDto {
  @DateField({ ...nullable, description: 'Of the period of today.' })
  currentPeriodStart: LocalDate | null;
  @DateField({ ...nullable, description: 'The last day of it.' })
  currentPeriodEnd: LocalDate | null;
  @AmountField({ optional: true, description: 'What it comes to in a month, net.' }) mrr?: string;
  @ListField(() => CustomerSubscriptionItemDto, { maxItems: MOST_ITEMS * 10 })
  items: CustomerSubscriptionItemDto[];
}

const PLAN_NAME = { max: 200, description: 'What its plan is called.' };
const NEXT = { ...nullable, description: 'Null where nothing is invoiced any more.' };

/** What whoever reads it may do with it today: that it would not be refused for right or state. */
const CHANGES = { description: 'Whether another plan or quantity may be previewed and made.' };
const PAUSES = { description: 'Whether it may be paused, which its plans have to let customers.' };
const RESUMES = { description: 'Whether its end, or its pause, may be taken back.' };
const CANCELS = { description: 'Whether it may be ended with its period.' };

/** A subscription as lists of its customer show it. */
export class BilledSubscriptionHeadDto extends CustomerSubscriptionHeadDto {
  @TextField(PLAN_NAME) planName: string;
  @DateField(NEXT) nextInvoiceDate: LocalDate | null;
  @BooleanField(CHANGES) mayChange: boolean;
  @BooleanField(PAUSES) mayPause: boolean;
  @BooleanField(RESUMES) mayResume: boolean;
  @BooleanField(CANCELS) mayCancel: boolean;
}

/** A subscription as its customer reads it. */
export class BilledSubscriptionDto extends CustomerSubscriptionDto {
  @TextField(PLAN_NAME) planName: string;
  @DateField(NEXT) nextInvoiceDate: LocalDate | null;
  @BooleanField(CHANGES) mayChange: boolean;
  @BooleanField(PAUSES) mayPause: boolean;
  @BooleanField(RESUMES) mayResume: boolean;
  @BooleanField(CANCELS) mayCancel: boolean;
}
