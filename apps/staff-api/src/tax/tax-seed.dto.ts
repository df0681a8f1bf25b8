import { EnumsField, IntegerField, TextsField } from '@quittance/http/host';
import { SEED_COUNTRIES, type SeedResult } from '@quittance/tax/host';

export class SeedTaxDto {
  @EnumsField(SEED_COUNTRIES, { minItems: 1, maxItems: 100, example: ['DE', 'FR'] })
  countries: string[];
}

export class SeedResultDto implements SeedResult {
  @TextsField({ max: 2, maxItems: 100 }) countries: readonly string[];
  @IntegerField({ description: 'Codes added.' }) codes: number;
  @IntegerField({ description: 'Jurisdictions added.' }) jurisdictions: number;
  @IntegerField({ description: 'Rates added.' }) rates: number;
}
