import { DraftBody, HeadBody, ListField, PatchBody } from '@quittance/http/host';
import { MOST_QUOTE_LINES, quoteTemplateNoun } from '@quittance/sales/host';
import { AdjustmentDto } from '../../receivables/invoices/invoice.dto.js';
import { DepositDto, depositInput, NewQuoteLineDto, quoteLineInput } from './quote-line.dto.js';

const { lines: _, ...plain } = quoteTemplateNoun.members;
const shapes = { deposit: () => DepositDto, adjustments: () => AdjustmentDto } as const;
const LINES = { maxItems: MOST_QUOTE_LINES } as const;

export class CreateQuoteTemplateDto extends DraftBody({ members: plain }, shapes) {
  @ListField(() => NewQuoteLineDto, { ...LINES, description: 'As a quote is written.' })
  lines: NewQuoteLineDto[];
}

export class UpdateQuoteTemplateDto extends PatchBody({ members: plain }, shapes) {
  @ListField(() => NewQuoteLineDto, { ...LINES, optional: true }) lines?: NewQuoteLineDto[];
}

export class QuoteTemplateDto extends HeadBody({ members: plain }, shapes) {
  @ListField(() => NewQuoteLineDto, LINES) lines: NewQuoteLineDto[];
}

/** A template as the operations take it. */
export function templateDraft({ deposit, lines, ...rest }: CreateQuoteTemplateDto) {
  return { ...rest, deposit: depositInput(deposit) ?? null, lines: lines.map(templateLine) };
}

/** The members that were sent. */
export function templatePatch({ deposit, lines, ...rest }: UpdateQuoteTemplateDto) {
  return {
    ...rest,
    ...(deposit !== undefined && { deposit: depositInput(deposit) ?? null }),
    ...(lines !== undefined && { lines: lines.map(templateLine) }),
  };
}

const templateLine = (line: NewQuoteLineDto, i: number) => quoteLineInput(line, `/lines/${i}`);
