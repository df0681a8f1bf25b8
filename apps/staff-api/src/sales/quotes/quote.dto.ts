import {
  BooleanField,
  DateField,
  DecimalField,
  DraftBody,
  EmailField,
  EnumField,
  HeadBody,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  PatchBody,
  ShowsCustomFields,
  TakesCustomFields,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import type { Id } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import {
  acceptanceNoun,
  APPROVAL_MODES,
  CREDIT_BASES,
  MOST_DAYS_VALID,
  MOST_DEFAULT_CREDIT_DAYS,
  MOST_QUOTE_LINES,
  MOST_APPROVAL_RULES,
  quoteNoun,
  type ToldFinding,
  type ApprovalMode,
  QUOTE_CONVERSIONS,
  type QuoteDraft,
  type QuoteLineId,
  type QuoteSettings,
  type RepricedLine,
} from '@quittance/sales/host';
import { AddressDto } from '../../company/company.dto.js';
import { BillToDto, adjustedShapes } from '../../receivables/invoices/invoice.dto.js';
import {
  DepositDto,
  depositInput,
  documentDiscount,
  DocumentDiscountDto,
  FigureDto,
  FirstInvoiceDto,
  NewQuoteLineDto,
  QuoteLineDto,
  quoteLineInput,
  RecurringFiguresDto,
} from './quote-line.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
const LINES = { maxItems: MOST_QUOTE_LINES } as const;
const discounted = {
  ...adjustedShapes,
  discount: () => DocumentDiscountDto,
  deposit: () => DepositDto,
} as const;

@TakesCustomFields()
export class CreateQuoteDto extends DraftBody(quoteNoun, discounted) {
  readonly custom?: RecordInput;
  @ListField(() => NewQuoteLineDto, {
    ...LINES,
    ...optional,
    description: 'Those of the template when absent; required without one.',
  })
  lines?: NewQuoteLineDto[];
}

/** A new quote as the operations take it. */
export function quoteDraft({ discount, deposit, lines, ...head }: CreateQuoteDto): QuoteDraft {
  const quoted = lines?.map((line, i) => quoteLineInput(line, `/lines/${i}`));
  return {
    ...head,
    discount: documentDiscount(discount) ?? null,
    ...(deposit !== undefined && { deposit: depositInput(deposit) ?? null }),
    ...(quoted && { lines: quoted }),
  };
}

@TakesCustomFields()
export class UpdateQuoteDto extends PatchBody(quoteNoun, discounted) {
  readonly custom?: RecordInput;
}

export class QuoteFiguresDto {
  @ObjectField(() => FigureDto) oneOff: FigureDto;
  @ObjectField(() => RecurringFiguresDto, { description: 'A full period, by frequency.' })
  recurring: RecurringFiguresDto;
  @ObjectField(() => FirstInvoiceDto) firstInvoice: FirstInvoiceDto;
  @ObjectField(() => FigureDto, nullable) tcv: FigureDto | null;
  @ObjectField(() => FigureDto) withOptions: FigureDto;
}

export class ApprovalFindingDto implements ToldFinding {
  @IntegerField({ ...nullable, description: 'The place of the rule, from 1.' }) rule: number | null;
  @EnumField(['discount', 'total', 'approval'] as const, {
    description: '`approval` where no more is told than that it is asked.',
  })
  about: ToldFinding['about'];
  @IntegerField(nullable) line: number | null;
  @TextField({ max: 40, ...nullable }) limit: string | null;
  @TextField({ max: 40, ...nullable }) value: string | null;
}

export class LineRequestDto {
  @IdField() lineId: QuoteLineId;
  @TextField({ max: 2000 }) message: string;
}

export class RequestChangesDto {
  @TextField({ max: 5000 }) message: string;
  @ListField(() => LineRequestDto, { ...LINES, ...optional }) lines?: LineRequestDto[];
  @TextField({ max: 200 }) name: string;
}

export class RequestedChangesDto {
  @TextField({ max: 5000 }) message: string;
  @ListField(() => LineRequestDto, LINES) lines: LineRequestDto[];
  @TextField({ max: 200 }) name: string;
}

/** A quote as lists show it. */
@ShowsCustomFields()
export class QuoteHeadDto extends HeadBody(quoteNoun, {
  ...adjustedShapes,
  billTo: () => BillToDto,
  shipTo: () => AddressDto,
  discount: () => DocumentDiscountDto,
  deposit: () => DepositDto,
  figures: () => QuoteFiguresDto,
  approval: () => ApprovalFindingDto,
  requestedChanges: () => RequestedChangesDto,
}) {}

/** A quote with its lines. */
@ShowsCustomFields()
export class QuoteDto extends QuoteHeadDto {
  @ListField(() => QuoteLineDto, LINES) lines: QuoteLineDto[];
}

export class RepricedLineDto implements RepricedLine {
  @IdField() lineId: QuoteLineId;
  @IntegerField() position: number;
  @TextField({ max: 40, ...nullable }) before: string | null;
  @TextField({ max: 40, ...nullable }) after: string | null;
}

export class RepricedQuoteDto {
  @ObjectField(() => QuoteDto) quote: QuoteDto;
  @ListField(() => RepricedLineDto, LINES) changed: readonly RepricedLineDto[];
}

export class QuoteLinkDto {
  @IdField() id: Id<'quote-link'>;
  @DateField({ description: 'The last day on which it leads anywhere.' }) expiresOn: LocalDate;
  @IntegerField({ description: 'How often it was opened.' }) opens: number;
  @TextField({
    max: 64,
    ...nullable,
    description:
      'The word of the link, for `/q/{token}` of the portal host: told once, when it is made.',
  })
  token: string | null;
  @TextField({
    max: 500,
    ...nullable,
    description: 'The whole address that the link is read at; told with its word.',
    example: 'https://portal.example.com/q/…',
  })
  url: string | null;
}

export class SendQuoteDto {
  @BooleanField({ optional: true, description: 'Whether to e-mail it, with the link in it.' })
  email?: boolean;
}

export class SentQuoteDto {
  @ObjectField(() => QuoteDto) quote: QuoteDto;
  @ObjectField(() => QuoteLinkDto, nullable) link: QuoteLinkDto | null;
}

export class QuoteReasonDto {
  @TextField({ max: 2000 }) reason: string;
}

export class RejectQuoteDto {
  @TextField({ max: 2000, ...optional, description: 'Without one it is `reason_required`.' })
  reason?: string;
}

export class ApproveQuoteDto {
  @TextField({
    max: 64,
    ...optional,
    description: 'Of what was looked at: another by now is `content_changed`.',
  })
  contentHash?: string;
}

export class ReturnQuoteDto {
  @TextField({ max: 2000, description: 'What is to be done about it.' }) note: string;
}

export class SelectionDto {
  @IdField() lineId: QuoteLineId;
  @DecimalField({ scale: 6, min: '0', ...optional }) quantity?: string;
}

export class AcceptQuoteDto {
  @TextField({ max: 200, description: 'Who has accepted.' }) name: string;
  @EmailField(clearable) email?: string | null;
  @TextField({ max: 200, ...clearable }) title?: string | null;
  @TextField({ max: 100, ...clearable }) poNumber?: string | null;
  @ListField(() => SelectionDto, {
    ...LINES,
    ...optional,
    description: 'The options that are chosen; as they are offered when absent.',
  })
  selections?: SelectionDto[];
  @TextField({ max: 64, ...optional, description: 'Of what was accepted.' }) contentHash?: string;
  @TextField({ max: 2000, description: 'By what it can be shown: a letter, an e-mail.' })
  evidence: string;
}

/** Who has accepted, when and what, with the receipt of it. */
export class AcceptanceDto extends HeadBody(acceptanceNoun, { selections: () => SelectionDto }) {}

export class ApprovalRuleDto {
  @DecimalField({
    scale: 6,
    min: '0',
    max: '100',
    example: '15',
    description:
      'Of the list price, which is net; the most that is given away of a line, whichever options ' +
      'are chosen. Free days of its term count.',
  })
  maxPercent: string;
  @DecimalField({
    scale: 6,
    min: '0',
    ...clearable,
    description: 'With tax, in the base currency, of as much as may be chosen.',
  })
  maxTotal?: string | null;
  @DecimalField({
    scale: 6,
    min: '0',
    max: '100',
    ...clearable,
    description: 'The least that is left of a line above its cost, in percent of its net.',
  })
  minMargin?: string | null;
  @IdField(clearable) roleId?: Id<'role'> | null;
}

export class SaveQuoteApprovalDto {
  @EnumField(APPROVAL_MODES, { description: 'Whether a person approves every quote.' })
  mode: ApprovalMode;
  @ListField(() => ApprovalRuleDto, { maxItems: MOST_APPROVAL_RULES }) rules: ApprovalRuleDto[];
}

export class SavedApprovalRuleDto {
  @TextField({ max: 40 }) maxPercent: string;
  @TextField({ max: 40, ...nullable }) maxTotal: string | null;
  @TextField({
    max: 40,
    ...nullable,
    optional: true,
    description: 'Told to whoever may see costs of products; what is not told stays as it is.',
  })
  minMargin?: string | null;
  @IdField(nullable) roleId: Id<'role'> | null;
}

export class QuoteApprovalDto {
  @EnumField(APPROVAL_MODES) mode: ApprovalMode;
  @ListField(() => SavedApprovalRuleDto, { maxItems: MOST_APPROVAL_RULES })
  rules: readonly SavedApprovalRuleDto[];
  @IntegerField() version: number;
}

const WORDS = { ...nullable, max: 20_000, optional: true } as const;
const SAID_ELSE = 'of quotes and orders that say nothing else, nor their template.';
const OF_NEITHER = 'of quotes and orders where neither they nor their account says any.';

export class SaveQuoteSettingsDto {
  @IntegerField({
    min: 0,
    max: MOST_DAYS_VALID,
    description: 'For how many days a quote is valid that says nothing else.',
  })
  quoteValidityDays: number;
  @EnumField(QUOTE_CONVERSIONS, {
    optional: true,
    description: 'How a quote that says nothing else becomes an order; by hand when absent.',
  })
  autoConvert?: QuoteSettings['autoConvert'];
  @BooleanField({
    optional: true,
    description:
      'Whether what recurs begins with the order of a quote, instead of with its confirmation.',
  })
  startOnConvert?: boolean;
  @EnumField(CREDIT_BASES, {
    optional: true,
    description:
      'What credit is asked for: one period of what recurs (`total`, as when it is absent), or ' +
      'all of its term (`tcv`); what has no end is asked by its period.',
  })
  creditBasis?: QuoteSettings['creditBasis'];
  @TextField({ ...WORDS, description: `Introduction ${SAID_ELSE}` })
  introduction?: string | null;
  @TextField({ ...WORDS, description: `Terms ${SAID_ELSE}` })
  terms?: string | null;
  @TextField({ ...WORDS, description: `Notes ${SAID_ELSE}` })
  notes?: string | null;
  @BooleanField({
    optional: true,
    description: 'Whether the prices of quotes and orders that say nothing else include tax.',
  })
  pricesIncludeTax?: boolean;
  @TextField({
    ...nullable,
    max: 500,
    optional: true,
    description: `Payment terms ${OF_NEITHER}`,
  })
  paymentTerms?: string | null;
  @IntegerField({
    ...nullable,
    min: 0,
    max: MOST_DEFAULT_CREDIT_DAYS,
    optional: true,
    description: `Credit days ${OF_NEITHER}`,
  })
  creditDays?: number | null;
}

export class QuoteSettingsDto extends SaveQuoteSettingsDto implements QuoteSettings {
  declare autoConvert: QuoteSettings['autoConvert'];
  declare startOnConvert: boolean;
  declare creditBasis: QuoteSettings['creditBasis'];
  declare introduction: string | null;
  declare terms: string | null;
  declare notes: string | null;
  declare pricesIncludeTax: boolean;
  declare paymentTerms: string | null;
  declare creditDays: number | null;
  @IntegerField({ description: '0 until it is saved.' }) version: number;
}
