import { Injectable } from '@nestjs/common';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { newId, type Ctx, type ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { HeldQuotes, refuseUnknownTaxCodes, TaxQuotes } from '@quittance/tax';
import { billableAccount } from '@quittance/receivables';
import { requireBilledLinks } from '@quittance/sales';
import { lineProducts } from '@quittance/lines';
import { announceScheduleChange } from './change-schedule.js';
import type { ScheduleDraft } from './schedule-input.js';
import { checkSchedule, scheduleLineRows, totalOf } from './schedule-rows.js';
import { scheduleNoun } from './schedule.description.js';
import { scheduleLines, schedules, type StoredSchedule } from './schedule.repository.js';
import type { ScheduleView } from './schedule.view.js';

/** Writes a schedule as a draft; it bills nothing before it is activated. */
@Injectable()
export class CreateSchedule {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
  ) {}

  /**
   * @throws DomainError validation_failed, tax_code_unknown, account_not_active,
   *   currency_not_enabled
   */
  execute(ctx: Ctx, draft: ScheduleDraft): Promise<ScheduleView> {
    return this.db.write(ctx, async (tx) => {
      const [company, account, basis, , products] = await Promise.all([
        readCompanyTerms(tx),
        billableAccount(tx, draft.accountId),
        this.taxes.load(tx, new HeldQuotes()),
        requireBilledLinks(tx, draft.accountId, draft),
        lineProducts.read(
          tx,
          draft.lines.map(({ productId = null }) => ({ productId })),
        ),
      ]);
      const currency = draft.currency ?? account.currency ?? company.baseCurrency;
      refuseDisabled(company, currency);
      refuseUnknownTaxCodes(basis, draft.lines);
      const schedule = scheduleRow(tx, draft, currency);
      checkSchedule(schedule, draft.lines, schedule.total);
      const lines = scheduleLineRows(schedule.id, draft.lines, currency, products);
      tx.later(schedules.insert(tx, [schedule]), scheduleLines.insert(tx, lines));
      const after = { schedule, lines };
      return announceScheduleChange(tx, 'record.created', 'schedule.created', null, after);
    });
  }
}

function scheduleRow({ ctx }: Tx, draft: ScheduleDraft, currency: Currency): StoredSchedule {
  return {
    ...scheduleNoun.empty,
    ...scheduleNoun.said(draft),
    id: newId() as ScheduleId,
    version: 1,
    accountId: draft.accountId,
    frequency: draft.frequency,
    startDate: draft.startDate,
    nextPeriod: 0,
    nextBillingDate: draft.startDate,
    currency,
    pricesIncludeTax: draft.pricesIncludeTax ?? false,
    prorate: draft.prorate ?? false,
    ...totalOf(draft.total ?? null, draft.lines, currency),
    source: 'lines',
    status: 'draft',
    lastRunPeriods: 0,
    lastRunFailed: false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}
