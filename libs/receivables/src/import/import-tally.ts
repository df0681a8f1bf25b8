import { formatMinor, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { FailedRow, ImportedBatch } from './import-batch.js';
import { settledBy, importedStatus, type ImportedInvoice } from './imported-invoice.js';

/** What an import did, or with `dryRun` would do. Amounts are decimal text. */
export interface InvoiceImportSummary {
  readonly dryRun: boolean;
  readonly asOf: LocalDate;
  /** Rows of the file. */
  readonly rows: number;
  readonly imported: number;
  /** Rows whose invoice was imported before. */
  readonly alreadyImported: number;
  /** Rows dated after `asOf`. */
  readonly leftOut: number;
  /** Customers of the imported invoices. */
  readonly customers: number;
  /** Imported invoices by the status they were given. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly amounts: readonly ImportedAmount[];
  /** Rows that the rules of the company refuse; nothing was written of them. */
  readonly failed: number;
  /** The first of those, by their lines. */
  readonly failures: readonly FailedRow[];
}

export interface ImportedAmount {
  readonly currency: Currency;
  readonly total: string;
  readonly paid: string;
  readonly balance: string;
}

/** Listed in the summary; its count is of all. */
export const MOST_FAILURES = 1000;

/** Counts an import batch by batch. */
export class InvoiceImportTally {
  private imported = 0;
  private failed = 0;
  private failures: readonly FailedRow[] = [];
  private readonly customers = new Set<string>();
  private readonly byStatus = new Map<string, number>();
  private readonly amounts = new Map<Currency, { total: bigint; paid: bigint }>();

  constructor(
    readonly asOf: LocalDate,
    readonly dryRun: boolean,
    private readonly rows: number,
    private readonly wanted: number,
  ) {}

  /** Rows that were taken over or refused. */
  get done(): number {
    return this.imported + this.failed;
  }

  /** Counts rows whose transaction is committed. */
  add({ imported, failed }: ImportedBatch): void {
    for (const invoice of imported) this.count(invoice);
    this.failed += failed.length;
    const all = [...this.failures, ...failed].sort((a, b) => a.line - b.line);
    this.failures = all.slice(0, MOST_FAILURES);
  }

  /** The summary with the last batch, which counts only should its transaction commit. */
  with(batch: ImportedBatch): InvoiceImportSummary {
    const all = new InvoiceImportTally(this.asOf, this.dryRun, this.rows, this.wanted);
    all.imported = this.imported;
    all.failed = this.failed;
    all.failures = this.failures;
    for (const customer of this.customers) all.customers.add(customer);
    for (const [status, count] of this.byStatus) all.byStatus.set(status, count);
    for (const [currency, sums] of this.amounts) all.amounts.set(currency, { ...sums });
    all.add(batch);
    return all.summary();
  }

  private count(invoice: ImportedInvoice): void {
    const status = importedStatus(invoice, this.asOf);
    const sums = this.amounts.get(invoice.currency) ?? { total: 0n, paid: 0n };
    sums.total += invoice.amount;
    if (settledBy(invoice, this.asOf)) sums.paid += invoice.amount;
    this.imported += 1;
    this.customers.add(invoice.customer);
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.amounts.set(invoice.currency, sums);
  }

  private summary(): InvoiceImportSummary {
    const amounts = [...this.amounts].map(([currency, { total, paid }]) => ({
      currency,
      total: formatMinor(total, currency),
      paid: formatMinor(paid, currency),
      balance: formatMinor(total - paid, currency),
    }));
    return {
      dryRun: this.dryRun,
      asOf: this.asOf,
      rows: this.rows,
      imported: this.imported,
      alreadyImported: this.wanted - this.imported - this.failed,
      leftOut: this.rows - this.wanted,
      customers: this.customers.size,
      byStatus: Object.fromEntries([...this.byStatus].sort()),
      amounts: amounts.sort((a, b) => (a.currency < b.currency ? -1 : 1)),
      failed: this.failed,
      failures: this.failures,
    };
  }
}
