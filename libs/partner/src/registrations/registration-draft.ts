import { unmeantDay, type LocalDate } from '@quittance/calendar';
import { refuseDisabled, readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { isCurrency, parseMinor } from '@quittance/money';
import { isCountry } from '@quittance/registrations';
import { wholeCustomer } from './deal-registration.repository.js';
import type { Registration, RegistrationPatch } from './deal-registration.js';

/** The members of a row that a person gives. */
type Given = Pick<
  Registration,
  | 'endCustomer'
  | 'customerName'
  | 'customerCountry'
  | 'opportunityName'
  | 'description'
  | 'estimatedValue'
  | 'currency'
  | 'expectedCloseDate'
  | 'protectionLevel'
>;

/**
 * What a registration says behind a change, of which whatever is absent stays.
 * @throws DomainError validation_failed
 */
export async function givenOf(
  tx: Tx,
  patch: RegistrationPatch,
  before: Partial<Given> = {},
): Promise<Given> {
  const currency = patch.currency ?? before.currency;
  if (!isCurrency(currency)) throw invalidField('/currency', 'enum', 'is no currency');
  if (currency !== before.currency) refuseDisabled(await readCompanyTerms(tx), currency);
  const endCustomer = patch.endCustomer ? wholeCustomer(patch.endCustomer) : before.endCustomer;
  if (!endCustomer) throw invalidField('/endCustomer', 'required', 'is required');
  refuseUnmeant(patch.expectedCloseDate);
  if (!isCountry(endCustomer.country)) {
    throw invalidField('/endCustomer/country', 'enum', 'must be an ISO 3166 code');
  }
  return {
    endCustomer,
    customerName: endCustomer.name,
    customerCountry: endCustomer.country,
    opportunityName: patch.opportunityName ?? before.opportunityName ?? '',
    description: patch.description === undefined ? (before.description ?? null) : patch.description,
    estimatedValue: valueOf(patch.estimatedValue, currency, before),
    currency,
    expectedCloseDate:
      patch.expectedCloseDate === undefined
        ? (before.expectedCloseDate ?? null)
        : patch.expectedCloseDate,
    protectionLevel: patch.protectionLevel ?? before.protectionLevel ?? 'standard',
  };
}

/** The ends of the calendar are nobody's expectation. @throws DomainError validation_failed */
function refuseUnmeant(day: LocalDate | null | undefined): void {
  const wrong = day ? unmeantDay(day) : null;
  if (wrong) throw invalidField('/expectedCloseDate', wrong.code, wrong.message);
}

/** @throws DomainError validation_failed */
function valueOf(
  text: string | undefined,
  currency: Given['currency'],
  before: Partial<Given>,
): bigint {
  if (text === undefined && before.currency === currency && before.estimatedValue !== undefined) {
    return before.estimatedValue;
  }
  const minor = text === undefined ? undefined : parseMinor(text, currency);
  if (minor !== undefined && minor >= 0n) return minor;
  throw invalidField('/estimatedValue', 'format', `must be an amount of ${currency}`);
}
