import { violates } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { scheduleAlreadyBilled, scheduleNotBilled } from '../billing.errors.js';

/** The sentence of a refusal with what is wrong field by field, for the list of failures. */
export function failureDetail(error: DomainError): string {
  const fields = (error.options.errors ?? []).map(({ pointer, message }) =>
    pointer ? `${pointer}: ${message}` : message,
  );
  return [error.message, ...fields].join(' ');
}

/** What the failed transaction of a single schedule is listed as. SQL never leaves. */
export function scheduleFailure(error: unknown, date: LocalDate): DomainError {
  if (error instanceof DomainError) return error;
  if (violates(error, 'invoice_schedule_period_key')) return scheduleAlreadyBilled({ date });
  return scheduleNotBilled({ date }, { cause: error });
}
