import { Injectable } from '@nestjs/common';
import { findInvoice, LateBills, openOverdue } from '@quittance/receivables';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { type AttemptView, attemptView } from './attempts/attempt.js';
import { attemptsOf } from './attempts/attempt.repository.js';
import { pauseView, type PauseView } from './pauses/pause.js';
import { pausesOf } from './pauses/pause.repository.js';
import { nextStep, type HoldReason } from './run/next-step.js';
import { overdueInvoices } from './run/overdue-invoice.sql.js';
import type { DunningScheduleView } from './schedule/dunning-schedule.js';
import { pausedAccounts, readDunningSchedule } from './schedule/dunning-schedule.repository.js';

/** Where an invoice stands in dunning. */
export interface InvoiceDunning {
  readonly invoiceId: InvoiceId;
  /** Whether it is overdue and open today. */
  readonly overdue: boolean;
  readonly nextStep: number | null;
  readonly nextAction: string | null;
  /** Why a run today would do nothing about it. */
  readonly heldBy: HoldReason | null;
  /**
   * The day on which the next step is taken at the earliest, where no more than days are waited
   * for.
   */
  readonly nextOn: LocalDate | null;
  readonly attempts: readonly AttemptView[];
  readonly pauses: readonly PauseView[];
  /** What its steps have asked for being late. */
  readonly fees: readonly ChargedStep[];
}

type ChargedStep = Awaited<ReturnType<LateBills['chargedSteps']>>[number];

/** Reads of dunning. */
@Injectable()
export class DunningQueries {
  constructor(
    private readonly db: Database,
    private readonly late: LateBills,
  ) {}

  schedule(ctx: Ctx): Promise<DunningScheduleView> {
    return this.db.read(ctx, async (tx) => {
      const [schedule, company] = await Promise.all([readDunningSchedule(tx), readCompany(tx)]);
      const paused = await pausedAccounts(tx, companyToday(company, ctx.now));
      return { ...schedule, pausedAccounts: paused };
    });
  }

  /** @throws DomainError not_found */
  ofInvoice(ctx: Ctx, id: InvoiceId): Promise<InvoiceDunning> {
    return this.db.read(ctx, async (tx) => {
      const [invoice, company, schedule] = await Promise.all([
        findInvoice(tx, id),
        readCompany(tx),
        readDunningSchedule(tx),
      ]);
      if (!invoice) throw notFound({ object: 'invoice' });
      const asOf = companyToday(company, ctx.now);
      const [[overdue], attempts, pauses, fees] = await Promise.all([
        openOverdue.read(tx, asOf, { id }).then((found) => overdueInvoices(tx, asOf, found)),
        attemptsOf(tx, id),
        pausesOf(tx, id, invoice.accountId),
        this.late.chargedSteps(tx, id),
      ]);
      const verdict = overdue && nextStep(overdue, { schedule, asOf, on: asOf, runId: null });
      const held = verdict && 'hold' in verdict ? verdict : null;
      return {
        invoiceId: id,
        overdue: overdue !== undefined,
        nextStep: verdict?.step?.step ?? null,
        nextAction: verdict?.step?.action ?? null,
        heldBy: held?.hold ?? null,
        nextOn: held ? held.nextOn : verdict ? asOf : null,
        attempts: attempts.map(attemptView),
        pauses: pauses.map(pauseView),
        fees,
      };
    });
  }
}
