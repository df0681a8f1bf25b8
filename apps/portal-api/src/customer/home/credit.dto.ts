import type { LocalDate } from '@quittance/calendar';
import { AmountField, CurrencyField, DateField, IdField } from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

const nullable = { nullable: true } as const;

export class CustomerCreditQuery {
  @IdField({ optional: true, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
}

export class CustomerCreditDto {
  @IdField() accountId: AccountId;
  @DateField({ description: 'The day of the exchange rates.' }) asOf: LocalDate;
  @CurrencyField() currency: Currency;
  @AmountField({ ...nullable, description: 'Null: no limit.' }) limit: string | null;
  @AmountField({ description: 'What is open of invoices, and open orders.' }) exposure: string;
  @AmountField({ sign: 'any', ...nullable, description: 'Limit less exposure.' })
  available: string | null;
}
