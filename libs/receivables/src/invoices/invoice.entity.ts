import type {
  AccountId,
  CompanyId,
  Id,
  Instant,
  InvoiceId,
  ProductId,
  ScheduleId,
} from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type {
  FallbackReason,
  SupplyKind,
  TaxCategory,
  TaxReason,
  TaxRounding,
} from '@quittance/tax';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BillTo } from './bill-to.js';
import type { Dispute } from './dispute.js';
import type { InvoiceStatus, UnsentStatus } from './invoice.js';
import type { KeptRegistration } from './irn.js';

/** A row of `receivables.invoice`. Amounts are minor units of `currency`. */
@Entity({ schema: 'receivables', name: 'invoice' })
export class InvoiceEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: InvoiceId;
  @Column({ name: 'version', type: 'integer' }) version: number;
  @Column({ name: 'number', type: 'text' }) number: string;
  @Column({ name: 'number_period', type: 'text' }) numberPeriod: string;
  @Column({ name: 'number_seq', type: 'bigint' }) numberSeq: bigint;
  @Column({ name: 'status', type: 'text' }) status: InvoiceStatus;
  @Column({ name: 'unsent_status', type: 'text' }) unsentStatus: UnsentStatus;
  @Column({ name: 'account_id', type: 'uuid' }) accountId: AccountId;
  @Column({ name: 'currency', type: 'text' }) currency: Currency;
  @Column({ name: 'issue_date', type: 'date' }) issueDate: LocalDate;
  @Column({ name: 'due_date', type: 'date' }) dueDate: LocalDate;
  @Column({ name: 'period_start', type: 'date' }) periodStart: LocalDate | null;
  @Column({ name: 'period_end', type: 'date' }) periodEnd: LocalDate | null;
  @Column({ name: 'sales_order_id', type: 'uuid' }) salesOrderId: Id<'sales-order'> | null;
  @Column({ name: 'schedule_id', type: 'uuid' }) scheduleId: ScheduleId | null;
  @Column({ name: 'subscription_id', type: 'uuid' }) subscriptionId: Id<'subscription'> | null;
  @Column({ name: 'contract_id', type: 'uuid' }) contractId: Id<'contract'> | null;
  @Column({ name: 'bill_to', type: 'jsonb' }) billTo: BillTo;
  @Column({ name: 'po_number', type: 'text' }) poNumber: string | null;
  @Column({ name: 'notes', type: 'text' }) notes: string | null;
  @Column({ name: 'prices_include_tax', type: 'boolean' }) pricesIncludeTax: boolean;
  @Column({ name: 'tax_rounding', type: 'text' }) taxRounding: TaxRounding;
  @Column({ name: 'subtotal', type: 'bigint' }) subtotal: bigint;
  @Column({ name: 'tax_total', type: 'bigint' }) taxTotal: bigint;
  @Column({ name: 'total', type: 'bigint' }) total: bigint;
  @Column({ name: 'paid_amount', type: 'bigint' }) paidAmount: bigint;
  @Column({ name: 'credited_amount', type: 'bigint' }) creditedAmount: bigint;
  @Column({ name: 'balance', type: 'bigint' }) balance: bigint;
  @Column({ name: 'sent_at', type: 'timestamptz' }) sentAt: Instant | null;
  @Column({ name: 'viewed_at', type: 'timestamptz' }) viewedAt: Instant | null;
  @Column({ name: 'dispute', type: 'jsonb' }) dispute: Dispute | null;
  @Column({ name: 'void_reason', type: 'text' }) voidReason: string | null;
  /** When it was voided or cancelled. */
  @Column({ name: 'closed_at', type: 'timestamptz' }) closedAt: Instant | null;
  /** The number it had in the system it was imported from. */
  @Column({ name: 'external_reference', type: 'text' }) externalReference: string | null;
  /** Set once by its own statement. */
  @Column({ name: 'irn', type: 'jsonb' }) irn: KeptRegistration | null;
  @Column({ name: 'created_at', type: 'timestamptz' }) createdAt: Instant;
  @Column({ name: 'updated_at', type: 'timestamptz' }) updatedAt: Instant;
}

