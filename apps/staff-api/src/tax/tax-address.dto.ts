import { BooleanField, ListField, ObjectField, TextField } from '@quittance/http/host';
import type { CheckedAddress } from '@quittance/tax/host';

const SHOWN = { max: 200, min: 0, nullable: true } as const;
const PART = { ...SHOWN, optional: true } as const;

/** As somebody typed it: any writing of country and state, to be told what is wrong with it. */
export class ValidateAddressDto {
  @TextField(PART) line1?: string | null;
  @TextField(PART) line2?: string | null;
  @TextField(PART) city?: string | null;
  @TextField(PART) region?: string | null;
  @TextField(PART) postalCode?: string | null;
  @TextField(PART) country?: string | null;
}

/** In the form it was brought into; what could not be, stands as it was typed. */
export class CheckedAddressDto {
  @TextField(SHOWN) line1: string | null;
  @TextField(SHOWN) line2: string | null;
  @TextField(SHOWN) city: string | null;
  @TextField(SHOWN) region: string | null;
  @TextField(SHOWN) postalCode: string | null;
  @TextField(SHOWN) country: string | null;
}

export class AddressProblemDto {
  @TextField({ max: 50, optional: true, description: 'Absent for the address as a whole.' })
  pointer?: string;
  @TextField({ max: 50 }) code: string;
  @TextField({ max: 300 }) message: string;
}

export class AddressCheckDto implements CheckedAddress {
  @BooleanField() valid: boolean;
  @ObjectField(() => CheckedAddressDto) address: CheckedAddressDto;
  @ListField(() => AddressProblemDto, { maxItems: 100 }) problems: readonly AddressProblemDto[];
  @TextField({ max: 50, example: 'built_in', description: 'Who said so.' }) engine: string;
  @TextField({
    max: 300,
    nullable: true,
    description: "Why the company's external engine did not say so, when it should have.",
  })
  fallbackReason: string | null;
}
