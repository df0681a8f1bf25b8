import type { BankDetails } from '@quittance/crm';
import {
  CurrencyField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  BANK_CHANGE_STATUSES,
  MOST_VENDOR_CONTACTS,
  type OwnBankChange,
  type SaidBankDetails,
  type VendorCompany,
  type VendorContact,
  type VendorId,
  type VendorProfilePatch,
} from '@quittance/portal/host';

const nullable = { nullable: true } as const;
const said = { optional: true, nullable: true } as const;
const LINE = { max: 200, line: true } as const;
const REGION = { max: 3, description: 'The ISO 3166-2 suffix, for example CA.' } as const;
const COUNTRY = { max: 2, description: 'ISO 3166-1 alpha-2.', example: 'DE' } as const;
const MASKED = 'The last four signs of it.';

export class VendorContactDto implements VendorContact {
  @TextField(LINE) name: string;
  @TextField({ max: 100, ...nullable }) role: string | null;
  @TextField({ max: 254, ...nullable }) email: string | null;
  @TextField({ max: 50, ...nullable }) phone: string | null;
}

export class SaidVendorContactDto {
  @TextField(LINE) name: string;
  @TextField({ line: true, max: 100, ...said, example: 'Sales' }) role?: string | null;
  @EmailField(said) email?: string | null;
  @TextField({ line: true, max: 50, ...said }) phone?: string | null;
}

export class UpdateVendorCompanyDto implements VendorProfilePatch {
  @TextField({ ...LINE, ...said, description: 'As it calls itself.' }) tradingName?: string | null;
  @TextField({ ...LINE, ...said }) line1?: string | null;
  @TextField({ ...LINE, ...said }) line2?: string | null;
  @TextField({ ...LINE, ...said }) city?: string | null;
  @TextField({ ...REGION, ...said }) region?: string | null;
  @TextField({ line: true, max: 20, ...said }) postalCode?: string | null;
  @TextField({ ...COUNTRY, ...said }) country?: string | null;
  @ListField(() => SaidVendorContactDto, {
    optional: true,
    maxItems: MOST_VENDOR_CONTACTS,
    description: 'All of them: they replace those before.',
  })
  contacts?: SaidVendorContactDto[];
}

export class MaskedBankDto implements BankDetails {
  @TextField({ max: 100, ...nullable }) accountName: string | null;
  @TextField({ max: 100, ...nullable }) bankName: string | null;
  @TextField({ max: 40, ...nullable, description: MASKED }) accountNumber: string | null;
  @TextField({ max: 34, ...nullable, description: MASKED }) iban: string | null;
  @TextField({ max: 11, ...nullable }) bic: string | null;
  @TextField({ max: 20, ...nullable }) branchCode: string | null;
}

export class OwnBankChangeDto implements OwnBankChange {
  @EnumField(BANK_CHANGE_STATUSES) status: OwnBankChange['status'];
  @ObjectField(() => MaskedBankDto) bank: MaskedBankDto;
  @TextField({
    max: 200,
    ...nullable,
    description: 'Who has sent them; null where the company has said them.',
  })
  portalUserName: string | null;
  @InstantField() createdAt: Instant;
  @InstantField(nullable) decidedAt: Instant | null;
  @TextField({ max: 500, ...nullable, description: 'Why they were rejected.' })
  reason: string | null;
}

export class VendorCompanyDto implements VendorCompany {
  @IdField() id: VendorId;
  @IntegerField({ description: '0 while the vendor has said nothing of itself.' }) version: number;
  @TextField({ ...LINE, description: 'As the books name it; the company says it.' }) name: string;
  @CurrencyField() currency: Currency;
  @TextField({ ...LINE, ...nullable }) tradingName: string | null;
  @TextField({ ...LINE, ...nullable }) line1: string | null;
  @TextField({ ...LINE, ...nullable }) line2: string | null;
  @TextField({ ...LINE, ...nullable }) city: string | null;
  @TextField({ ...REGION, ...nullable }) region: string | null;
  @TextField({ max: 20, ...nullable }) postalCode: string | null;
  @TextField({ ...COUNTRY, ...nullable }) country: string | null;
  @ListField(() => VendorContactDto, { maxItems: MOST_VENDOR_CONTACTS })
  contacts: readonly VendorContactDto[];
  @ObjectField(() => MaskedBankDto, { ...nullable, description: 'Where it is paid to.' })
  bank: MaskedBankDto | null;
  @ObjectField(() => OwnBankChangeDto, {
    ...nullable,
    description: 'The last that it asked to be paid to; null where it never did.',
  })
  bankChange: VendorCompany['bankChange'];
}

/** All of an account: what is not said is not there. */
export class BankDetailsSaidDto implements SaidBankDetails {
  @TextField({ line: true, max: 100, description: 'Whose account it is.' }) accountName: string;
  @TextField({ line: true, max: 100, ...said }) bankName?: string | null;
  @TextField({ line: true, max: 40, ...said }) accountNumber?: string | null;
  @TextField({ line: true, max: 42, ...said, description: 'With or without blanks.' }) iban?:
    | string
    | null;
  @TextField({ line: true, max: 15, ...said }) bic?: string | null;
  @TextField({ line: true, max: 20, ...said, description: 'Routing number, sort code, IFSC …' })
  branchCode?: string | null;
}
