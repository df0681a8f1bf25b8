import { personBehind } from '@quittance/access';
import type { FieldValues } from '@quittance/fields';
import { onBehalfOf, sql, type Tx } from '@quittance/database';
import { newId, type UserId } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { updateRecords } from '@quittance/objects';
import { laterActors } from '@quittance/outbox';
import { recordAwaitsApproval, ruleRests } from '../rules.errors.js';
import type { RequestApproval } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import type { RuleOccasion } from '../workflows/current-record.js';
import type { WorkflowSubject } from '../workflows/workflow-subjects.js';
import { addEmails } from '../workflows/email-limit.js';
import { resourcesBehind, writtenByAction, type Written } from '../workflows/run-details.js';
import type { RecordApproval } from './approval.description.js';
import { formerParts, insertApproval, waitingAmong } from './approval.repository.js';
import { writeAbout } from './approval-letters.js';
import { approversOf } from './approvers.js';
import type { CallingChange } from './ended-approvals.js';
import { unbounded } from './held-record.js';
import { filled, type Said } from './letter-words.js';
import { takesStatus } from './status-field.js';
import { stepClock } from './step-clock.js';

/** Whoever switches a rule off or takes it away locks it before they look for what waits for it. */
const STILL_ACTIVE = sql(`
  select r.id from rules.rule r where r.company_id = $1 and r.id = $2 and r.active for share`);

/** What an approval brings about in its record is nobody's edit: it is not judged by rules. */
const SETTING = { trusted: true, unscoped: true, cascade: true } as const;

/**
 * Shows in its record how an approval stands. The rule that has asked does not hear of it, and
 * would ask again.
 */
export async function showStatus(
  tx: Tx,
  object: CompanyObject,
  { recordId, field, status, ruleId, requestedBy }: RecordApproval,
  { depth = tx.ctx.depth ?? 0, subject }: ShownBy,
): Promise<void> {
  const shown = field === null ? undefined : object.fields.get(field);
  if (field === null || !shown) return;
  // What has become of the field since keeps nobody from deciding, and the record from being free.
  if (status !== 'waiting' && !takesStatus(shown, status)) return;
  const asker = requestedBy && ({ kind: 'staff', id: requestedBy } as const);
  const by = asker ?? tx.ctx.cause?.by;
  const cause = { rule: ruleId, ...(by && { by }) };
  const own = onBehalfOf(tx, Object.freeze({ ...unbounded(tx), depth, cause }));
  if (subject) return subject.setFields(own, object, recordId, { [field]: status });
  await updateRecords(own, object, [{ id: recordId, patch: { [field]: status } }], SETTING);
}

interface ShownBy {
  /** How many events led to it; as many as to what is under way unless said. */
  readonly depth?: number;
  /** Who writes the record, where the engine does not. */
  readonly subject?: WorkflowSubject | undefined;
}

/**
 * Sends the record of a rule for approval: locked until somebody has decided.
 * @throws DomainError record_awaits_approval, approval_without_approver, rule_rests
 */
