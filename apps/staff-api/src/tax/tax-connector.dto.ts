import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { TAX_PROVIDERS, type TaxConnectorView } from '@quittance/tax/host';

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

export class TaxConnectorDto implements TaxConnectorView {
  @IdField() id: string;
  @EnumField(['tax']) kind: 'tax';
  @EnumField(TAX_PROVIDERS) provider: string;
  @BooleanField() active: boolean;
  @JsonField({ description: 'By name: `configured` and the last four characters.' })
  credentials: TaxConnectorView['credentials'];
  @JsonField() settings: TaxConnectorView['settings'];
  @InstantField({
    nullable: true,
    description: 'Since when the provider has not accepted the credentials.',
  })
  failingSince: Instant | null;
  @TextField({ max: 300, nullable: true }) lastError: string | null;
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
