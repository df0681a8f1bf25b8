import {
  BooleanField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import {
  MOST_QUOTE_LINES,
  type LineMargin,
  type Margin,
  type MarginFinding,
  type QuoteLineId,
  type QuoteMargins,
} from '@quittance/sales/host';

const nullable = { nullable: true } as const;

/** Amounts without tax. */
export class MarginDto implements Margin {
  @TextField({ max: 40 }) net: string;
  @TextField({ max: 40 }) cost: string;
  @TextField({ max: 40 }) margin: string;
  @TextField({ max: 40, ...nullable, description: 'Of the net; null where that is nothing.' })
  marginPercent: string | null;
}

export class LineMarginDto implements LineMargin {
  @IdField() lineId: QuoteLineId;
  @IntegerField() position: number;
  @TextField({ max: 40, ...nullable, description: 'Of the list price, in percent.' })
  effectiveDiscount: string | null;
  @ObjectField(() => MarginDto, {
    ...nullable,
    description: 'Null where its product has no cost in the currency of the quote.',
  })
  margin: MarginDto | null;
}

export class MarginFindingDto implements MarginFinding {
  @IntegerField({ description: 'The place of the rule, from 1.' }) rule: number;
  @IntegerField(nullable) line: number | null;
  @TextField({ max: 40, description: 'The least that is to be left, in percent.' }) limit: string;
}

export class QuoteMarginsDto implements QuoteMargins {
  @TextField({ max: 3 }) currency: string;
  @TextField({ max: 40, ...nullable, description: 'Of all that is chosen and listed.' })
  effectiveDiscount: string | null;
  @ObjectField(() => MarginDto, { ...nullable, description: 'Of what is chosen and has a cost.' })
  margin: MarginDto | null;
  @BooleanField({ description: 'Whether all that is chosen has a cost.' }) complete: boolean;
  @ListField(() => LineMarginDto, { maxItems: MOST_QUOTE_LINES }) lines: readonly LineMarginDto[];
  @ListField(() => MarginFindingDto, {
    maxItems: 30_000,
    description: 'Margins that ask for approval of it as it was submitted.',
  })
  approval: readonly MarginFindingDto[];
}
