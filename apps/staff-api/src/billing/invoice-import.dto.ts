import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  IntegerField,
  JsonField,
  ListField,
} from '@quittance/http';
import type { Currency, LocalDate } from '@quittance/kernel';

const optional = { optional: true } as const;
const count = (description: string) => IntegerField({ min: 0, description });

export class InvoiceImportQuery {
  @BooleanField({ ...optional, description: 'Checks and counts, writes nothing.' })
  dryRun?: boolean;
  @CurrencyField({ ...optional, description: 'Of rows without one; the base currency unless set.' })
  currency?: Currency;
  @DateField({ ...optional, description: 'The day the books are taken over as of; today.' })
  asOf?: LocalDate;
}

export class ImportedAmountDto {
  @CurrencyField() currency: Currency;
  @AmountField() total: string;
  @AmountField() paid: string;
  @AmountField() balance: string;
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
}
