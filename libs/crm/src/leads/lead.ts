import type { DomainError } from '@quittance/kernel';
import { leadStatusConflict } from '../crm.errors.js';

export const LEAD_STATUSES = ['new', 'working', 'qualified', 'unqualified', 'converted'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/**
 * Where a lead may be moved by hand. Only a conversion leads to `converted`, and nothing leaves it.
 */
const MOVES: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['working', 'qualified', 'unqualified'],
  working: ['qualified', 'unqualified'],
  qualified: ['working', 'unqualified'],
  unqualified: ['new', 'working'],
  converted: [],
};

/** Those that have not been given up. */
const CONVERTIBLE: readonly LeadStatus[] = ['new', 'working', 'qualified'];

/** What speaks against the move: lead_status_conflict. */
export function leadMoveFault(from: LeadStatus, to: LeadStatus): DomainError | null {
  if (from === to || MOVES[from].includes(to)) return null;
  const message = `cannot become ${to} from ${from}`;
  const errors = [{ pointer: '/status', code: leadStatusConflict.code, message }];
  return leadStatusConflict({ from, to }, { errors });
}

/** @throws DomainError lead_status_conflict */
export function refuseConversion(from: LeadStatus): void {
  if (!CONVERTIBLE.includes(from)) throw leadStatusConflict({ from, to: 'converted' });
}
