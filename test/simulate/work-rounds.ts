import { BillInterimUsage, ExecuteRun, OpenRuns, QueueSweep } from '@quittance/billing/host';
import { SweepOverdue } from '@quittance/receivables/host';
import { OpenDunningRuns, RunDunning } from '@quittance/dunning/host';
import { SweepCheckouts, SweepRefunds } from '@quittance/gateway/host';
import { newId, systemCtx, type Ctx } from '@quittance/kernel';
import { SendEmails } from '@quittance/notifications/host';
import { WatchApprovals } from '@quittance/rules/host';
import { SweepDebtors, SweepSubscriptions } from '@quittance/sales/host';
import { OutboxDispatcher } from '@quittance/outbox/host';
import { DeliverMessages } from '@quittance/webhooks/host';
import type { Scene } from './scene.js';

const BATCH = 20;

/** Told of what fails in the background. */
export type OnFault = (error: unknown) => void;

/**
 * One round of everything the worker's loops do, as its loops would, side by side unless serial.
 */
export async function workOnce(scene: Scene, onFault: OnFault): Promise<void> {
  const { stage } = scene;
  const now = stage.clock.now();
  const jobs = [
    () => workOutbox(scene),
    () => stage.get(WatchApprovals).runOnce(now),
    () => stage.get(SweepCheckouts).execute(now),
    () => stage.get(SweepRefunds).execute(now),
    () => stage.get(SendEmails).execute(stage.clock),
    () => deliverMessages(scene, onFault),
    () => carryOutRuns(scene, onFault),
    () => carryOnDunning(scene),
    () => stage.get(BillInterimUsage).execute(systemRequest(scene), onFault),
  ];
  if (!scene.serial) return settleAll(jobs);
  for (const job of jobs) await settleAll([job]);
}

/** What there is of events is handed over, to rules among others. */
export async function workOutbox({ stage }: Scene): Promise<void> {
  await stage.get(OutboxDispatcher).dispatchOnce(stage.clock.now());
}

/** All of them come to their end before one that failed is told of. */
async function settleAll(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  const done = await Promise.allSettled(jobs.map((job) => job()));
  const failed = done.find((job) => job.status === 'rejected');
  if (failed) throw failed.reason;
}

/** What the clock asks for once a day. */
export async function dailyWork(scene: Scene): Promise<void> {
  const { stage } = scene;
  await stage.get(SweepSubscriptions).execute(systemRequest(scene));
  await stage.get(QueueSweep).execute(systemRequest(scene));
  await stage.get(SweepOverdue).execute(systemRequest(scene));
  await stage.get(SweepDebtors).execute(systemRequest(scene));
}

async function deliverMessages({ stage }: Scene, onFault: OnFault): Promise<void> {
  const messages = stage.get(DeliverMessages);
  await messages.deliverOnce(onFault);
  await messages.settle();
}

async function carryOutRuns({ stage, companyId }: Scene, onFault: OnFault): Promise<void> {
  const open = await stage.get(OpenRuns).find();
  if (!open.some((run) => run.companyId === companyId)) return;
  const work = { clock: stage.clock, batchSize: BATCH, onFault };
  await stage.get(ExecuteRun).execute(companyId, work);
}

async function carryOnDunning(scene: Scene): Promise<void> {
  const { stage, companyId } = scene;
  const dead = await stage.get(OpenDunningRuns).dead(stage.clock.now());
  for (const { asOf } of dead.filter((run) => run.companyId === companyId)) {
    await stage.get(RunDunning).execute(systemRequest(scene), { asOf });
  }
}

function systemRequest({ companyId, stage }: Scene): Ctx {
  return systemCtx(companyId, stage.clock.now(), newId());
}
