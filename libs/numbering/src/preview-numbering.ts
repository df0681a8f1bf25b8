import { Injectable } from '@nestjs/common';
import { companyToday, readCompany } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { checkRules } from './check-rules.js';
import type { DocumentType } from './document-type.js';
import type { NumberingRules } from './number-format.js';
import { previewNumbers } from './numbering.queries.js';

export interface NumberingPreviewInput extends NumberingRules {
  /** Goes on where the documents of this type are; a fresh sequence when absent. */
  readonly type?: DocumentType | null;
  /** Today in the company when absent. */
  readonly date?: LocalDate;
}

export interface NumberingPreview {
  readonly date: LocalDate;
  readonly numbers: readonly string[];
}

const PREVIEWED = 5;

/** Shows the next numbers under rules that are not saved, from the engine that will give them. */
@Injectable()
export class PreviewNumbering {
  constructor(private readonly db: Database) {}

  /** @throws DomainError numbering_rules_invalid */
  execute(ctx: Ctx, input: NumberingPreviewInput): Promise<NumberingPreview> {
    const { type = null, ...rules } = input;
    return this.db.read(ctx, async (tx) => {
      await checkRules(tx, type, rules);
      const company = await readCompany(tx);
      const date = input.date ?? companyToday(company, ctx.now);
      const ofCompany = { ...rules, fiscalYearStart: company.fiscalYearStartMonth };
      return { date, numbers: await previewNumbers(tx, type, ofCompany, date, PREVIEWED) };
    });
  }
}
