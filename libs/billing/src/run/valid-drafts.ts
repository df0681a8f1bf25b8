import { companyToday } from '@quittance/company';
import { atSavepoint, type Tx } from '@quittance/database';
import type { DomainError, Instant } from '@quittance/kernel';
import type { RulesInForce } from '@quittance/numbering';
import {
  refusalsIn,
  type CustomMembers,
  type CustomSubject,
  customMembers,
} from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { newInvoice, invoiceShown } from '@quittance/receivables';
import type { BilledSchedule } from './bill-schedules.js';
import { numberDrafts, placeDrafts, type NumberedDraft } from './store-invoices.js';

/** A batch as the company's rules let it be stored. */
export interface ValidBatch {
  readonly billed: readonly BilledSchedule[];
  readonly drafts: readonly NumberedDraft[];
  /** The custom fields of each draft. */
  readonly members: readonly CustomMembers[];
}

/**
 * Numbers the drafts of a batch and asks the company's rules about them. A schedule stops before
 * the first of its invoices that is refused; the others are asked about again, and no number is
 * lost.
 */
export async function validDrafts(
  tx: Tx,
  object: CompanyObject,
  billed: readonly BilledSchedule[],
  rules: RulesInForce,
): Promise<ValidBatch> {
  for (let rest = billed; ;) {
    const asked = rest;
    try {
      return await atSavepoint(tx, (part) => askedBatch(part, object, asked, rules));
    } catch (error) {
      const refused = refusalsIn(error);
      if (!refused) throw error;
      rest = withoutRefused(rest, refused);
    }
  }
}

async function askedBatch(
  tx: Tx,
  object: CompanyObject,
  billed: readonly BilledSchedule[],
  rules: RulesInForce,
): Promise<ValidBatch> {
  const numbered = await numberDrafts(
    tx,
    placeDrafts(billed.flatMap(({ invoices }) => invoices)),
    rules,
  );
  const members = await customMembers.readOf(
    tx,
    object,
    numbered.map((draft) => subjectOf(tx, object, draft)),
  );
  const drafts = numbered.map((draft, i) => ({ ...draft, custom: members[i]?.draft.values ?? {} }));
  return { billed, drafts, members };
}

function subjectOf({ ctx }: Tx, { model }: CompanyObject, draft: NumberedDraft): CustomSubject {
  const standard = invoiceShown.fields(rowOf(draft, ctx.now), companyToday(model.terms, ctx.now));
  return { id: draft.id as string as RecordId, before: null, standard, unasked: true };
}

/** The row that `INSERT_DRAFTS` makes of a draft. */
function rowOf({ id, number, draft }: NumberedDraft, now: Instant) {
  const { schedule, lines: _, periodIndex: __, subscribed: ___, said, ...rest } = draft;
  const { accountId, currency, pricesIncludeTax } = schedule;
  const { salesOrderId, subscriptionId, contractId } = schedule;
  return {
    ...newInvoice(number, now),
    ...rest,
    ...said,
    id,
    accountId,
    currency,
    salesOrderId,
    scheduleId: schedule.id,
    subscriptionId,
    contractId,
    pricesIncludeTax,
    balance: draft.total,
  };
}

/** The batch without refused invoices and those behind them, by their positions in it. */
function withoutRefused(
  billed: readonly BilledSchedule[],
  refused: ReadonlyMap<number, DomainError>,
): readonly BilledSchedule[] {
  let first = 0;
  return billed.map((one) => {
    const at = one.invoices.findIndex((_, i) => refused.has(first + i));
    const error = refused.get(first + at);
    first += one.invoices.length;
    return at < 0 || !error ? one : stoppedBefore(one, at, error);
  });
}

/** The periods before the refused one are billed, the schedule waits at that. */
function stoppedBefore(one: BilledSchedule, at: number, error: DomainError): BilledSchedule {
  const refused = one.invoices[at];
  const { periodIndex = 0, periodStart = one.next.nextBillingDate } = refused ?? {};
  const before = periodIndex - one.schedule.nextPeriod;
  const nextBillingDate = refused?.subscribed?.dueOn ?? periodStart;
  return {
    ...one,
    invoices: one.invoices.slice(0, at),
    skipped: before - at,
    next: { status: 'active', nextPeriod: periodIndex, nextBillingDate },
    subscribed: one.subscribed && one.subscribed.slice(0, before),
    failure: { error, periodStart },
  };
}
