import { Injectable } from '@nestjs/common';
import { Database, sql, violates, type Tx } from '@quittance/database';
import { invalidField, newId, systemCtx, type CompanyId, type Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { NO_ADDRESS, type Company, type PostalAddress } from './company.js';
import { checkSettings } from './company-settings.js';
import { companySlugTaken } from './company.errors.js';
import {
  identityColumns,
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

const INSERT_COMPANY = sql(`
  insert into company.company (id, slug, legal_name, address, tax_registrations, base_currency,
    time_zone, locale, fiscal_year_start_month, tax_rounding, auto_apply_credit, logo,
    created_at, updated_at, trade_name, registration_number, contact, bank_account,
    document_language)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16, $17, $18)`);

const ACTIVE_COMPANIES = sql(`select id from company.door_active_companies()`);
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
      await this.db.write(systemCtx(id, now, 'company-set-up'), (tx) => insert(tx, company, now));
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

  /** The company of a slug, or undefined. */
  async idOf(slug: string): Promise<CompanyId | undefined> {
    return (await this.db.door<{ id: CompanyId }>(COMPANY_BY_SLUG, [slug]))[0]?.id;
  }
}

async function insert(tx: Tx, company: NewCompany, now: Instant): Promise<void> {
  await tx.run(INSERT_COMPANY, [
    tx.ctx.companyId,
    company.slug,
    company.legalName,
    JSON.stringify({ ...NO_ADDRESS, ...company.address }),
    JSON.stringify(company.taxRegistrations ?? []),
    company.baseCurrency,
    company.timeZone ?? 'UTC',
    company.locale ?? 'en',
    company.fiscalYearStartMonth ?? 1,
    company.taxRounding ?? 'document',
    company.autoApplyCredit ?? false,
    company.logo ?? null,
    now,
    ...identityColumns(company),
  ]);
}
