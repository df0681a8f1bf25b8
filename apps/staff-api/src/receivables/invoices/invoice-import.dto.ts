import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  IntegerField,
  JsonField,
  ListField,
  ObjectField,
} from '@quittance/http/host';
import { MOST_FAILURES } from '@quittance/receivables/host';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { CountryQuery, RecordProblemDto } from '../../objects/mass.dto.js';

const optional = { optional: true } as const;
const count = (description: string) => IntegerField({ min: 0, description });

export class InvoiceImportQuery extends CountryQuery {
  @BooleanField({ ...optional, description: 'Checks and counts, writes nothing.' })
  dryRun?: boolean;
  @CurrencyField({ ...optional, description: 'Of rows without one; the base currency unless set.' })
  currency?: Currency;
  @DateField({
    ...optional,
    description: 'The day the books are taken over as of; today, and none to come.',
  })
  asOf?: LocalDate;
}

export class ImportedAmountDto {
  @CurrencyField() currency: Currency;
  @AmountField() total: string;
  @AmountField() paid: string;
  @AmountField() balance: string;
}

/** A row that the rules of the company refuse. */
export class FailedRowDto {
  @IntegerField({ min: 1, description: 'The line of the file.' }) line: number;
  @ObjectField(() => RecordProblemDto) problem: RecordProblemDto;
}

export class InvoiceImportDto {
  @BooleanField() dryRun: boolean;
  @DateField() asOf: LocalDate;
  @count('Rows of the file.') rows: number;
  @count('Invoices that were written, or would be.') imported: number;
  @count('Rows whose invoice was imported before; it was left as it is.') alreadyImported: number;
  @count('Rows dated after asOf.') leftOut: number;
  @count('Customers of the imported invoices.') customers: number;
  @JsonField({ description: 'Imported invoices by the status they were given.' })
  byStatus: Readonly<Record<string, number>>;
  @ListField(() => ImportedAmountDto, { maxItems: 200 }) amounts: readonly ImportedAmountDto[];
  @count('Rows that rules of the company refuse; nothing was written of them.') failed: number;
  @ListField(() => FailedRowDto, { maxItems: MOST_FAILURES, description: 'The first of those.' })
  failures: readonly FailedRowDto[];
}
