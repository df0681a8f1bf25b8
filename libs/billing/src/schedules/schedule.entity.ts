import type {
  AccountId,
  CompanyId,
  Id,
  Instant,
  InvoiceId,
  ProductId,
  ScheduleId,
} from '@quittance/kernel';
import type { BillingRunId } from '../run/billing-run-id.js';
import type { Currency } from '@quittance/money';
import type { Frequency } from './schedule-grid.js';
import type { LocalDate } from '@quittance/calendar';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LineTrigger, ScheduleLineId, ScheduleStatus } from './schedule.js';

/** A row of `billing.schedule`. The total is in minor units of `currency`. */
@Entity({ schema: 'billing', name: 'schedule' })
export class ScheduleEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: ScheduleId;
  @Column({ name: 'version', type: 'integer' }) version: number;
  @Column({ name: 'account_id', type: 'uuid' }) accountId: AccountId;
  @Column({ name: 'quote_id', type: 'uuid' }) quoteId: Id<'quote'> | null;
  @Column({ name: 'sales_order_id', type: 'uuid' }) salesOrderId: Id<'sales-order'> | null;
  @Column({ name: 'contract_id', type: 'uuid' }) contractId: Id<'contract'> | null;
  @Column({ name: 'subscription_id', type: 'uuid' }) subscriptionId: Id<'subscription'> | null;
  @Column({ name: 'frequency', type: 'text' }) frequency: Frequency;
  @Column({ name: 'start_date', type: 'date' }) startDate: LocalDate;
  /** Inclusive. */
  @Column({ name: 'end_date', type: 'date' }) endDate: LocalDate | null;
  /** The index of the next period on the grid; 0 is the first. */
  @Column({ name: 'next_period', type: 'integer' }) nextPeriod: number;
  @Column({ name: 'next_billing_date', type: 'date' }) nextBillingDate: LocalDate;
  /** The start of the latest period an invoice was made for. */
  @Column({ name: 'billed_through', type: 'date' }) billedThrough: LocalDate | null;
  @Column({ name: 'currency', type: 'text' }) currency: Currency;
  @Column({ name: 'prices_include_tax', type: 'boolean' }) pricesIncludeTax: boolean;
  @Column({ name: 'total', type: 'bigint' }) total: bigint;
  /** Whether the total was given; else it is what the lines of one period come to. */
  @Column({ name: 'total_stated', type: 'boolean' }) totalStated: boolean;
  @Column({ name: 'status', type: 'text' }) status: ScheduleStatus;
  /** The latest run that was through it, how many periods it took and whether it failed. */
  @Column({ name: 'last_run_id', type: 'uuid' }) lastRunId: BillingRunId | null;
  @Column({ name: 'last_run_periods', type: 'integer' }) lastRunPeriods: number;
  @Column({ name: 'last_run_failed', type: 'boolean' }) lastRunFailed: boolean;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** A row of `billing.schedule_line`. */
@Entity({ schema: 'billing', name: 'schedule_line' })
export class ScheduleLineEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'schedule_id', type: 'uuid' }) scheduleId: ScheduleId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: ScheduleLineId;
  /** From 1, in the order of the document. */
  @Column({ name: 'position', type: 'integer' }) position: number;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId | null;
  @Column({ name: 'description', type: 'text' }) description: string;
  @Column({ name: 'quantity', type: 'numeric' }) quantity: string;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'discount_percent', type: 'numeric' }) discountPercent: string | null;
  /** Minor units. */
  @Column({ name: 'discount_amount', type: 'bigint' }) discountAmount: bigint | null;
  @Column({ name: 'tax_code', type: 'text' }) taxCode: string | null;
  @Column({ name: 'tax_rate', type: 'numeric' }) taxRate: string | null;
  @Column({ name: 'trigger', type: 'text' }) trigger: LineTrigger;
  @Column({ name: 'trigger_date', type: 'date' }) triggerDate: LocalDate | null;
  @Column({ name: 'milestone', type: 'text' }) milestone: string | null;
  @Column({ name: 'reached_at', type: 'timestamptz' }) reachedAt: Instant | null;
  @Column({ name: 'percent', type: 'numeric' }) percent: string | null;
  @Column({ name: 'released_at', type: 'timestamptz' }) releasedAt: Instant | null;
  @Column({ name: 'billed_invoice_id', type: 'uuid' }) billedInvoiceId: InvoiceId | null;
}
