import type { Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { RECORD_APPROVAL_STATUSES } from '../approvals/approval.js';
import { OWNERS_MANAGER, REQUESTERS_MANAGER } from '../approvals/approvers.js';
import { isHeldByOthers } from '../approvals/document-approval.js';
import { takesStatus } from '../approvals/status-field.js';
import { isMadeByEngine } from '../rules/relation.js';
import { LONGEST_OFFSET, type ApprovalStep, type RequestApproval } from '../rules/rule.js';
import { checkPerson } from '../workflows/recipients.js';

/** Who is asked at a step beside its first. */
export const MOST_OTHERS = 9;
/** The time that a step may have. */
export const LONGEST_STEP = LONGEST_OFFSET;

const WORDS =
  'must be `owner`, `owner.manager`, `requester.manager`, the address of somebody who works ' +
  'here, or `role:` and a name';

/** A rule as far as its actions are judged by it. */
interface Judged {
  readonly object: CompanyObject;
  readonly active: boolean;
}

/** What is wrong with an action that sends records for approval. */
export async function checkApproval(
  tx: Tx,
  judged: Judged,
  { steps, field: name }: RequestApproval,
  pointer: string,
): Promise<readonly FieldError[]> {
  const { object } = judged;
  const errors: FieldError[] = [];
  if (!isMadeByEngine(object) && !isHeldByOthers(object.name)) {
    const message = `No rule sends a ${object.label.toLowerCase()} for approval.`;
    errors.push({ pointer: `${pointer}/kind`, code: 'unexpected', message });
  }
  if (name !== null) errors.push(...checkStatusField(object, name, `${pointer}/field`));
  for (const [i, step] of steps.entries()) {
    const at = `${pointer}/steps/${i}`;
    errors.push(...checkTime(step, at), ...(await checkPeople(tx, judged, step, at)));
  }
  return errors;
}

function checkStatusField(
  object: CompanyObject,
  name: string,
  pointer: string,
): readonly FieldError[] {
  const field = object.fields.get(name);
  if (!field) return [{ pointer, code: 'unknown_field', message: `There is no field ${name}.` }];
  const isWritten = !field.readOnly && !field.createOnly;
  const statuses = Object.keys(RECORD_APPROVAL_STATUSES);
  if (isWritten && statuses.every((status) => takesStatus(field, status))) return [];
  return [{ pointer, code: 'type', message: `${name} is no text that can show the status.` }];
}

async function checkPeople(
  tx: Tx,
  judged: Judged,
  { approver, others = [], escalateTo }: ApprovalStep,
  pointer: string,
): Promise<readonly FieldError[]> {
  const named: (readonly [string, string])[] = [
    ['approver', approver],
    ...others.map((name, i) => [`others/${i}`, name] as const),
  ];
  if (escalateTo !== undefined) named.push(['escalateTo', escalateTo]);
  const errors: FieldError[] = [];
  for (const [member, name] of named) {
    if (name === REQUESTERS_MANAGER || (name === OWNERS_MANAGER && judged.object.owned)) continue;
    const at = `${pointer}/${member}`;
    errors.push(...(await checkPerson(tx, judged, name, { at, words: WORDS })));
  }
  return errors;
}

/** What of a step says when, of one that has no time or has it only by half. */
function checkTime(step: ApprovalStep, pointer: string): readonly FieldError[] {
  const { within, unit, remindBefore, overdue, escalateTo } = step;
  const errors: FieldError[] = [];
  const add = (member: string, code: string, message: string) =>
    errors.push({ pointer: `${pointer}/${member}`, code, message });
  const timed = Object.entries({ unit, remindBefore, overdue });
  if (within === undefined) {
    for (const [member, value] of timed) {
      if (value !== undefined) add(member, 'unexpected', 'goes with `within` only');
    }
  } else if (unit === undefined) {
    add('unit', 'required', 'is required by `within`');
  } else if (within > LONGEST_STEP[unit]) {
    add('within', 'range', `is at most ${LONGEST_STEP[unit]} ${unit}`);
  }
  if (within !== undefined && remindBefore !== undefined && remindBefore >= within) {
    add('remindBefore', 'range', 'must be less than `within`');
  }
  if (overdue === 'escalate' && escalateTo === undefined) {
    add('escalateTo', 'required', 'is required by `escalate`');
  }
  if (overdue !== 'escalate' && escalateTo !== undefined) {
    add('escalateTo', 'unexpected', 'goes with `escalate` only');
  }
  return errors;
}
