import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { partyBank, type BankDetails } from '@quittance/crm';
import { Database, checkVersion, namedSql, sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lastBankChangeOf, ownChange } from './bank-change.queries.js';
import {
  NO_PROFILE,
  profileWith,
  type OwnBankChange,
  type VendorId,
  type VendorProfile,
  type VendorProfilePatch,
} from './vendor-company.js';

/** By primary key. */
const FIND = `
  select p.version, p.trading_name as "tradingName", p.line1, p.line2, p.city, p.region,
    p.postal_code as "postalCode", p.country, p.contacts
  from portal.vendor_profile p where p.company_id = $1 and p.id = $2`;
const READ = sql(FIND);
const LOCK = sql(`${FIND} for update`);

/** So that there is a row to lock. */
const ENSURE = sql(`
  insert into portal.vendor_profile (company_id, id, version, updated_at, updated_by_portal_user_id)
  select k.id, $2::uuid, 0, $3::timestamptz, $4::uuid from company.pub_company k
  where k.id = $1::uuid on conflict (company_id, id) do nothing`);

const STORE = namedSql(
  `update portal.vendor_profile p set version = p.version + 1, trading_name = :tradingName,
     line1 = :line1, line2 = :line2, city = :city, region = :region, postal_code = :postalCode,
     country = :country, contacts = :contacts, updated_at = :now, updated_by_portal_user_id = :by
   where p.company_id = :companyId and p.id = :id`,
  {
    values: {
      id: 'uuid',
      tradingName: 'text',
      line1: 'text',
      line2: 'text',
      city: 'text',
      region: 'text',
      postalCode: 'text',
      country: 'text',
      contacts: 'jsonb',
      by: 'uuid',
    },
  },
);

interface StoredProfile extends VendorProfile {
  /** 0 while the vendor has said nothing. */
  readonly version: number;
}

/** A vendor as it sees itself: the numbers of its accounts masked, as everybody sees them. */
export interface VendorCompany extends StoredProfile {
  readonly id: VendorId;
  /** As the books name it. */
  readonly name: string;
  readonly currency: Currency;
  readonly bank: BankDetails | null;
  /** The last account that it asked to be paid to; null where it never did. */
  readonly bankChange: OwnBankChange | null;
}

export async function readVendorProfile(tx: Tx, id: VendorId): Promise<StoredProfile> {
  const found = await tx.maybe<StoredProfile>(READ, [tx.ctx.companyId, id]);
  return found ?? { ...NO_PROFILE, version: 0 };
}

async function companyOf(tx: Tx, id: VendorId): Promise<VendorCompany> {
  const [books, profile, change] = await Promise.all([
    partyBank.read(tx, id),
    readVendorProfile(tx, id),
    lastBankChangeOf(tx, id),
  ]);
  return {
    ...profile,
    id,
    name: books.name,
    currency: books.defaultCurrency,
    bank: partyBank.masked(books.bank),
    bankChange: change ? ownChange(change) : null,
  };
}

/**
 * What a vendor says of itself. It stands beside the books and changes nothing there: the name that
 * is paid is the company's to say.
 */
@Injectable()
export class VendorProfiles {
  constructor(private readonly db: Database) {}

  read(ctx: PortalCtx): Promise<VendorCompany> {
    return this.db.read(ctx, (tx) => companyOf(tx, ctx.portal.partyId as VendorId));
  }

  /** @throws DomainError precondition_failed, validation_failed */
  execute(
    ctx: PortalCtx,
    patch: VendorProfilePatch,
    expectedVersion: number | null,
  ): Promise<VendorCompany> {
    const id = ctx.portal.partyId as VendorId;
    return this.db.write(ctx, async (tx) => {
      const by = ctx.portal.portalUserId;
      await tx.run(ENSURE, [ctx.companyId, id, ctx.now, by]);
      const { version, ...before } = await tx.one<StoredProfile>(LOCK, [ctx.companyId, id]);
      checkVersion(version, expectedVersion);
      const after = profileWith(before, patch);
      await STORE.run(tx, { ...after, id, by });
      const about = { object: 'ledger-account', recordId: id };
      const changes = changedFields({ ...before }, { ...after });
      audit(tx, { action: 'vendor.profile_updated', ...about, ...changes });
      return companyOf(tx, id);
    });
  }
}
