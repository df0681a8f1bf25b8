import { BUYER_KINDS, type BuyerKind } from '@quittance/registrations';
import { EnumField, ObjectField, TextField } from '@quittance/http/host';

const PART = { max: 200, nullable: true } as const;

export class CustomerAddressDto {
  @TextField(PART) line1: string | null;
  @TextField(PART) line2: string | null;
  @TextField(PART) city: string | null;
  @TextField({ ...PART, max: 3, description: 'The ISO 3166-2 suffix, for example CA.' })
  region: string | null;
  @TextField({ ...PART, max: 20 }) postalCode: string | null;
  @TextField({ ...PART, max: 2, optional: true }) country: string | null;
}

export class CustomerShipToDto extends CustomerAddressDto {
  @TextField({ ...PART, optional: true, description: 'Who takes it.' }) recipient?: string | null;
}

export class CustomerBillToDto {
  @TextField({ max: 200 }) name: string;
  @ObjectField(() => CustomerAddressDto) address: CustomerAddressDto;
  @TextField({ max: 50, nullable: true }) taxRegistration: string | null;
  @EnumField(BUYER_KINDS, {
    nullable: true,
    optional: true,
    description: 'How you buy, as far as tax depends on it; absent where nothing was said.',
  })
  buyerKind?: BuyerKind | null;
}
