import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { asOfInFuture, companyToday, readCompany } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, invalidFields, newId, type Ctx, type ScheduleId } from '@quittance/kernel';
import type { BillingRunId } from './billing-run-id.js';
import type { LocalDate } from '@quittance/calendar';
import { TaxQuotes } from '@quittance/tax';
import { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { insertRun, type NewRun } from './billing-run.repository.js';
import type { RunWithFailures } from './billing-run.queries.js';
import { runView } from './billing-run.view.js';
import { checkPreview, readToken } from '../previews/check-preview.js';

/** A run that somebody asks for. */
export interface RunRequest {
  /** The date of the preview, else today in the company's time zone, unless told. */
  readonly asOf?: LocalDate | null;
  readonly catchUp?: boolean | null;
  readonly scheduleIds?: readonly ScheduleId[] | null;
  /**
   * Bills what has not come due yet, as of a day after today: an explicit wish, which is logged.
   */
  readonly allowFuture?: boolean | null;
  /** The run refuses unless it would make exactly what that preview showed. */
  readonly previewToken?: string | null;
}

/** By primary key. */
const UNKNOWN_SCHEDULES = sql(`
  select n.id from unnest($2::uuid[]) as n(id)
  where not exists (select from billing.schedule s where s.company_id = $1 and s.id = n.id)`);

/** Queues a run; the workers carry it out. */
@Injectable()
export class CreateBillingRun {
  constructor(
    readonly db: Database,
    readonly taxes: TaxQuotes,
    /** Without it a preview shows nothing of what is given back behind the run. */
    readonly pending?: PendingCredits,
  ) {}

  /** @throws DomainError validation_failed, preview_changed, as_of_in_future */
  async execute(ctx: Ctx, request: RunRequest): Promise<RunWithFailures> {
    const preview = request.previewToken ? await this.preview(ctx, request) : null;
    return this.db.write(ctx, async (tx) => {
      const today = companyToday(await readCompany(tx), ctx.now);
      const asOf = request.asOf ?? preview?.asOf ?? today;
      if (asOf > today && !request.allowFuture) throw asOfInFuture({ asOf, today });
      const catchUp = request.catchUp ?? preview?.catchUp ?? false;
      const scheduleIds = await knownSchedules(tx, request.scheduleIds ?? null);
      const id = newId() as BillingRunId;
      const previewToken = request.previewToken ?? null;
      const run = { id, key: `manual:${id}`, asOf, catchUp, scheduleIds, previewToken };
      return queueRun(tx, run, today);
    });
  }

  private async preview(ctx: Ctx, request: RunRequest) {
    const token = readToken(request.previewToken ?? '');
    refuseOtherScope(request, token);
    await checkPreview(ctx, this, token);
    return token;
  }
}

/** A token is of all schedules as of a date: a run of something else cannot be held against it. */
function refuseOtherScope(
  { asOf, catchUp, scheduleIds }: RunRequest,
  token: { readonly asOf: LocalDate; readonly catchUp: boolean },
): void {
  const differs = (member: string, said: string) =>
    invalidField(`/${member}`, 'preview', `The preview of this token ${said}.`);
  if (scheduleIds) throw differs('scheduleIds', 'was of all schedules');
  if (asOf && asOf !== token.asOf) throw differs('asOf', `was as of ${token.asOf}`);
  if (typeof catchUp === 'boolean' && catchUp !== token.catchUp) {
    throw differs('catchUp', token.catchUp ? 'caught up' : 'did not catch up');
  }
}

async function knownSchedules(
  tx: Tx,
  ids: readonly ScheduleId[] | null,
): Promise<readonly ScheduleId[] | null> {
  if (ids === null) return null;
  const named = [...new Set(ids)];
  const unknown = await tx.rows<{ id: ScheduleId }>(UNKNOWN_SCHEDULES, [tx.ctx.companyId, named]);
  if (unknown.length === 0) return named;
  throw invalidFields(
    unknown.map(({ id }) => ({
      pointer: `/scheduleIds/${ids.indexOf(id)}`,
      code: 'reference_not_found',
      message: `There is no billing schedule ${id} in this company.`,
    })),
  );
}

/** Queues a run and logs who asked for it, and that it looks ahead where it does. */
async function queueRun(tx: Tx, run: NewRun, today: LocalDate): Promise<RunWithFailures> {
  const queued = await insertRun(tx, run);
  if (!queued) throw new Error('The key of a new run is taken');
  const view = runView(queued);
  const { asOf, catchUp, scheduleIds } = view;
  const after = { asOf, catchUp, scheduleIds };
  const change = { object: 'billing-run', recordId: run.id };
  audit(tx, { action: 'billing_run.queued', ...change, after });
  if (asOf > today) {
    audit(tx, { action: 'billing_run.future_allowed', ...change, after: { asOf, today } });
  }
  return { ...view, failures: [] };
}
