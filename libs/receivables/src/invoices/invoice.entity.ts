import type { CompanyId, Id, InvoiceId, ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { FallbackReason, SupplyKind, TaxCategory, TaxReason } from '@quittance/tax';
import { Column, Entity, PrimaryColumn } from 'typeorm';

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

export type NewInvoiceLine = Omit<InvoiceLineEntity, 'companyId'>;
