import { isCountry } from '@quittance/registrations';
import { invalidField, type Id } from '@quittance/kernel';
import type { BankDetails } from '@quittance/crm';
import type { Instant, UserId } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';

export type VendorId = Id<'ledger-account'>;
export type BankChangeId = Id<'bank-change'>;

export const BANK_CHANGE_STATUSES = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;
export type BankChangeStatus = (typeof BANK_CHANGE_STATUSES)[number];

/** Somebody at a vendor whom one may turn to. */
export interface VendorContact {
  readonly name: string;
  readonly role: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export const MOST_VENDOR_CONTACTS = 20;

/** What a vendor says of itself; the books name it as the company does. */
export interface VendorProfile {
  readonly tradingName: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly contacts: readonly VendorContact[];
}

/** A merge: what is absent stays, and the contacts are replaced as a whole. */
export type VendorProfilePatch = Partial<Omit<VendorProfile, 'contacts'>> & {
  readonly contacts?: readonly (Pick<VendorContact, 'name'> & Partial<VendorContact>)[];
};

export const NO_PROFILE: VendorProfile = Object.freeze({
  tradingName: null,
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  contacts: [],
});

/** An account that a vendor asks to be paid to, or that one of the staff has somebody be paid to. */
export interface BankChange {
  readonly id: BankChangeId;
  readonly vendorId: VendorId;
  readonly vendorName: string;
  /** Of the vendor, who has sent it; null where staff ask. */
  readonly portalUserId: PortalUserId | null;
  readonly portalUserName: string | null;
  /** Of the staff, who asks, or has made the API key that does; null where a vendor does. */
  readonly requestedBy: UserId | null;
  /** What that user, or the key, was called. */
  readonly requestedByName: string | null;
  readonly status: BankChangeStatus;
  readonly bank: BankDetails;
  readonly createdAt: Instant;
  readonly decidedAt: Instant | null;
  /** Why it was rejected. */
  readonly reason: string | null;
}

/** The same as its vendor sees it. */
export type OwnBankChange = Omit<
  BankChange,
  'id' | 'vendorId' | 'vendorName' | 'portalUserId' | 'requestedBy' | 'requestedByName'
>;

/** A profile with what is said of it. @throws DomainError validation_failed */
export function profileWith(known: VendorProfile, patch: VendorProfilePatch): VendorProfile {
  const { contacts, ...texts } = patch;
  const said = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text?.trim() || null]],
  );
  const after = { ...known, ...(Object.fromEntries(said) as Partial<VendorProfile>) };
  if (after.country !== null && !isCountry(after.country)) {
    throw invalidField('/country', 'enum', 'must be an ISO 3166 alpha-2 code');
  }
  return contacts === undefined ? after : { ...after, contacts: contacts.map(contactOf) };
}

function contactOf(said: NonNullable<VendorProfilePatch['contacts']>[number], at: number) {
  const name = said.name.trim();
  if (name === '') throw invalidField(`/contacts/${at}/name`, 'required', 'must be given');
  const { role = null, email = null, phone = null } = said;
  return { name, role, email, phone };
}
