import {
  EXPOSURE_KINDS,
  MOST_PARTS,
  type AccountCredit,
  type CurrencyExposure,
  type ExposureKind,
  type ExposurePartView,
} from '@quittance/credit/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  ListField,
  ObjectField,
  TextField,
  TextsField,
} from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { CreditCheckDto, CreditHoldDto } from './credit.dto.js';

const nullable = { nullable: true } as const;
const signed = { sign: 'any' } as const;

class ExposureDto implements Readonly<Record<ExposureKind | 'total', string>> {
  @AmountField({ description: 'What is open of unsettled invoices.' }) invoices: string;
  @AmountField({ description: 'The full value of open orders, invoiced or not.' }) orders: string;
  @AmountField({ description: 'Both, converted and rounded once per currency.' }) total: string;
}

class CurrencyExposureDto implements CurrencyExposure {
  @CurrencyField() currency: Currency;
  @AmountField() amount: string;
  @AmountField({ description: 'In the credit currency.' }) converted: string;
}

class ExposurePartDto implements ExposurePartView {
  @EnumField(EXPOSURE_KINDS) kind: ExposureKind;
  @IdField() id: string;
  @TextField({ max: 80 }) number: string;
  @TextField({ max: 40 }) status: string;
  @CurrencyField() currency: Currency;
  @AmountField({ description: 'What it counts, in its own currency.' }) amount: string;
  @AmountField({ ...signed, description: 'Of that what the net figure counts.' }) net: string;
  @TextsField({
    max: 80,
    maxItems: 1000,
    description: 'Numbers of invoices that count a part of it once more.',
  })
  alsoCountedThrough: string[];
}

export class AccountCreditDto implements AccountCredit {
  @IdField() accountId: AccountId;
  @DateField({ description: 'The day of the exchange rates.' }) asOf: LocalDate;
  @CurrencyField({ description: 'The credit currency, of all amounts but those of parts.' })
  currency: Currency;
  @AmountField({ ...nullable, description: 'Null: no limit.' }) creditLimit: string | null;
  @ObjectField(() => ExposureDto) exposure: ExposureDto;
  @ListField(() => CurrencyExposureDto, {
    maxItems: 200,
    description: 'How the exposure came about; `converted` adds up to it.',
  })
  currencies: CurrencyExposureDto[];
  @AmountField({
    ...signed,
    description: 'What the customer owes and will owe, each once, less what is on account.',
  })
  net: string;
  @AmountField({ ...signed, ...nullable, description: 'Limit less exposure.' })
  available: string | null;
  @TextField({
    max: 30,
    ...nullable,
    description: 'Exposure in percent of the limit; null without a limit, and where it is 0.',
  })
  utilisation: string | null;
  @ListField(() => CreditHoldDto, { maxItems: 10, description: 'Those that are placed.' })
  holds: AccountCredit['holds'];
  @ListField(() => CreditCheckDto, { maxItems: 10, description: 'The latest first.' })
  lastChecks: AccountCredit['lastChecks'];
  @ListField(() => ExposurePartDto, {
    ...nullable,
    maxItems: MOST_PARTS,
    description: 'With `explain=true`: the documents behind the exposure, the largest first.',
  })
  parts: ExposurePartDto[] | null;
  @BooleanField({ description: 'There are more parts than are told.' }) moreParts: boolean;
}
