import { defineProblem } from '@quittance/kernel';

export const duplicateRecord = defineProblem(
  'duplicate_record',
  409,
  'The record exists already',
  'The rule “{rule}” allows no second record like this: {matches}.',
);

export const ruleNameTaken = defineProblem(
  'rule_name_taken',
  409,
  'The name is taken',
  'Another rule of this kind for {object} is already called {name}.',
);

export const ruleLimitReached = defineProblem(
  'rule_limit_reached',
  409,
  'There are too many rules',
  'An object has at most {most} rules of this kind; delete one first.',
);

export const ruleRests = defineProblem(
  'rule_rests',
  409,
  'The rule rests',
  'The rule “{name}” names what is gone by now: it is not run until that is put right.',
);

export const tooManyRelated = defineProblem(
  'too_many_related',
  422,
  'The record has too many others',
  'A rule changes at most {most} {object} of one record.',
);

export const recordAwaitsApproval = defineProblem(
  'record_awaits_approval',
  409,
  'The record awaits approval',
  'This {object} awaits approval: nothing of it changes until that is decided or recalled, and ' +
    'it goes no further until it is approved or changed so that it needs none.',
);

export const approvalWithoutApprover = defineProblem(
  'approval_without_approver',
  409,
  'Nobody can approve',
  'There is nobody but whoever has asked who could decide as “{approver}”.',
);

export const recordApprovalNotWaiting = defineProblem(
  'record_approval_not_waiting',
  409,
  'The approval is decided',
  'The approval is {status} and cannot be decided again.',
);

export const recordApprovalNotTheirs = defineProblem(
  'record_approval_not_theirs',
  403,
  'The approval is for others to decide',
  'Others are asked at this step; nobody decides about what they have caused themselves.',
);

export const approvedRecordGone = defineProblem(
  'approved_record_gone',
  409,
  'The record is gone',
  'The record that awaits approval is gone: the approval can only be recalled.',
);

export const ruleHasApprovals = defineProblem(
  'rule_has_approvals',
  409,
  'Records await approval by the rule',
  '{count} records await approval by the rule “{name}”: they are decided or recalled first.',
);

export const workflowEmailRefused = defineProblem(
  'workflow_email_refused',
  422,
  'The e-mail cannot be sent',
  'The e-mail of the rule was not queued: {reason}.',
);
