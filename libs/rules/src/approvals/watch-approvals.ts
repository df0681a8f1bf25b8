import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import { DomainError, systemCtx, type CompanyId, type Ctx, type Instant } from '@quittance/kernel';
import type { UserId } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';
import { isUnanimous, barredFrom, type ApprovalEntry } from './approval.js';
import type { RecordApproval, RecordApprovalId } from './approval.description.js';
import { writeAbout, writeUnsaid } from './approval-letters.js';
import {
  clockOf,
  storeRecordApproval,
  unattended,
  type ApprovalOfRecord,
} from './approval.repository.js';
import { approversOf, presentOf, standInFor } from './approvers.js';
import { concludeApproval } from './conclude-approval.js';
import { lockWithRecord, type Held } from './held-record.js';
import { ENGLISH, filled, type LetterWords, type Said } from './letter-words.js';
import { askedFor } from './request-approval.js';

/** By approval_rule_index and approval_letter_unsaid_index. */
const COMPANIES = sql(`
  select company_id as "companyId" from rules.door_companies_with_approvals()`);

/** Approvals of a company in a round, so that no other waits for it. */
const SET = 200;
/** Sets that are looked at in place of what failed. */
const MOST_SETS = 10;

/**
 * Does for approvals that wait what nobody does: reminds those who are asked, ends their time, asks
 * others where they have left, and writes the letters that were held back. Each in a transaction of
 * its own, under the lock of a decision: once, however many workers look.
 */
@Injectable()
export class WatchApprovals {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly subjects: WorkflowSubjects,
  ) {}

  /**
   * Answers how many there were. What goes wrong with one keeps no other waiting.
   * @throws the first thing that went wrong, behind all the others
   */
  async runOnce(now: Instant): Promise<number> {
    const companies = await this.db.door<{ companyId: CompanyId }>(COMPANIES);
    const faults: unknown[] = [];
    let done = 0;
    for (const { companyId } of companies) {
      const ctx: Ctx = systemCtx(companyId, now, 'approvals');
      if (quarantineSeconds(ctx) > 0) continue;
      const work = atWork(ctx, () => this.ofCompany(ctx, faults));
      done += await work.catch((error: unknown) => faults.push(error) && 0);
    }
    if (faults.length > 0) throw faults[0];
    return done;
  }

  private async ofCompany(ctx: Ctx, faults: unknown[]): Promise<number> {
    const failed: RecordApprovalId[] = [];
    let done = 0;
    for (let left = MOST_SETS; left > 0; left -= 1) {
      const found = await this.db.read(ctx, (tx) => unattended(tx, SET, failed));
      const failedBefore = failed.length;
      for (const each of found) {
        const work = this.db.write(ctx, (tx) => this.attend(tx, each));
        const ended = await work.catch((error: unknown) => {
          faults.push(error);
          failed.push(each.id);
          return false;
        });
        if (ended) done += 1;
      }
      if (failed.length === failedBefore) break;
    }
    return done + (await this.db.write(ctx, writeUnsaid));
  }

  private async attend(tx: Tx, found: ApprovalOfRecord): Promise<boolean> {
    const { models, subjects } = this;
    const locked = await lockWithRecord(tx, { models, subjects }, found);
    const { approval: before, held } = locked;
    if (before.status !== 'waiting') return false;
    if (!held) {
      await ended(tx, before, { held, status: 'recalled', note: () => 'The record is gone.' });
      return true;
    }
    const manned = await reassigned(tx, before, held);
    if (!manned) return true;
    return (await ofTime(tx, manned, held)) || manned !== before;
  }
}

const byClock = (
  { ctx }: Tx,
  { step }: RecordApproval,
  decision: ApprovalEntry['decision'],
  note: string,
): ApprovalEntry => ({ step, decision, by: null, note, at: ctx.now });

interface EndedBy {
  readonly held: Held | null;
  readonly status: 'rejected' | 'recalled';
  readonly note: Said;
}

