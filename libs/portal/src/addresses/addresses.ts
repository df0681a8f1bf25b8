import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { deliveryAddresses } from '@quittance/crm';
import { Database, checkVersion, namedSql, sql, type Tx } from '@quittance/database';
import { newId, notFound, type AccountId } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { addressLimitReached } from '../portal.errors.js';
import { accountInReach, resolveScope } from '../scope/portal-scope.js';
import {
  NOTHING_SAID,
  addressWith,
  type AccountAddress,
  type AddressId,
  type AddressParts,
  type AddressPatch,
  type NewAddress,
} from './account-address.js';

/** Of one account. */
const MOST = 200;

const COLUMNS = `d.id, d.version, d.account_id as "accountId", d.label, d.recipient, d.line1,
  d.line2, d.city, d.region, d.postal_code as "postalCode", d.country`;

/** By address_account_index. */
const OF_ACCOUNT = sql(`
  select ${COLUMNS} from portal.address d
  where d.company_id = $1 and d.account_id = $2 and d.deleted_at is null
  order by d.label, d.id`);
/** By primary key. */
const LOCK = sql(`
  select ${COLUMNS} from portal.address d
  where d.company_id = $1 and d.id = $2 and d.account_id = any($3::uuid[])
    and d.deleted_at is null for update`);
const DELETE = sql(`
  update portal.address set deleted_at = $3, version = version + 1
  where company_id = $1 and id = $2`);

const VALUES = {
  id: 'uuid',
  label: 'text',
  recipient: 'text',
  line1: 'text',
  line2: 'text',
  city: 'text',
  region: 'text',
  postalCode: 'text',
  country: 'text',
} as const;

const INSERT = namedSql(
  `insert into portal.address (company_id, id, account_id, label, recipient, line1, line2, city,
     region, postal_code, country, created_at, updated_at)
   values (:companyId, :id, :accountId, :label, :recipient, :line1, :line2, :city, :region,
     :postalCode, :country, :now, :now)`,
  { values: { ...VALUES, accountId: 'uuid' } },
);
const UPDATE = namedSql(
  `update portal.address d set label = :label, recipient = :recipient, line1 = :line1,
     line2 = :line2, city = :city, region = :region, postal_code = :postalCode, country = :country,
     version = d.version + 1, updated_at = :now
   where d.company_id = :companyId and d.id = :id`,
  { values: VALUES },
);

/** An address as it is shown: those that staff keep of the account have no id and no version. */
export type ShownAddress = Omit<AddressParts, 'line1' | 'city' | 'country'> & {
  readonly kind: 'billing' | 'shipping' | 'delivery';
  readonly accountId: AccountId;
  readonly id: AddressId | null;
  readonly version: number | null;
  readonly label: string | null;
  readonly recipient: string | null;
  readonly line1: string | null;
  readonly city: string | null;
  readonly country: string | null;
};

/**
 * Where a customer has things delivered. Whoever sees the account sees its addresses; its Admins
 * keep them, but for the two that staff keep with the account.
 */
@Injectable()
export class Addresses {
  constructor(private readonly db: Database) {}

  /** Those of the account first, which staff keep. @throws DomainError reference_not_found */
  async list(ctx: PortalCtx, named: string | undefined): Promise<readonly ShownAddress[]> {
    return this.db.read(ctx, async (tx) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const [kept, own] = await Promise.all([
        deliveryAddresses(tx, accountId),
        tx.rows<AccountAddress>(OF_ACCOUNT, [ctx.companyId, accountId]),
      ]);
      return [
        ...kept.map(({ kind, address }) => ({ ...OF_STAFF, ...address, kind, accountId })),
        ...own.map(shownAddress),
      ];
    });
  }

  /** @throws DomainError reference_not_found, validation_failed, address_limit_reached */
  async execute(ctx: PortalCtx, input: NewAddress): Promise<ShownAddress> {
    const { accountId: named, ...said } = input;
    return this.db.write(ctx, async (tx) => {
      const accountId = accountInReach(await resolveScope(tx, ctx.portal), named);
      const there = await tx.rows(OF_ACCOUNT, [ctx.companyId, accountId]);
      if (there.length >= MOST) throw addressLimitReached({ most: MOST });
      const id = newId<'portal-address'>();
      const row = { id, accountId, ...addressWith(NOTHING_SAID, said) };
      await INSERT.run(tx, row);
      const about = { object: 'portal-address', recordId: id };
      audit(tx, { action: 'portal_address.created', ...about, after: { ...row } });
      return shownAddress({ ...row, version: 1 });
    });
  }

  /** @throws DomainError not_found, precondition_failed, validation_failed */
  async update(
    ctx: PortalCtx,
    id: AddressId,
    patch: AddressPatch,
    expectedVersion: number | null,
  ): Promise<ShownAddress> {
    return this.db.write(ctx, async (tx) => {
      const known = await lockReached(tx, ctx, id);
      checkVersion(known.version, expectedVersion);
      const { id: _, accountId, version, ...before } = known;
      const after = addressWith(before, patch);
      await UPDATE.run(tx, { id, ...after });
      const changes = changedFields({ ...before }, { ...after });
      const about = { object: 'portal-address', recordId: id };
      audit(tx, { action: 'portal_address.updated', ...about, ...changes });
      return shownAddress({ id, accountId, version: version + 1, ...after });
    });
  }

  /** What was ordered to it keeps it. @throws DomainError not_found */
  async remove(ctx: PortalCtx, id: AddressId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const known = await lockReached(tx, ctx, id);
      await tx.run(DELETE, [ctx.companyId, id, ctx.now]);
      const about = { object: 'portal-address', recordId: id };
      audit(tx, { action: 'portal_address.deleted', ...about, before: { ...known } });
    });
  }
}

const OF_STAFF = { id: null, version: null, label: null, recipient: null };

function shownAddress(row: AccountAddress): ShownAddress {
  return { kind: 'delivery', ...row };
}

async function lockReached(tx: Tx, ctx: PortalCtx, id: AddressId): Promise<AccountAddress> {
  const { accountIds } = await resolveScope(tx, ctx.portal);
  const found = await tx.maybe<AccountAddress>(LOCK, [ctx.companyId, id, accountIds]);
  if (!found) throw notFound({ object: 'address' });
  return found;
}
