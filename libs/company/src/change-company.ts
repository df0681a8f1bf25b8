import { audit, changedFields } from '@quittance/audit';
import { namedSql, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { CompanyChecks } from './company-checks.js';
import type { CompanyPatch } from './company-settings.js';
import { NO_ADDRESS, type Company } from './company.js';
import { lockCompany } from './company.queries.js';
import { refuseNewlyDisabled } from './currencies/enabled-currencies.js';
import { NO_BANK_ACCOUNT, NO_CONTACT } from './document-identity.js';
import { bumpMetadata } from './metadata-version.js';
import { SETTINGS_COLUMNS } from './settings-columns.js';
import { NO_TAX_OPTIONS } from './tax-options.js';

const UPDATE = namedSql(
  `update company.company set legal_name = :legalName, trade_name = :tradeName,
    registration_number = :registrationNumber, address = :address, contact = :contact,
    tax_registrations = :taxRegistrations, distance_sales = :distanceSales,
    distance_sales_set_by = :distanceSalesSetBy, tax_options = :taxOptions,
    bank_account = :bankAccount, electronic_address = :electronicAddress,
    base_currency = :baseCurrency, time_zone = :timeZone, locale = :locale,
    document_language = :documentLanguage, fiscal_year_start_month = :fiscalYearStartMonth,
    tax_rounding = :taxRounding, auto_apply_credit = :autoApplyCredit,
    resume_on_payment = :resumeOnPayment, max_late_days = :maxLateDays,
    bank_changes_need_approval = :bankChangesNeedApproval, logo = :logo,
    version = :version, updated_at = :now
  where id = :companyId`,
  { values: { ...SETTINGS_COLUMNS, version: 'integer' } },
);

/**
 * Changes the company by settings that were checked, for an operation that has found it may.
 * @throws DomainError validation_failed, currency_not_enabled
 */
export async function changeCompany(
  tx: Tx,
  checks: CompanyChecks,
  patch: CompanyPatch,
): Promise<Company> {
  const before = await lockCompany(tx);
  const after = merged(before, patch);
  const [was, is] = [before.baseCurrency, after.baseCurrency];
  await refuseNewlyDisabled(tx, [{ before: was, after: is }], '/baseCurrency');
  await UPDATE.run(tx, after);
  // Its zone and currency are kept with the model of its objects.
  await bumpMetadata(tx);
  await checks.run(tx, before, after);
  const recordId = after.id;
  const change = changedFields(shown(before), shown(after));
  audit(tx, { action: 'company.updated', object: 'company', recordId, ...change });
  const data = { ...shown(after), id: after.id, slug: after.slug, version: after.version };
  emit(tx, { type: 'record.updated', object: 'company', recordId, data });
  return after;
}

function merged(before: Company, patch: CompanyPatch): Company {
  const { address, contact, bankAccount, taxOptions, ...rest } = patch;
  return {
    ...before,
    ...rest,
    address: part(NO_ADDRESS, before.address, address),
    contact: part(NO_CONTACT, before.contact, contact),
    taxOptions: part(NO_TAX_OPTIONS, before.taxOptions, taxOptions),
    bankAccount: bankAccountAfter(before, { bankAccount }),
    version: before.version + 1,
  };
}

export function bankAccountAfter(
  { bankAccount: before }: Pick<Company, 'bankAccount'>,
  { bankAccount }: Pick<CompanyPatch, 'bankAccount'>,
): Company['bankAccount'] {
  return part(NO_BANK_ACCOUNT, before, bankAccount);
}

/** A part is merged like the whole; null empties it. */
function part<T>(nothing: T, before: T, patch: Partial<T> | null | undefined): T {
  return patch === null ? nothing : { ...before, ...patch };
}

/** Without the picture itself: a log entry says that it changed, not its 300 kB. */
function shown({ id: _, slug: __, version: ___, logo, ...facts }: Company) {
  return { ...facts, logo: logo && `${logo.length} characters ending in ${logo.slice(-12)}` };
}
