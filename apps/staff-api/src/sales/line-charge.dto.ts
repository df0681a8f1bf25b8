import { DecimalField, TextField } from '@quittance/http/host';
import { AgreedPriceDto } from './plan-version.dto.js';

/** What usage costs by the plan of a line that recurs, in the currency of its document. */
export class LineChargeDto extends AgreedPriceDto {
  @TextField({ max: 60, example: 'calls' }) key: string;
  @TextField({ max: 200, example: 'API calls' }) name: string;
  @TextField({ max: 20, nullable: true, description: 'Of the meter.' }) unit: string | null;
  @DecimalField({
    scale: 6,
    min: '0',
    nullable: true,
    description: 'Units of a period that cost nothing.',
  })
  included: string | null;
}
