import { audit } from '@quittance/audit';
import { asOfInFuture, companyToday, readCompany } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { emit } from '@quittance/outbox';
import { dunningNotConfigured, dunningRunInProgress } from '../dunning.errors.js';
import { pauseView } from '../pauses/pause.js';
import { endWhatIsOver } from '../pauses/pause.repository.js';
import type { DunningSchedule } from '../schedule/dunning-schedule.js';
import { readDunningSchedule } from '../schedule/dunning-schedule.repository.js';
import type { DunningRun, RunInHand } from './dunning-run.js';
import {
  endRun,
  joinRun,
  releaseAttempts,
  reviveRun,
  runningRun,
  startDunningRun,
  type RunningRun,
} from './dunning-run.repository.js';
import type { RunTerms } from './next-step.js';

/** A run that nobody has touched for so long was killed. */
const DEAD_AFTER_SECONDS = 60;

/** What is asked of a run. */
export interface RunWanted {
  /** The company's today unless given, and no day after it. */
  readonly asOf?: LocalDate | undefined;
  /** A second run with the same key is not made: the clock's, one a day. */
  readonly key?: string;
  /**
   * Carries on the run of that day that is in progress; starts none when it has ended meanwhile.
   */
  readonly carryOn?: boolean;
  /**
   * Whether the work of a run of that day that is in progress is shared, as by default. Who does
   * not share it is told of it as it is.
   */
  readonly shares?: boolean;
}

/** A run that was started or joined, and what it goes by. */
export interface BegunRun {
  readonly run: RunInHand;
  readonly terms: RunTerms;
}

/** A run that others work at, and whoever asks does not. */
export interface RunUnderWay {
  readonly underWay: DunningRun;
}

interface Days {
  /** The day looked from. */
  readonly asOf: LocalDate;
  readonly today: LocalDate;
}

/**
 * Starts a run, or joins the one that is under way.
 * @throws DomainError dunning_not_configured, dunning_run_in_progress, as_of_in_future
 */
export async function beginRun(tx: Tx, wanted: RunWanted): Promise<BegunRun | RunUnderWay | null> {
  const { carryOn = false } = wanted;
  const [company, schedule] = await Promise.all([readCompany(tx), readDunningSchedule(tx)]);
  // A run whose steps are gone meanwhile finds nothing to do, and ends.
  if (schedule.steps.length === 0 && !carryOn) throw dunningNotConfigured();
  const today = companyToday(company, tx.ctx.now);
  const days: Days = { asOf: wanted.asOf ?? today, today };
  // Nobody is written to about a day that has not come.
  if (days.asOf > today && !carryOn) throw asOfInFuture({ ...days });
  const run = await (carryOn ? carriedOn(tx, days) : startedOrJoined(tx, days, wanted));
  if (run && 'underWay' in run) return run;
  return run && begun(run, schedule, today);
}

function begun({ id, asOf }: DunningRun, schedule: DunningSchedule, on: LocalDate): BegunRun {
  const { ladder, minimumGapDays } = schedule;
  return {
    run: { id, asOf, on, ladder, minimumGapDays },
    terms: { schedule, asOf, on, runId: id },
  };
}

const ACTIVE = sql(`select k.active from company.pub_company k where k.id = $1`);

/**
 * The run of a dead process; those that looked ahead, as earlier releases let them, just end, and
 * so do those of companies that are closed.
 */
async function carriedOn(tx: Tx, { asOf, today }: Days): Promise<DunningRun | null> {
  const found = await runningRun(tx);
  if (found?.asOf !== asOf) return null;
  const { active } = await tx.one<{ active: boolean }>(ACTIVE, [tx.ctx.companyId]);
  if (active && asOf <= today) return (await joined(tx, found)) ?? null;
  if (isDead(tx, found)) await giveUp(tx, found);
  return null;
}

async function startedOrJoined(
  tx: Tx,
  { asOf }: Days,
  { key = null, shares = true }: { readonly key?: string | null; readonly shares?: boolean },
): Promise<DunningRun | RunUnderWay | null> {
  const other = await runningRun(tx);
  if (other?.asOf === asOf) {
    if (!shares && !isDead(tx, other)) return { underWay: other };
    const found = await joined(tx, other);
    if (found) return found;
  } else if (other) {
    if (!isDead(tx, other)) throw dunningRunInProgress({ asOf: other.asOf });
    await giveUp(tx, other);
  }
  const run = await startDunningRun(tx, asOf, key);
  if (!run) {
    const rival = await runningRun(tx);
    if (rival && rival.asOf !== asOf) throw dunningRunInProgress({ asOf: rival.asOf });
    if (!rival) return null;
    return shares ? ((await joined(tx, rival)) ?? null) : { underWay: rival };
  }
  await endPauses(tx, asOf);
  const change = { object: 'dunning-run', recordId: run.id, after: { asOf } };
  audit(tx, { action: 'dunning.run_started', ...change });
  return run;
}

/** Undefined when it has ended meanwhile. */
async function joined(tx: Tx, found: RunningRun): Promise<DunningRun | undefined> {
  const revived = isDead(tx, found) ? await reviveRun(tx, found) : undefined;
  return revived ?? joinRun(tx, found);
}

function isDead(tx: Tx, { aliveAt }: RunningRun): boolean {
  return addSeconds(aliveAt, DEAD_AFTER_SECONDS) <= tx.ctx.now;
}

async function giveUp(tx: Tx, { id }: RunningRun): Promise<void> {
  await releaseAttempts(tx, id);
  announceDunningRunEnd(tx, await endRun(tx, id, 'failed'));
}

async function endPauses(tx: Tx, day: LocalDate): Promise<void> {
  for (const pause of await endWhatIsOver(tx, day)) {
    const type = pause.outcome === 'broken' ? 'dunning.promise_broken' : 'dunning.resumed';
    const view = pauseView(pause);
    emit(tx, { type, object: 'dunning-pause', recordId: pause.id, data: { ...view } });
    const change = { object: 'dunning-pause', recordId: pause.id, after: { ...view } };
    audit(tx, { action: type, ...change });
  }
}

/** Tells of a run that was ended, if it was. */
export function announceDunningRunEnd(tx: Tx, run: DunningRun | undefined): void {
  if (!run) return;
  const change = { object: 'dunning-run', recordId: run.id };
  emit(tx, { type: 'dunning.run_completed', ...change, data: { ...run } });
  audit(tx, { action: `dunning.run_${run.status}`, ...change, after: { ...run } });
}
