import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Id, InvoiceId, ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { MOST_LINES } from '@quittance/receivables/host';
import {
  CHARGE_PARTS,
  MOST_CHARGES,
  MOST_ITEMS,
  MOST_THRESHOLDS,
  MOST_TIERS,
} from '@quittance/sales/host';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;

export class CustomerUsageQueryDto {
  @DateField({ near: true, ...lacked, description: 'A day of the period; today when absent.' })
  on?: LocalDate;
}

class FewerForMoreDto {
  @DecimalField({ scale: 6 }) quantity: string;
  @AmountField({ description: 'With the fee of their tier.' }) amount: string;
}

const FELL =
  'Fewer units of a volume that would cost more: what is used has reached a cheaper tier.';

class UsedLineDto {
  @EnumField(CHARGE_PARTS) part: (typeof CHARGE_PARTS)[number];
  @IntegerField({ min: 1, ...nullable, description: 'Counted from 1.' }) tier: number | null;
  @DecimalField({ scale: 6 }) quantity: string;
  @DecimalField({ scale: 6, ...lacked }) unitPrice?: string;
  @AmountField({ sign: 'any', ...lacked }) amount?: string;
  @ObjectField(() => FewerForMoreDto, { ...lacked, ...nullable, description: FELL })
  fellFrom?: FewerForMoreDto | null;
}

class UsedChargeDto {
  @TextField({ max: 60 }) key: string;
  @TextField({ max: 200 }) name: string;
  @DateField() start: LocalDate;
  @DateField({ description: 'The last day.' }) end: LocalDate;
  @DecimalField({ scale: 6 }) units: string;
  @DecimalField({ scale: 6, ...nullable }) included: string | null;
  @AmountField({ sign: 'any', ...lacked }) amount?: string;
  @ListField(() => UsedLineDto, { maxItems: 2 * MOST_TIERS }) lines: UsedLineDto[];
}

class UsedThresholdDto {
  @DateField({ description: 'From which day on usage counts.' }) start: LocalDate;
  @AmountField(lacked) amount?: string;
  @BooleanField() reached: boolean;
  @IdField({ ...lacked, ...nullable, description: 'For those who may see invoices.' })
  invoiceId?: InvoiceId | null;
}

/** What of a subscription was used in a period, as far as it has come in. */
export class CustomerUsageDto {
  @DateField() periodStart: LocalDate;
  @DateField({ description: 'The last day.' }) periodEnd: LocalDate;
  @CurrencyField(lacked) currency?: Currency;
  @AmountField({ sign: 'any', ...lacked }) total?: string;
  @AmountField({ ...lacked, description: 'What of it was invoiced ahead of the end.' })
  invoiced?: string;
  @ListField(() => UsedChargeDto, { maxItems: MOST_ITEMS * MOST_CHARGES })
  charges: UsedChargeDto[];
  @ListField(() => UsedThresholdDto, { maxItems: MOST_ITEMS * MOST_THRESHOLDS })
  thresholds: UsedThresholdDto[];
}

const MOST_PREVIEWED = 12;

export class BillingPreviewQueryDto {
  @IntegerField({ min: 1, max: MOST_PREVIEWED, ...lacked, description: 'Invoices; 3 unless told.' })
  count?: number;
}

class ComingLineDto {
  @IdField(nullable) productId: ProductId | null;
  @TextField({ max: 1000 }) description: string;
  @DateField() periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @DecimalField({ scale: 6 }) quantity: string;
  @DecimalField({ scale: 6 }) unitPrice: string;
  @AmountField({ sign: 'any' }) discountAmount: string;
  @AmountField({ sign: 'any' }) net: string;
  @ObjectField(() => FewerForMoreDto, { ...nullable, description: FELL })
  fellFrom: FewerForMoreDto | null;
  @DecimalField({ scale: 6 }) taxRate: string;
  @AmountField({ sign: 'any' }) tax: string;
  @AmountField({ sign: 'any' }) total: string;
}

class ComingInvoiceDto {
  @DateField() issueDate: LocalDate;
  @DateField() dueDate: LocalDate;
  @DateField() periodStart: LocalDate;
  @DateField() periodEnd: LocalDate;
  @BooleanField() pricesIncludeTax: boolean;
  @ListField(() => ComingLineDto, { maxItems: MOST_LINES }) lines: ComingLineDto[];
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
}

/** The invoices of a subscription that come next, by what is known now. */
export class BillingPreviewDto {
  @IdField() subscriptionId: Id<'subscription'>;
  @CurrencyField() currency: Currency;
  @DateField({ ...nullable, description: 'Null where nothing follows.' })
  nextBillingDate: LocalDate | null;
  @ListField(() => ComingInvoiceDto, { maxItems: MOST_PREVIEWED }) invoices: ComingInvoiceDto[];
}
