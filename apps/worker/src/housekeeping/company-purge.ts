import { Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { SweepDocuments } from '@quittance/objects/host';
import { PurgeEvents } from '@quittance/outbox/host';
import { PurgeWorkflowRuns } from '@quittance/rules/host';
import { DAILY_JOB } from '@quittance/watchdog/host';
import { atWork } from '@quittance/watchdog';
import { PurgeAllSessions } from './purge-all-sessions.js';
import { PurgeExchanged } from './purge-exchanged.js';

/** What is forgotten; each kind is a job of its own. */
export const FORGOTTEN = [
  'events',
  'messages',
  'keys',
  'sessions',
  'runs',
  'files',
  'deliveries',
  'bodies',
] as const;
export type ForgottenKind = (typeof FORGOTTEN)[number];

/** How many of each kind were forgotten; of those that failed nothing is told. */
export type Forgotten = Readonly<Partial<Record<ForgottenKind, number>>>;

/** Told what went wrong with one kind: the others go on. */
type OnFault = (error: unknown, kind: ForgottenKind) => void;

/** Forgets what of one company has served its time. */
@Injectable()
export class CompanyPurge {
  private readonly jobs: Readonly<Record<ForgottenKind, (ctx: Ctx) => Promise<number>>>;

  constructor(
    events: PurgeEvents,
    keys: IdempotencyKeys,
    sessions: PurgeAllSessions,
    runs: PurgeWorkflowRuns,
    documents: SweepDocuments,
    exchanged: PurgeExchanged,
  ) {
    this.jobs = {
      events: (ctx) => events.execute(ctx),
      messages: (ctx) => exchanged.messages(ctx),
      keys: (ctx) => keys.purge(ctx),
      sessions: (ctx) => sessions.execute(ctx),
      runs: (ctx) => runs.execute(ctx),
      files: (ctx) => documents.execute(ctx),
      deliveries: (ctx) => exchanged.deliveries(ctx),
      bodies: (ctx) => exchanged.bodies(ctx),
    };
  }

  async execute(ctx: Ctx, onFault: OnFault): Promise<Forgotten> {
    const forgotten: Partial<Record<ForgottenKind, number>> = {};
    for (const kind of FORGOTTEN) {
      const own = { ...ctx, unit: { kind: DAILY_JOB, id: `housekeeping-${kind}` } };
      try {
        forgotten[kind] = await atWork(own, () => this.jobs[kind](own));
      } catch (error) {
        onFault(error, kind);
      }
    }
    return forgotten;
  }
}
