import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import {
  BANK_CHANGE_STATUSES,
  MOST_VENDOR_CONTACTS,
  type BankChange,
  type BankChangeId,
  type VendorContact,
  type VendorId,
  type VendorProfile,
} from '@quittance/portal/host';
import { BankDetailsDto } from '../crm/ledger-account.dto.js';

const nullable = { nullable: true } as const;
const LINE = { max: 200, ...nullable } as const;

export class BankChangeDto implements BankChange {
  @IdField() id: BankChangeId;
  @IdField({ description: 'The ledger account.' }) vendorId: VendorId;
  @TextField({ max: 200 }) vendorName: string;
  @IdField() portalUserId: PortalUserId;
  @TextField({ max: 200 }) portalUserName: string;
  @EnumField(BANK_CHANGE_STATUSES) status: BankChange['status'];
  @ObjectField(() => BankDetailsDto) bank: BankDetailsDto;
  @InstantField() createdAt: Instant;
  @InstantField(nullable) decidedAt: Instant | null;
  @TextField({ max: 500, ...nullable, description: 'Why it was rejected.' }) reason: string | null;
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
