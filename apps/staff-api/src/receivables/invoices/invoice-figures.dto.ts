import {
  AGEING_BUCKETS,
  INVOICE_STATUSES,
  SETTLEMENT_KINDS,
  type InvoiceProof,
  type InvoiceStatistics,
  type ListedOverdueInvoice,
  type InvoiceStatus,
} from '@quittance/receivables/host';
import type { PaymentId } from '@quittance/receivables';
import { TAX_ROUNDINGS, type TaxRounding } from '@quittance/company';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { CreditNoteId, Id, Instant, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { InvoiceHeadDto } from './invoice.dto.js';

const nullable = { nullable: true } as const;
const ANY = { sign: 'any' } as const;
const DISPUTED = 'What of the balance its customers object to: it is not dunned, the rest is.';
const MANY = { maxItems: 10_000 } as const;

export class AsOfQuery {
  @DateField({ optional: true, description: 'As things stood at the end of this day.' })
  asOf?: LocalDate;
}

export class AgeingDto {
  @IntegerField() count: number;
  @AmountField({ description: 'All that is open.' }) balance: string;
  @AmountField({ description: DISPUTED }) disputed: string;
}

export class AgeingBucketsDto implements Record<(typeof AGEING_BUCKETS)[number], AgeingDto> {
  @ObjectField(() => AgeingDto, { description: 'Not yet past due.' }) current: AgeingDto;
  @ObjectField(() => AgeingDto) days1To30: AgeingDto;
  @ObjectField(() => AgeingDto) days31To60: AgeingDto;
  @ObjectField(() => AgeingDto) days61To90: AgeingDto;
  @ObjectField(() => AgeingDto) over90: AgeingDto;
}

class FiguresDto {
  @CurrencyField() currency: Currency;
  @IntegerField() count: number;
  @AmountField() total: string;
  @AmountField({ description: 'All that is open.' }) balance: string;
  @AmountField({ description: DISPUTED }) disputed: string;
  @AmountField({ description: 'What of the balance is past due.' }) overdue: string;
  @IntegerField() overdueCount: number;
}

export class StatusFiguresDto extends FiguresDto {
  @EnumField(INVOICE_STATUSES) status: InvoiceStatus;
}

export class CurrencyFiguresDto extends FiguresDto {
  @ObjectField(() => AgeingBucketsDto) ageing: AgeingBucketsDto;
  @DecimalField({
    scale: 1,
    ...nullable,
    description:
      'Days sales outstanding: what is owed of issued invoices against what was billed in the ' +
      'last 90 days, times 90. Null when nothing was billed.',
  })
  dso: string | null;
}

export class InvoiceStatisticsDto implements InvoiceStatistics {
  @DateField() asOf: LocalDate;
  @ListField(() => StatusFiguresDto, MANY) statuses: StatusFiguresDto[];
  @ListField(() => CurrencyFiguresDto, MANY) currencies: CurrencyFiguresDto[];
}

export class OverdueInvoiceDto extends InvoiceHeadDto implements ListedOverdueInvoice {
  @IntegerField({ min: 1 }) daysOverdue: number;
}

export class MovementDto {
  @EnumField(SETTLEMENT_KINDS) kind: (typeof SETTLEMENT_KINDS)[number];
  @AmountField({ ...ANY, description: 'Positive when it lowers the balance.' }) amount: string;
  @AmountField({ ...ANY, description: 'The balance after it.' }) balance: string;
  @DateField() on: LocalDate;
  @IdField(nullable) paymentId: PaymentId | null;
  @IdField(nullable) refundId: Id<'refund'> | null;
  @IdField(nullable) creditNoteId: CreditNoteId | null;
  @TextField({ max: 64, description: 'The number of the payment or credit note.' }) number: string;
  @TextField({ max: 1000, ...nullable }) reason: string | null;
  @InstantField() recordedAt: Instant;
}

export class ProofSumsDto {
  @AmountField() subtotal: string;
  @AmountField() taxTotal: string;
  @AmountField() total: string;
  @AmountField() paidAmount: string;
  @AmountField() creditedAmount: string;
  @AmountField() writtenOffAmount: string;
  @AmountField() balance: string;
}

export class MovedDto {
  @IntegerField({ min: 1, description: 'The position of the line.' }) line: number;
  @AmountField(ANY) amount: string;
}

export class CertifiedTaxDto {
  @TextField({ max: 200, ...nullable }) jurisdiction: string | null;
  @TextField({ max: 50, ...nullable }) taxCode: string | null;
  @TextField({ max: 20 }) kind: string;
  @DecimalField({ scale: 6 }) rate: string;
  @AmountField(ANY) base: string;
  @DecimalField({ scale: 16, description: 'Before rounding, in major units.' }) exactTax: string;
  @AmountField(ANY) tax: string;
  @ListField(() => MovedDto, {
    ...MANY,
    description: 'What lines bear more or less than their own rounded tax, so that it adds up.',
  })
  moved: MovedDto[];
}

export class RoundingDto {
  @EnumField(TAX_ROUNDINGS) mode: TaxRounding;
  @BooleanField() pricesIncludeTax: boolean;
  @ListField(() => CertifiedTaxDto, MANY) taxes: CertifiedTaxDto[];
}

export class InvoiceProofDto implements InvoiceProof {
  @IdField() invoiceId: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @EnumField(INVOICE_STATUSES) status: InvoiceStatus;
  @CurrencyField() currency: Currency;
  @ListField(() => MovementDto, {
    ...MANY,
    description: 'Every payment, refund and credit in the order they were recorded.',
  })
  movements: MovementDto[];
  @ObjectField(() => ProofSumsDto, { description: 'Added up from lines and movements.' })
  summed: ProofSumsDto;
  @ObjectField(() => ProofSumsDto, { description: 'As kept in the invoice.' }) kept: ProofSumsDto;
  @ObjectField(() => RoundingDto) rounding: RoundingDto;
  @BooleanField({ description: 'Everything added up equals what is kept.' }) agrees: boolean;
}
