import type { AccountProof } from '@quittance/receivables/host';
import type { LedgerAccountId } from '@quittance/crm';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  IdField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';

/** Books that do not agree may add up to anything. */
const ANY = { sign: 'any' } as const;

export class AccountFiguresDto {
  @AmountField({ ...ANY, description: 'Of invoices that are neither void nor cancelled.' })
  billed: string;
  @AmountField({ ...ANY, description: 'Applied to invoices by payments, less refunds.' })
  paid: string;
  @AmountField({ ...ANY, description: 'Applied to invoices by credit notes.' }) credited: string;
  @AmountField({ ...ANY, description: 'Expected of nobody any more.' }) writtenOff: string;
  @AmountField({ ...ANY, description: 'Still open of the invoices.' }) balance: string;
  @AmountField({ ...ANY, description: 'Of payments that completed, before refunds.' })
  received: string;
  @AmountField({ ...ANY, description: 'Returned of those payments.' }) refunded: string;
  @AmountField({ ...ANY, description: 'Credit the customer can still use.' }) onAccount: string;
}

export class CurrencyProofDto {
  @CurrencyField() currency: Currency;
  @ObjectField(() => AccountFiguresDto, { description: 'Added up from lines and movements.' })
  summed: AccountFiguresDto;
  @ObjectField(() => AccountFiguresDto, { description: 'As kept in the documents.' })
  kept: AccountFiguresDto;
  @BooleanField({ description: 'Everything added up equals what is kept.' }) agrees: boolean;
}

export class AccountProofDto implements AccountProof {
  @IdField() ledgerAccountId: LedgerAccountId;
  @IdField({ nullable: true, description: 'Of customers.' }) accountId: AccountId | null;
  @TextField({ max: 200 }) name: string;
  @ListField(() => CurrencyProofDto, { maxItems: 200 }) currencies: CurrencyProofDto[];
  @BooleanField({ description: 'Every currency agrees.' }) agrees: boolean;
}
