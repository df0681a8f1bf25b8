import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@quittance/contracts';
import { Database, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { newId, references, type Ctx } from '@quittance/kernel';
import { CompanyModels, objectOf, type RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { requireRightsOfRule } from '../rules/rule-rights.js';
import type { RuleId } from '../rules/rule.js';
import { findRule } from '../rules/rule.repository.js';
import { compiledWorkflow, type CompiledWorkflow } from '../rules/rule-set.js';
import { ruleRests } from '../rules.errors.js';
import { readOccasion, type RuleOccasion } from './current-record.js';
import { detailsOf, type RunDetails } from './run-details.js';
import { outcomeOf, UNJUDGED, verdictOf, type RuleOutcome } from './run-workflows.js';
import { WorkflowSubjects } from './workflow-subjects.js';

export interface WorkflowSample {
  readonly recordId: RecordId;
  /** As if the record had just been made. */
  readonly isNew?: boolean;
  /** What the members were before the change that it is tried with; what is not named was so. */
  readonly before?: FieldValues;
}

/** What a rule would do to a record. `not_due`: its condition does not hold. */
export interface WorkflowTrial {
  readonly outcome: RuleOutcome['outcome'] | 'not_due';
  readonly error: string | null;
  readonly message: string | null;
  readonly details: RunDetails;
}

/** Carries what a trial came to out of the transaction that it rolls back. */
class Tried extends Error {
  constructor(readonly trial: WorkflowTrial) {
    super('A trial is rolled back');
  }
}

/**
 * Runs a workflow rule on a record and takes everything back, so that it finds what the rule itself
 * would: nothing is stored, sent or numbered. Whether the rule is active does not matter, nor does
 * its trigger.
 */
@Injectable()
export class TryWorkflow {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly subjects: WorkflowSubjects,
  ) {}

  /** @throws DomainError not_found, reference_not_found, right_beyond_own, rule_rests */
  async execute(ctx: Ctx, id: RuleId, sample: WorkflowSample): Promise<WorkflowTrial> {
    try {
      return await this.db.write(ctx, async (tx): Promise<WorkflowTrial> => {
        throw new Tried(await this.tried(tx, id, sample));
      });
    } catch (error) {
      if (error instanceof Tried) return error.trial;
      throw error;
    }
  }

  private async tried(tx: Tx, id: RuleId, sample: WorkflowSample): Promise<WorkflowTrial> {
    const rule = await findRule(tx, 'workflow', id);
    const object = objectOf(await this.models.of(tx), rule.object);
    requireRightsOfRule(tx.ctx, 'workflow', object, rule.definition);
    const data = await references.at('/recordId', readRecord(tx, object, sample.recordId));
    const workflow = compiledWorkflow(object, rule);
    if (!workflow) throw ruleRests({ name: rule.name });
    const subject = this.subjects.find(object.name);
    const occasion = await readOccasion(
      tx,
      {
        object,
        event: eventOf(tx, object.name, data, sample),
        isNew: sample.isNew ?? false,
        subjects: this.subjects,
        later: () => Promise.resolve([]),
        ...(subject && { subject }),
      },
      [workflow],
    );
    if (!occasion) throw ruleRests({ name: rule.name });
    const { wrote = [], ...outcome } = await trialOf(tx, workflow, occasion);
    return { ...outcome, details: detailsOf(object, workflow, occasion.input, wrote) };
  }
}

const NOT_DUE = { outcome: 'not_due', error: null, message: null } as const;

async function trialOf(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Omit<WorkflowTrial, 'details'> & Pick<RuleOutcome, 'wrote'>> {
  const verdict = await verdictOf(workflow, occasion);
  if (verdict === 'passed_over') return NOT_DUE;
  return verdict === 'due' ? outcomeOf(tx, workflow, occasion) : UNJUDGED;
}

/** A change that made the record what it is. */
function eventOf(
  { ctx }: Tx,
  object: string,
  data: FieldValues,
  { recordId, isNew = false, before = {} }: WorkflowSample,
): EventEnvelope {
  return {
    id: newId(),
    type: isNew ? 'record.created' : 'record.updated',
    companyId: ctx.companyId,
    occurredAt: ctx.now,
    actor: ctx.actor,
    object,
    recordId,
    data,
    requestId: ctx.requestId,
    changed: Object.keys(before),
    before,
    depth: 0,
  };
}
