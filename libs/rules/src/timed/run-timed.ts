import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import { Database, databaseBusy, isForLater, type Tx } from '@quittance/database';
import type { Field } from '@quittance/fields';
import {
  addSeconds,
  DomainError,
  epochMs,
  newId,
  systemCtx,
  type CompanyId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/metadata';
import { readStored, recordsBy } from '@quittance/objects';
import { atWork, quarantineSeconds } from '@quittance/watchdog';
import { inLanes } from '@quittance/work';
import { rejectUnasked } from '../approvals/reject-unasked.js';
import { allRulesOf, type CompiledWorkflow } from '../rules/rule-set.js';
import { fieldRange, GRACE_SECONDS } from './due-instant.js';
import { readOccasion } from '../workflows/current-record.js';
import { runLineOf, outcomeOf, UNJUDGED, verdictOf } from '../workflows/run-workflows.js';
import { hasRun, TAKE_TIMED, TIMED_COMPANIES } from './timed-runs.sql.js';
import { BY_CLOCK, workflowRunNoun } from '../workflows/workflow-run.description.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';

/** Records looked at for a rule in a round, so that no company and no rule waits for another. */
const SET = 200;
/** Sets of a rule in a round while records fail. */
const MOST_SETS = 10;
/** One with many rules keeps those of others waiting no longer. */
const COMPANIES_AT_ONCE = 3;
/** What a timed rule does is no edit of a person, and sets off other rules like one of them. */
const DEPTH = 1;

/** A record and what its field holds. */
type DatedRecord = Awaited<ReturnType<typeof recordsBy.date>>[number];

interface TimedRule {
  readonly object: CompanyObject;
  readonly workflow: CompiledWorkflow;
  readonly field: Field;
}

/**
 * Runs rules a time before or after what a date field of a record says: looked for by what fields
 * hold, so that a field that changes takes the rule with it; once for each record and instant.
 */
@Injectable()
export class RunTimedRules {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly subjects: WorkflowSubjects,
  ) {}

  /**
   * One set for each timed rule of each company; answers for how many records rules were due. What
   * goes wrong with one record or company keeps no other waiting.
   * @throws the first thing that went wrong, behind all the others
   */
  async runOnce(now: Instant): Promise<number> {
    const companies = await this.db.door<{ companyId: CompanyId }>(TIMED_COMPANIES);
    const faults: unknown[] = [];
    let ran = 0;
    await inLanes(companies, COMPANIES_AT_ONCE, async ({ companyId }) => {
      const ctx: Ctx = { ...systemCtx(companyId, now, 'timed-rules'), bulk: true, depth: DEPTH };
      if (quarantineSeconds(ctx) > 0) return;
      const work = atWork(ctx, () => this.runCompany(ctx, faults));
      const done = await work.catch((error: unknown) => void faults.push(error));
      ran += done ?? 0;
    });
    if (faults.length > 0) throw faults[0];
    return ran;
  }

  private async runCompany(ctx: Ctx, faults: unknown[]): Promise<number> {
    const rules = await this.db.read(ctx, (tx) => this.rulesOf(tx));
    let ran = 0;
    for (const timed of rules) {
      try {
        ran += await this.runRule(ctx, timed, faults);
      } catch (error) {
        if (isForLater(error)) throw error;
        faults.push(error);
      }
    }
    return ran;
  }

  /** A set; where some of it fails another behind it, so that those of the end are reached too. */
  private async runRule(ctx: Ctx, timed: TimedRule, faults: unknown[]): Promise<number> {
    const failed: RecordId[] = [];
    let ran = 0;
    for (let round = 0; round < MOST_SETS; round += 1) {
      const records = await this.db.read(ctx, (tx) => due(tx, timed, failed));
      const before = failed.length;
      for (const record of records) {
        try {
          if (await this.runFor(ctx, timed, record)) ran += 1;
        } catch (error) {
          if (isForLater(error) && !isHeld(error)) throw error;
          faults.push(error);
          failed.push(record.id);
        }
      }
      if (failed.length === before || records.length < SET) break;
    }
    return ran;
  }

  private async rulesOf(tx: Tx): Promise<readonly TimedRule[]> {
    const model = await this.models.of(tx);
    return [...(await allRulesOf(tx, model))].flatMap(([name, { timed }]) =>
      timed.flatMap((workflow) => {
        const object = model.objects.get(name);
        const field = object?.fields.get(workflow.rule.definition.field ?? '');
        return object && field && recordsBy.hasDate(field) ? [{ object, workflow, field }] : [];
      }),
    );
  }

  /**
   * In a transaction with the note that it has run. Of a field that holds something else by now it
   * is not run: it is found again by what it holds.
   */
  private runFor(ctx: Ctx, { object, workflow, field }: TimedRule, { id, at }: DatedRecord) {
    return this.db.write(ctx, async (tx) => {
      const subject = this.subjects.find(object.name);
      if (subject) await subject.lock(tx, id);
      const stored = await readStored(tx, object, [id], subject ? 'none' : 'change', true);
      const held = stored.get(id)?.view[field.name];
      if (typeof held !== 'string' || epochMs(held as Instant) !== epochMs(at)) return false;
      const { rule } = workflow;
      const taken = [ctx.companyId, rule.id, id, at, ctx.now];
      if ((await tx.run(TAKE_TIMED, taken)) === 0) return false;
      const call = {
        object,
        event: eventOf(ctx, object.name, id),
        isNew: false,
        subjects: this.subjects,
        later: () => Promise.resolve([]),
        ...(subject && { subject }),
      };
      const occasion = await readOccasion(tx, call, [workflow]);
      const verdict = occasion && (await verdictOf(workflow, occasion));
      if (!occasion || verdict === 'passed_over') return true;
      const outcome = verdict === 'due' ? await outcomeOf(tx, workflow, occasion) : UNJUDGED;
      await workflowRunNoun.rows.insert(tx, [
        { ...runLineOf(tx, workflow, occasion, outcome), eventType: BY_CLOCK },
      ]);
      await rejectUnasked(tx, workflow, occasion, outcome);
      return true;
    });
  }
}

/** Others hold what the rule would change: other records do not wait for that. */
const isHeld = (error: unknown) => error instanceof DomainError && error.code === databaseBusy.code;

/** The records for which a rule is due and has not run, but for some; the earliest first. */
async function due(
  tx: Tx,
  { object, workflow, field }: TimedRule,
  but: readonly RecordId[],
): Promise<readonly DatedRecord[]> {
  const { definition, id, createdAt } = workflow.rule;
  const { now } = tx.ctx;
  const graced = addSeconds(now, -GRACE_SECONDS);
  const span = { after: graced > createdAt ? graced : createdAt, until: now };
  const range = fieldRange(field, definition, span, object.model.terms.timeZone);
  if (!range) return [];
  return recordsBy.date(
    tx,
    object,
    field,
    { ...range, limit: SET },
    {
      text: (record, bind) =>
        `${hasRun(bind(id), record.id, record.at)} or ${record.id} = any(${bind(but)}::uuid[])`,
    },
  );
}

/** The clock, and no event of the outbox, has called the rule: it is named by an id of its own. */
function eventOf(ctx: Ctx, object: string, recordId: string): EventEnvelope {
  return {
    id: newId(),
    type: 'record.updated',
    companyId: ctx.companyId,
    occurredAt: ctx.now,
    actor: ctx.actor,
    object,
    recordId,
    data: {},
    requestId: ctx.requestId,
    changed: [],
    before: {},
    depth: 0,
  };
}