/** One tax of a line as stored: the amounts as decimal text of minor units. */
export interface StoredLineTax {
  readonly jurisdiction: string | null;
  readonly kind: string;
  readonly taxCode: string | null;
  readonly rate: string;
  readonly base: string;
  readonly tax: string;
  /** Given by an external engine: base × rate need not be it. */
  readonly given?: true;
  /** On top of the taxes before it; of older rows the base tells, as far as it can. */
  readonly compound?: true;
}

/** A row of `receivables.invoice_line`. */
@Entity({ schema: 'receivables', name: 'invoice_line' })
export class InvoiceLineEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' }) companyId: CompanyId;
  @PrimaryColumn({ name: 'invoice_id', type: 'uuid' }) invoiceId: InvoiceId;
  @PrimaryColumn({ name: 'id', type: 'uuid' }) id: Id<'invoice-line'>;
  /** From 1, in the order of the document. */
  @Column({ name: 'position', type: 'integer' }) position: number;
  @Column({ name: 'product_id', type: 'uuid' }) productId: ProductId | null;
  @Column({ name: 'schedule_line_id', type: 'uuid' }) scheduleLineId: Id<'schedule-line'> | null;
  @Column({ name: 'description', type: 'text' }) description: string;
  /** What the line took over from its product when it was priced. */
  @Column({ name: 'sku', type: 'text' }) sku: string | null;
  @Column({ name: 'unit', type: 'text' }) unit: string | null;
  @Column({ name: 'hsn_code', type: 'text' }) hsnCode: string | null;
  @Column({ name: 'supply_kind', type: 'text' }) supplyKind: SupplyKind | null;
  @Column({ name: 'quantity', type: 'numeric' }) quantity: string;
  @Column({ name: 'unit_price', type: 'numeric' }) unitPrice: string;
  @Column({ name: 'discount_percent', type: 'numeric' }) discountPercent: string | null;
  @Column({ name: 'discount_amount', type: 'bigint' }) discountAmount: bigint | null;
  /** What the discount came to. */
  @Column({ name: 'discount', type: 'bigint' }) discount: bigint;
  @Column({ name: 'net', type: 'bigint' }) net: bigint;
  @Column({ name: 'tax_code', type: 'text' }) taxCode: string | null;
  /** Whether the code is that of the product: the line has neither code nor rate of its own. */
  @Column({ name: 'product_taxed', type: 'boolean' }) productTaxed: boolean;
  /** The rate sent with the line, used where the engine has none. */
  @Column({ name: 'requested_tax_rate', type: 'numeric' }) requestedTaxRate: string | null;
  @Column({ name: 'tax_rate', type: 'numeric' }) taxRate: string;
  @Column({ name: 'taxes', type: 'jsonb' }) taxes: readonly StoredLineTax[];
  @Column({ name: 'tax_fallback', type: 'boolean' }) taxFallback: boolean;
  /** Why the external engine that should have taxed the line did not; null otherwise. */
  @Column({ name: 'tax_fallback_reason', type: 'text' }) taxFallbackReason: FallbackReason | null;
  /** What was decided of the tax; null while it is not determined. */
  @Column({ name: 'tax_category', type: 'text' }) taxCategory: TaxCategory | null;
  /** The ground of it; both are null of an imported line, of which nothing was decided. */
  @Column({ name: 'tax_reason', type: 'text' }) taxReason: TaxReason | null;
  @Column({ name: 'tax', type: 'bigint' }) tax: bigint;
  @Column({ name: 'total', type: 'bigint' }) total: bigint;
  @Column({ name: 'period_start', type: 'date' }) periodStart: LocalDate | null;
  @Column({ name: 'period_end', type: 'date' }) periodEnd: LocalDate | null;
}

export type NewInvoice = Omit<InvoiceEntity, 'companyId'>;
export type NewInvoiceLine = Omit<InvoiceLineEntity, 'companyId'>;
