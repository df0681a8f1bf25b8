import { BooleanField, EnumField, JsonField } from '@quittance/http/host';
import { TAX_PROVIDERS, taxConnectorNoun } from '@quittance/tax/host';
import { nounDto } from '../objects/noun-dtos.js';

export class PutTaxConnectorDto {
  @EnumField(TAX_PROVIDERS) provider: string;
  @BooleanField({ optional: true, description: 'True unless said otherwise.' }) active?: boolean;
  @JsonField({
    optional: true,
    description:
      'AvaTax: `accountId` and `licenseKey`, or `username` and `password`, or `token`; TaxJar: ' +
      '`token`. What is left out stays as it is. Never shown again.',
  })
  credentials?: Record<string, unknown>;
  @JsonField({
    optional: true,
    description:
      '`baseUrl`; for AvaTax `companyCode`, the company that documents are recorded for.',
  })
  settings?: Record<string, unknown>;
}

export const TaxConnectorDto = nounDto(taxConnectorNoun, 'TaxConnectorDto');
