import { Injectable } from '@nestjs/common';
import { Database, namedSql, sql, violates, type Tx } from '@quittance/database';
import { invalidField, newId, systemCtx, type CompanyId, type Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { MOST_LATE_DAYS, NO_ADDRESS, type Company, type PostalAddress } from './company.js';
import { checkSettings } from './company-settings.js';
import { companySlugTaken } from './company.errors.js';
import { NO_TAX_OPTIONS } from './tax-options.js';
import { SETTINGS_COLUMNS } from './settings-columns.js';
import {
  NO_BANK_ACCOUNT,
  NO_CONTACT,
  type CompanyBankAccount,
  type CompanyContact,
} from './document-identity.js';

/** What a new company must say; the rest has defaults and is changed with PATCH /company. */
export interface NewCompany extends Partial<
  Omit<Company, 'version' | 'address' | 'contact' | 'bankAccount'>
> {
  readonly slug: string;
  readonly legalName: string;
  readonly baseCurrency: Currency;
  readonly address?: Partial<PostalAddress>;
  readonly contact?: Partial<CompanyContact>;
  readonly bankAccount?: Partial<CompanyBankAccount>;
}

/** Before the company, which refers to it: two of one slug wait for each other here. */
const INSERT_SLUG = sql(`insert into company.slug (id, slug) values ($1, $2)`);

const INSERT_COMPANY = namedSql(
  `insert into company.company (id, slug, legal_name, trade_name, registration_number, address,
    contact, electronic_address, tax_registrations, distance_sales, distance_sales_set_by,
    tax_options, bank_account, base_currency, time_zone, locale,
    document_language, fiscal_year_start_month, tax_rounding, auto_apply_credit, resume_on_payment,
    max_late_days, bank_changes_need_approval, logo, created_at, updated_at)
  values (:companyId, :slug, :legalName, :tradeName, :registrationNumber, :address, :contact,
    :electronicAddress, :taxRegistrations, :distanceSales, :distanceSalesSetBy,
    :taxOptions, :bankAccount, :baseCurrency, :timeZone, :locale,
    :documentLanguage, :fiscalYearStartMonth, :taxRounding, :autoApplyCredit, :resumeOnPayment,
    :maxLateDays, :bankChangesNeedApproval, :logo, :now, :now)`,
  { values: { ...SETTINGS_COLUMNS, slug: 'text' } },
);

const ACTIVE_COMPANIES = sql(`select id from company.door_active_companies()`);
const EVERY_COMPANY = sql(`select id from company.door_every_company()`);
const COMPANY_BY_SLUG = sql(`select id from company.door_company_by_slug($1)`);

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Makes companies and finds them from outside: for set-up, the scheduler and the command line. */
@Injectable()
export class Companies {
  constructor(private readonly db: Database) {}

  /** @throws DomainError company_slug_taken, validation_failed */
  async create(asked: NewCompany, now: Instant): Promise<CompanyId> {
    if (!SLUG.test(asked.slug)) {
      throw invalidField('/slug', 'pattern', 'must be of a-z, 0-9 and -, 63 characters at most');
    }
    const company = checkSettings(asked);
    const id = company.id ?? newId<'company'>();
    try {
      await this.db.write(systemCtx(id, now, 'company-set-up'), (tx) => insert(tx, company));
    } catch (error) {
      if (violates(error, 'company_slug_key')) throw companySlugTaken({ slug: company.slug });
      throw error;
    }
    return id;
  }

  /** Every active company, for jobs that visit each one. */
  async activeIds(): Promise<CompanyId[]> {
    return (await this.db.door<{ id: CompanyId }>(ACTIVE_COMPANIES)).map(({ id }) => id);
  }

  /** Those too that are not active any more, for what is cleared away in the end. */
  async everyId(): Promise<CompanyId[]> {
    return (await this.db.door<{ id: CompanyId }>(EVERY_COMPANY)).map(({ id }) => id);
  }

  /** The company of a slug, or undefined. */
  async idOf(slug: string): Promise<CompanyId | undefined> {
    return (await this.db.door<{ id: CompanyId }>(COMPANY_BY_SLUG, [slug]))[0]?.id;
  }
}

async function insert(tx: Tx, company: NewCompany): Promise<void> {
  await tx.run(INSERT_SLUG, [tx.ctx.companyId, company.slug]);
  await INSERT_COMPANY.run(tx, {
    slug: company.slug,
    legalName: company.legalName,
    tradeName: company.tradeName ?? null,
    registrationNumber: company.registrationNumber ?? null,
    address: { ...NO_ADDRESS, ...company.address },
    contact: { ...NO_CONTACT, ...company.contact },
    electronicAddress: company.electronicAddress ?? null,
    taxRegistrations: company.taxRegistrations ?? [],
    distanceSales: company.distanceSales ?? [],
    distanceSalesSetBy: company.distanceSalesSetBy ?? 'hand',
    taxOptions: { ...NO_TAX_OPTIONS, ...company.taxOptions },
    bankAccount: { ...NO_BANK_ACCOUNT, ...company.bankAccount },
    baseCurrency: company.baseCurrency,
    timeZone: company.timeZone ?? 'UTC',
    locale: company.locale ?? 'en',
    documentLanguage: company.documentLanguage ?? null,
    fiscalYearStartMonth: company.fiscalYearStartMonth ?? 1,
    taxRounding: company.taxRounding ?? 'document',
    autoApplyCredit: company.autoApplyCredit ?? false,
    resumeOnPayment: company.resumeOnPayment ?? true,
    maxLateDays: company.maxLateDays ?? MOST_LATE_DAYS,
    bankChangesNeedApproval: company.bankChangesNeedApproval ?? false,
    logo: company.logo ?? null,
  });
}
