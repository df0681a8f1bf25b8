import { commissionStatementStatusConflict } from '../partner.errors.js';

export const STATEMENT_STATUSES = ['draft', 'approved', 'paid', 'void'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

export const STATEMENT_STEPS = ['approve', 'reject', 'pay', 'void'] as const;
export type StatementStep = (typeof STATEMENT_STEPS)[number];

/** The table of states: what is not in it is refused. Money that was paid is not taken back. */
const STEPS: Readonly<Record<StatementStep, Partial<Record<StatementStatus, StatementStatus>>>> = {
  approve: { draft: 'approved' },
  reject: { draft: 'void' },
  pay: { approved: 'paid' },
  void: { draft: 'void', approved: 'void' },
};

/** @throws DomainError commission_statement_status_conflict */
export function statementAfter(status: StatementStatus, step: StatementStep): StatementStatus {
  const to = STEPS[step][status];
  if (!to) throw commissionStatementStatusConflict({ status, step });
  return to;
}
