import { dateAt, type Ctx } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/objects';
import { formArchived, formNotArchived, formNotPublished } from '../customization.errors.js';
import { mayMove, type Form, type FormMove } from './form.js';
import type { SubmissionTerms } from './read-submission.js';

/** What values of a form are read by. */
export function termsOf({ now }: Ctx, { terms }: CompanyModel): SubmissionTerms {
  const { timeZone, baseCurrency } = terms;
  return { today: dateAt(now, timeZone), timeZone, baseCurrency };
}

const REFUSALS = {
  edit: formArchived,
  publish: formArchived,
  archive: formArchived,
  restore: formNotArchived,
  submit: formNotPublished,
} as const;

/** @throws DomainError form_archived, form_not_archived, form_not_published */
export function checkMove(move: FormMove, { name, status }: Form): void {
  if (!mayMove(move, status)) throw REFUSALS[move]({ name, status });
}