function ended(tx: Tx, before: RecordApproval, { held, status, note }: EndedBy) {
  const decision = status === 'rejected' ? 'reject' : 'recall';
  const history = [...before.history, byClock(tx, before, decision, note(ENGLISH))];
  return concludeApproval(tx, before, { ...before, history }, { held, status, note });
}

/**
 * The approval with those alone who work here: who has left is not asked any longer, and stood in
 * for where nobody else is left, or all must approve. Undefined where nobody can, and it is
 * rejected.
 */
async function reassigned(
  tx: Tx,
  before: RecordApproval,
  held: Held,
): Promise<RecordApproval | undefined> {
  const present = await presentOf(tx, before.asked);
  if (present.length === before.asked.length) return before;
  const gone = before.asked.filter((id) => !present.includes(id));
  const others = present.length > 0 && !isUnanimous(before);
  const added = others ? [] : await standInsFor(tx, gone, [...present, ...barredFrom(before)]);
  if (!others && added.length === 0) {
    await ended(tx, before, { held, status: 'rejected', note: ({ nobodyLeft }) => nobodyLeft });
    return undefined;
  }
  const note = 'Somebody who was asked has left.';
  const asked = [...present, ...added];
  const history = [...before.history, byClock(tx, before, 'reassign', note)];
  const after: RecordApproval = { ...before, asked, history };
  await storeRecordApproval(tx, 'reassigned', before, after, await clockOf(tx, before.id));
  const letter = { users: added, kind: 'asked', message: askedFor(after) } as const;
  await writeAbout(tx, held.object, after, letter);
  return after;
}

async function standInsFor(
  tx: Tx,
  gone: readonly UserId[],
  except: readonly (UserId | null)[],
): Promise<readonly UserId[]> {
  const added: UserId[] = [];
  for (const id of gone) {
    const found = await standInFor(tx, id, new Set([...except, ...added]));
    if (found) added.push(found);
  }
  return added;
}

/** Reminds, or ends the time of those who are asked; whether there was something to do. */
async function ofTime(tx: Tx, before: RecordApproval, held: Held): Promise<boolean> {
  const { now } = tx.ctx;
  const nextAt = await clockOf(tx, before.id);
  if (nextAt === null || nextAt > now) return false;
  const { asked, dueAt, steps, step } = before;
  if (dueAt !== null && dueAt > now) {
    await storeRecordApproval(tx, 'reminded', before, before, dueAt);
    const letter = {
      users: asked,
      kind: 'asked',
      message: (words: LetterWords) => filled(words.reminder, { message: askedFor(before)(words) }),
    } as const;
    await writeAbout(tx, held.object, before, letter);
    return true;
  }
  const { overdue = 'stay', escalateTo = '' } = steps[step - 1] ?? {};
  if (overdue === 'reject') {
    await ended(tx, before, { held, status: 'rejected', note: ({ notInTime }) => notInTime });
    return true;
  }
  if (overdue === 'stay') {
    // Nothing is left for the clock; that it is due stays to be seen.
    await storeRecordApproval(tx, 'overdue', before, before, null);
    return true;
  }
  const found = approversOf(tx, { approver: escalateTo }, { ...before, record: held.record });
  const others = await found.catch(nobody);
  const stands =
    others.length > 0 ? others : await standInsFor(tx, asked.slice(0, 1), barredFrom(before));
  const history = [...before.history, byClock(tx, before, 'escalate', ENGLISH.notInTime)];
  const to = stands.length > 0 ? stands : asked;
  const after: RecordApproval = { ...before, asked: to, history, dueAt: null };
  await storeRecordApproval(tx, 'escalated', before, after, null);
  const letter = { users: to, kind: 'asked', message: askedFor(after) } as const;
  await writeAbout(tx, held.object, after, letter);
  return true;
}

/** Where nobody but whoever has asked could decide, others are looked for. */
function nobody(error: unknown): readonly UserId[] {
  if (error instanceof DomainError && error.code === 'approval_without_approver') return [];
  throw error;
}