export async function requestApproval(
  tx: Tx,
  action: RequestApproval,
  position: number,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Written> {
  const { object, record, subject } = occasion;
  const { companyId, now } = tx.ctx;
  const { rule } = workflow;
  if (!(await tx.maybe(STILL_ACTIVE, [companyId, rule.id]))) throw ruleRests({ name: rule.name });
  if ((await waitingAmong(tx, [record.id])).size > 0) {
    throw recordAwaitsApproval({ object: object.label });
  }
  const about = await askedAbout(tx, action, workflow, occasion);
  const first = action.steps[0] ?? { approver: '' };
  const asked = await approversOf(tx, first, { ...about, record });
  const { dueAt, nextAt } = stepClock(first, now, object.model.terms.timeZone);
  const approval: RecordApproval = { ...about, asked, dueAt };
  await showStatus(tx, object, approval, { subject });
  const reach = keptReach(tx, workflow, position, occasion);
  await insertApproval(tx, approval, { ...reach, nextAt });
  const letter = { users: asked, kind: 'asked', message: askedFor(approval) } as const;
  // One an hour for each: no rule floods anybody by them, and no flood of others keeps them back.
  await addEmails(tx, await writeAbout(tx, object, approval, letter));
  return writtenByAction('request_approval', object, [record.id], {
    approvalId: approval.id,
    approver: first.approver,
  });
}

/** What a rule asks about a record, of nobody as yet. */
export async function askedAbout(
  tx: Tx,
  { steps, message, field }: RequestApproval,
  { rule }: CompiledWorkflow,
  { object, record, event }: RuleOccasion,
): Promise<RecordApproval> {
  const requestedBy = await causerOf(tx, event);
  const recordId = record.id as RecordId;
  const former = await formerParts(tx, object, { recordId, ruleId: rule.id });
  const changedBy = await changersOf(tx, event, { requestedBy, former });
  const title = record[object.titleField];
  return {
    id: newId<'record-approval'>(),
    ruleId: rule.id,
    ruleName: rule.name,
    object: object.name,
    recordId,
    title: (typeof title === 'string' ? title : object.label).slice(0, 500),
    message,
    field,
    status: 'waiting',
    step: 1,
    steps,
    asked: [],
    requestedBy,
    changedBy,
    requestedAt: tx.ctx.now,
    dueAt: null,
    decidedAt: null,
    history: [],
  };
}

/** What an approval keeps for itself of the rule that asks, by an action of it. */
export function keptReach(
  { ctx }: Tx,
  workflow: CompiledWorkflow,
  position: number,
  occasion: RuleOccasion,
) {
  return {
    resources: shownIn(occasion.object, workflow, position),
    depth: ctx.depth ?? 0,
    calledBy: callOf(workflow, occasion),
  };
}

/** What those who are asked are told: what the rule says, as it was written. */
export function askedFor({ message, ruleName: rule }: RecordApproval): Said {
  return ({ pleaseDecide }) => message ?? filled(pleaseDecide, { rule });
}

type Caused = Pick<RuleOccasion['event'], 'cause'> & {
  readonly actor: Pick<RuleOccasion['event']['actor'], 'kind' | 'id'>;
};

/**
 * The person behind what has called the rule, though other rules stand between: whoever made the
 * first change, or made the key that did.
 */
function causerOf(tx: Tx, { actor, cause }: Caused): Promise<UserId | null> {
  return personBehind(tx, cause?.by ?? actor);
}

/**
 * The persons behind what has become of the record since, and before in what the rule has asked and
 * nobody approved: it judges the record as it is now, so that they have a part in what is asked.
 */
async function changersOf(
  tx: Tx,
  event: RuleOccasion['event'],
  { requestedBy, former }: { requestedBy: UserId | null; former: readonly UserId[] },
): Promise<readonly UserId[]> {
  const found = new Set(former);
  for (const later of await laterActors(tx, event)) {
    const person = await causerOf(tx, later);
    if (person !== null) found.add(person);
  }
  return [...found].filter((person) => person !== requestedBy);
}

/** The change that a rule was called by, with what of before its condition asks for. */
function callOf(
  { condition }: CompiledWorkflow,
  { event, isNew, record }: RuleOccasion,
): CallingChange {
  const changed = event.changed ?? Object.keys(event.before ?? {});
  const past: FieldValues = { ...record, ...(event.before as FieldValues | null) };
  const names = isNew ? [] : (condition?.priorPaths ?? []).flatMap(([name]) => name ?? []);
  const before = Object.fromEntries(names.map((name) => [name, past[name] ?? null]));
  return { isNew, changed, before, by: event.actor };
}

/** The resources that the message of a rule shows something of. */
function shownIn(
  object: CompanyObject,
  { texts }: CompiledWorkflow,
  position: number,
): readonly string[] {
  const parts = texts.get(`${position}.message`)?.parts ?? [];
  const formulas = parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
  if (formulas.length === 0) return [];
  return [
    ...resourcesBehind(
      object,
      formulas.flatMap(({ paths }) => paths),
    ),
  ];
}
