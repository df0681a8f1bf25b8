import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { companyToday, readCompany } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { readUnknownTaxCodes, unknownTaxCodes } from '@quittance/tax';
import { pauseView, type Pause } from '../pauses/pause.js';
import {
  endPauses,
  insertPauses,
  lockAccountPauses,
  newPause,
} from '../pauses/pause.repository.js';
import {
  USUAL_GAP_DAYS,
  checkedSteps,
  type DunningScheduleView,
  type PausedAccount,
  type StepInput,
} from './dunning-schedule.js';
import {
  lockDunningSchedule,
  pausedAccounts,
  storeSchedule,
  type SavedSchedule,
} from './dunning-schedule.repository.js';

/** The whole schedule; `pausedAccounts`, when sent, replaces the accounts that are left alone. */
export interface DunningScheduleInput {
  readonly steps: readonly StepInput[];
  readonly autoRun: boolean;
  readonly requireIssued: boolean;
  readonly minimumBalance: string;
  /** 3 unless given. */
  readonly minimumGapDays?: number;
  /** True unless given. */
  readonly consolidate?: boolean;
  readonly pausedAccounts?: readonly PausedAccount[];
}

/** Says how the company pursues overdue invoices. What was done for an invoice stays done. */
@Injectable()
export class PutDunningSchedule {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, precondition_failed, tax_code_unknown */
  async execute(
    ctx: Ctx,
    input: DunningScheduleInput,
    expectedVersion: number | null,
  ): Promise<DunningScheduleView> {
    const steps = checkedSteps(input.steps);
    const minimumGapDays = input.minimumGapDays ?? USUAL_GAP_DAYS;
    const saved = { ...input, steps, minimumGapDays, consolidate: input.consolidate ?? true };
    return this.db.write(ctx, (tx) => putSchedule(tx, saved, expectedVersion));
  }
}

/**
 * The same with checked steps.
 * @throws DomainError precondition_failed, validation_failed, tax_code_unknown
 */
export async function putSchedule(
  tx: Tx,
  input: SavedSchedule & Pick<DunningScheduleInput, 'pausedAccounts'>,
  expectedVersion: number | null,
): Promise<DunningScheduleView> {
  const { steps, autoRun, requireIssued, minimumBalance, minimumGapDays, consolidate } = input;
  const { companyId, now } = tx.ctx;
  const [before, company] = await tx.locked(() => lockDunningSchedule(tx), readCompany);
  checkVersion(before.version, expectedVersion);
  await refuseUnknownCodes(tx, steps);
  const today = companyToday(company, now);
  const settings = { autoRun, requireIssued, minimumBalance, minimumGapDays, consolidate };
  const saved = await storeSchedule(tx, { steps, ...settings });
  if (input.pausedAccounts) await replacePauses(tx, input.pausedAccounts, today);
  const after = { ...saved, pausedAccounts: await pausedAccounts(tx, today) };
  const change = { object: 'dunning-schedule', recordId: companyId };
  emit(tx, { type: 'record.updated', ...change, data: { ...after } });
  audit(tx, {
    action: 'dunning_schedule.saved',
    ...change,
    ...changedFields({ ...before }, { ...after }),
  });
  return after;
}

/** @throws DomainError tax_code_unknown */
async function refuseUnknownCodes(tx: Tx, steps: SavedSchedule['steps']): Promise<void> {
  const named = steps.flatMap(({ fee }, i) =>
    fee?.taxCode ? [{ pointer: `/steps/${i}/fee/taxCode`, code: fee.taxCode }] : [],
  );
  const unknown = await readUnknownTaxCodes(
    tx,
    named.map(({ code }) => code),
  );
  if (unknown.length === 0) return;
  throw unknownTaxCodes(named.filter(({ code }) => unknown.includes(code)));
}

/** @throws DomainError validation_failed for an account that does not exist */
async function replacePauses(
  tx: Tx,
  paused: readonly PausedAccount[],
  today: LocalDate,
): Promise<void> {
  const known = await findBillingAccounts(
    tx,
    paused.map(({ accountId }) => accountId),
  );
  const unknown = paused.findIndex(({ accountId }) => !known.has(accountId));
  if (unknown >= 0) {
    const pointer = `/pausedAccounts/${unknown}/accountId`;
    throw invalidField(pointer, 'reference_not_found', 'There is no such account.');
  }
  const open = await lockAccountPauses(tx);
  const wanted = new Map(paused.map((each) => [keyOf(each), each]));
  const over = open.filter((each) => !wanted.delete(keyOf(each)));
  const ended = await endPauses(
    tx,
    over.map(({ id }) => id),
    today,
  );
  const pauses = [...wanted.values()].map(({ accountId, reason, until }) =>
    newPause(tx.ctx, { accountId, reason, until: until as LocalDate | null }),
  );
  await insertPauses(tx, pauses);
  for (const pause of ended) tell(tx, 'dunning.resumed', pause);
  for (const pause of pauses) tell(tx, 'dunning.paused', pause);
}

/** A pause that is sent as it is goes on: it keeps its beginning and whoever has set it. */
function keyOf(pause: Pick<PausedAccount, 'reason' | 'until'> & Pick<Pause, 'accountId'>): string {
  const { accountId, reason, until } = pause;
  return JSON.stringify([accountId, reason, until]);
}

function tell(tx: Tx, type: 'dunning.resumed' | 'dunning.paused', pause: Pause): void {
  const view = { ...pauseView(pause) };
  const change = { object: 'dunning-pause', recordId: pause.id };
  emit(tx, { type, ...change, data: view });
  audit(tx, { action: type, ...change, after: view });
}
