import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import {
  BANK_CHANGE_STATUSES,
  MOST_VENDOR_CONTACTS,
  type BankChange,
  type BankChangeId,
  type SaidBankDetails,
  type VendorContact,
  type VendorId,
  type VendorProfile,
} from '@quittance/portal/host';
import { BankDetailsDto } from '../crm/ledger-account.dto.js';

const nullable = { nullable: true } as const;
const said = { optional: true, nullable: true } as const;
const LINE = { max: 200, ...nullable } as const;

export class BankChangeDto implements BankChange {
  @IdField() id: BankChangeId;
  @IdField({ description: 'The ledger account.' }) vendorId: VendorId;
  @TextField({ max: 200 }) vendorName: string;
  @IdField({ ...nullable, description: 'Of the vendor, who has sent it; null where staff ask.' })
  portalUserId: PortalUserId | null;
  @TextField({ max: 200, ...nullable }) portalUserName: string | null;
  @IdField({ ...nullable, description: 'Of the staff, who asks, or has made the key that does.' })
  requestedBy: UserId | null;
  @TextField({ max: 200, ...nullable, description: 'What the user or the key was called.' })
  requestedByName: string | null;
  @EnumField(BANK_CHANGE_STATUSES) status: BankChange['status'];
  @ObjectField(() => BankDetailsDto) bank: BankDetailsDto;
  @InstantField() createdAt: Instant;
  @InstantField(nullable) decidedAt: Instant | null;
  @TextField({ max: 500, ...nullable, description: 'Why it was rejected.' }) reason: string | null;
}

/** All of an account: what is not said is not there. */
export class RequestBankChangeDto implements SaidBankDetails {
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

export class RejectBankChangeDto {
  @TextField({ max: 500, example: 'The bank does not know the account' }) reason: string;
}

export class PortalVendorContactDto implements VendorContact {
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 100, ...nullable }) role: string | null;
  @TextField({ max: 254, ...nullable }) email: string | null;
  @TextField({ max: 50, ...nullable }) phone: string | null;
}

export class VendorProfileDto implements VendorProfile {
  @IntegerField({ description: '0 while the vendor has said nothing.' }) version: number;
  @TextField(LINE) tradingName: string | null;
  @TextField(LINE) line1: string | null;
  @TextField(LINE) line2: string | null;
  @TextField(LINE) city: string | null;
  @TextField({ max: 3, ...nullable }) region: string | null;
  @TextField({ max: 20, ...nullable }) postalCode: string | null;
  @TextField({ max: 2, ...nullable }) country: string | null;
  @ListField(() => PortalVendorContactDto, { maxItems: MOST_VENDOR_CONTACTS })
  contacts: readonly PortalVendorContactDto[];
}
