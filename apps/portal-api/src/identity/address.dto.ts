import { EnumField, IdField, IntegerField, TextField } from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { AddressId, AddressPatch, NewAddress, ShownAddress } from '@quittance/portal/host';

const nullable = { nullable: true } as const;
const said = { optional: true, nullable: true } as const;
const LINE = { max: 200, line: true } as const;
const REGION = { max: 3, description: 'The ISO 3166-2 suffix, for example CA.' } as const;
const COUNTRY = { max: 2, description: 'ISO 3166-1 alpha-2.', example: 'DE' } as const;

export class AddressesOfQuery {
  @IdField({ optional: true, description: 'An account within reach.' }) accountId?: string;
}

export class AddressDto implements ShownAddress {
  @IdField({ ...nullable, description: 'Null of those that the company keeps.' })
  id: AddressId | null;
  @IntegerField(nullable) version: number | null;
  @EnumField(['billing', 'shipping', 'delivery']) kind: ShownAddress['kind'];
  @IdField() accountId: AccountId;
  @TextField({ max: 100, ...nullable }) label: string | null;
  @TextField({ ...LINE, ...nullable }) recipient: string | null;
  @TextField({ ...LINE, ...nullable }) line1: string | null;
  @TextField({ ...LINE, ...nullable }) line2: string | null;
  @TextField({ ...LINE, ...nullable }) city: string | null;
  @TextField({ ...REGION, ...nullable }) region: string | null;
  @TextField({ max: 20, ...nullable }) postalCode: string | null;
  @TextField({ ...COUNTRY, ...nullable }) country: string | null;
}

export class CreateAddressDto implements NewAddress {
  @IdField({ optional: true, description: 'The own account unless said.' }) accountId?: string;
  @TextField({ line: true, max: 100, example: 'Warehouse' }) label: string;
  @TextField({ ...LINE, ...said }) recipient?: string | null;
  @TextField(LINE) line1: string;
  @TextField({ ...LINE, ...said }) line2?: string | null;
  @TextField(LINE) city: string;
  @TextField({ ...REGION, ...said }) region?: string | null;
  @TextField({ line: true, max: 20, ...said }) postalCode?: string | null;
  @TextField(COUNTRY) country: string;
}

export class UpdateAddressDto implements AddressPatch {
  @TextField({ line: true, max: 100, optional: true }) label?: string;
  @TextField({ ...LINE, ...said }) recipient?: string | null;
  @TextField({ ...LINE, optional: true }) line1?: string;
  @TextField({ ...LINE, ...said }) line2?: string | null;
  @TextField({ ...LINE, optional: true }) city?: string;
  @TextField({ ...REGION, ...said }) region?: string | null;
  @TextField({ line: true, max: 20, ...said }) postalCode?: string | null;
  @TextField({ ...COUNTRY, optional: true }) country?: string;
}
