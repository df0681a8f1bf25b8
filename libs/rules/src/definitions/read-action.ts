import type { FieldError, UserId } from '@quittance/kernel';
import {
  RECORD_NOTICE,
  type ActionKind,
  type ApprovalStep,
  type FieldFormula,
  type ListedAs,
  type WorkflowAction,
} from '../rules/rule.js';

/** An action as it is sent: the members of all kinds side by side. */
export interface ActionInput {
  readonly kind: ActionKind;
  readonly field?: string | null;
  readonly formula?: string;
  readonly subject?: string;
  readonly description?: string | null;
  readonly dueInDays?: number | null;
  readonly ownerId?: UserId | null;
  readonly template?: string;
  readonly to?: string;
  readonly message?: string | null;
  readonly webhookId?: string | null;
  readonly relation?: string;
  readonly object?: string;
  readonly values?: readonly FieldFormula[];
  readonly steps?: readonly ApprovalStepInput[];
  readonly campaignId?: string;
  readonly person?: string | null;
  readonly status?: ListedAs;
}

type Member = Exclude<keyof ActionInput, 'kind'>;

/** Which members each kind of action needs, and which it may have besides. */
export const ACTION_MEMBERS: Readonly<
  Record<ActionKind, { needs: readonly Member[]; takes: readonly Member[] }>
> = {
  set_field: { needs: ['field', 'formula'], takes: [] },
  create_task: { needs: ['subject'], takes: ['description', 'dueInDays', 'ownerId'] },
  send_email: { needs: ['to'], takes: ['template', 'message'] },
  send_webhook: { needs: ['webhookId'], takes: ['message'] },
  set_related: { needs: ['relation', 'field', 'formula'], takes: [] },
  create_record: { needs: ['object', 'values'], takes: [] },
  request_approval: { needs: ['steps'], takes: ['message', 'field'] },
  add_to_campaign: { needs: ['campaignId'], takes: ['person', 'status'] },
};

/** The general e-mail says nothing but its message. */
function neededWith({ kind, template = RECORD_NOTICE, message }: ActionInput): readonly Member[] {
  const isGeneral = kind === 'send_email' && template === RECORD_NOTICE;
  return isGeneral && (message ?? undefined) === undefined ? ['message'] : [];
}

/** What is missing from an action, and what does not belong to its kind. */
export function actionFaults(input: ActionInput, pointer: string): readonly FieldError[] {
  const { takes } = ACTION_MEMBERS[input.kind];
  const needs = [...ACTION_MEMBERS[input.kind].needs, ...neededWith(input)];
  const missing = needs
    .filter((member) => (input[member] ?? undefined) === undefined)
    .map((member) => ({
      pointer: `${pointer}/${member}`,
      code: 'required',
      message: `is required by ${input.kind}`,
    }));
  const given = (Object.keys(input) as (keyof ActionInput)[]).filter(
    (member) => member !== 'kind' && input[member] !== undefined,
  ) as Member[];
  const strange = given
    .filter((member) => !needs.includes(member) && !takes.includes(member))
    .map((member) => ({
      pointer: `${pointer}/${member}`,
      code: 'unexpected',
      message: `does not go with ${input.kind}`,
    }));
  return [...missing, ...strange];
}

const STEP_MEMBERS = [
  'others',
  'decidedBy',
  'within',
  'unit',
  'remindBefore',
  'overdue',
  'escalateTo',
] as const satisfies readonly (keyof ApprovalStep)[];

/** A step as it is sent. */
export type ApprovalStepInput = Pick<ApprovalStep, 'approver'> & {
  readonly [M in keyof Omit<ApprovalStep, 'approver'>]?: ApprovalStep[M] | null | undefined;
};

/** A step with what is said of it alone. */
export function readStep(input: ApprovalStepInput): ApprovalStep {
  const said = STEP_MEMBERS.filter((member) => (input[member] ?? undefined) !== undefined);
  return {
    approver: input.approver,
    ...Object.fromEntries(said.map((member) => [member, input[member]])),
  };
}

type TextMember =
  | 'campaignId'
  | 'field'
  | 'formula'
  | 'object'
  | 'relation'
  | 'subject'
  | 'to'
  | 'webhookId';

/** An action without faults, with what was left out. */
export function readAction(input: ActionInput): WorkflowAction {
  const text = (member: TextMember) => input[member] ?? '';
  switch (input.kind) {
    case 'set_field':
      return { kind: input.kind, field: text('field'), formula: text('formula') };
    case 'set_related': {
      const [relation, field, formula] = [text('relation'), text('field'), text('formula')];
      return { kind: input.kind, relation, field, formula };
    }
    case 'create_record': {
      const values = (input.values ?? []).map(({ field, formula }) => ({ field, formula }));
      return { kind: input.kind, object: text('object'), values };
    }
    case 'create_task': {
      const { description = null, dueInDays = null, ownerId = null } = input;
      return { kind: input.kind, subject: text('subject'), description, dueInDays, ownerId };
    }
    case 'send_email': {
      const { template = RECORD_NOTICE, message = null } = input;
      return { kind: input.kind, template, to: text('to'), message };
    }
    case 'request_approval': {
      const { message = null, field = null } = input;
      const steps = (input.steps ?? []).map(readStep);
      return { kind: input.kind, steps, message, field };
    }
    case 'add_to_campaign': {
      const { person = null, status = 'planned' } = input;
      return { kind: input.kind, campaignId: text('campaignId'), person, status };
    }
    case 'send_webhook':
      return { kind: input.kind, webhookId: text('webhookId'), message: input.message ?? null };
  }
}
