import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import type { Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { TaxQuotes } from '@quittance/tax';
import type { DraftInvoice } from '../run/bill-period.js';
import type { BilledSchedule } from '../run/bill-schedules.js';
import { previewDue } from './preview-due.js';
import { PreviewSketch } from './preview-sketch.js';
import { encodeToken } from './preview-token.js';
import { previewFingerprint, previewedSchedule, type PreviewedSchedule } from './preview.view.js';

/** What is to be previewed, and which page of the schedules is shown. */
export interface PreviewRequest {
  /** Today in the company's time zone unless told. */
  readonly asOf: LocalDate | null;
  readonly catchUp: boolean;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Shows what a run would make: every due schedule is priced, a page of them is shown. */
@Injectable()
export class PreviewBillingRun {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
  ) {}

  async execute(ctx: Ctx, { catchUp, page, pageSize, ...request }: PreviewRequest) {
    const asOf = request.asOf ?? companyToday(await this.db.read(ctx, readCompany), ctx.now);
    const sums = new PreviewSums();
    const sketch = PreviewSketch.empty();
    const data: PreviewedSchedule[] = [];
    const scope = { asOf, catchUp, scheduleIds: null };
    for await (const billed of previewDue(ctx, this.db, this.taxes, scope)) {
      const shown = previewedSchedule(billed);
      sketch.add(previewFingerprint(shown));
      if (Math.floor(sums.schedules / pageSize) === page - 1) data.push(shown);
      sums.add(billed);
    }
    const previewToken = encodeToken({ asOf, catchUp, sketch });
    return { asOf, catchUp, ...sums.view(), previewToken, data, page, pageSize };
  }
}

interface CurrencySums {
  invoices: number;
  subtotal: bigint;
  taxTotal: bigint;
  total: bigint;
}

/** Counts and amounts over all schedules of a preview. */
class PreviewSums {
  schedules = 0;
  private invoices = 0;
  private skipped = 0;
  private failed = 0;
  private readonly customers = new Set<string>();
  private readonly currencies = new Map<Currency, CurrencySums>();

  add({ schedule, invoices, skipped, failure }: BilledSchedule): void {
    this.schedules += 1;
    this.invoices += invoices.length;
    this.skipped += skipped;
    if (failure) this.failed += 1;
    if (invoices.length > 0) this.customers.add(schedule.accountId);
    for (const invoice of invoices) this.addAmounts(schedule.currency, invoice);
  }

  private addAmounts(currency: Currency, { subtotal, taxTotal, total }: DraftInvoice): void {
    const sums = this.currencies.get(currency) ?? {
      invoices: 0,
      subtotal: 0n,
      taxTotal: 0n,
      total: 0n,
    };
    sums.invoices += 1;
    sums.subtotal += subtotal;
    sums.taxTotal += taxTotal;
    sums.total += total;
    this.currencies.set(currency, sums);
  }

  view() {
    return {
      total: this.schedules,
      scheduled: this.schedules,
      invoices: this.invoices,
      skipped: this.skipped,
      failed: this.failed,
      customers: this.customers.size,
      totals: [...this.currencies].sort().map(([currency, sums]) => ({
        currency,
        invoices: sums.invoices,
        subtotal: formatMinor(sums.subtotal, currency),
        taxTotal: formatMinor(sums.taxTotal, currency),
        total: formatMinor(sums.total, currency),
      })),
    };
  }
}
