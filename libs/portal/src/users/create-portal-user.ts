import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { findParty, holdContactOf } from '@quittance/crm';
import { newId, type Ctx, type Id } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { PortalDirectory, PortalRole } from '../actors/portal-actor.js';
import { credentialOf, type Named } from '../credentials/credential.repository.js';
import { referenceNotFoundAt } from '../portal.errors.js';
import { invite } from './announce-portal-user.js';
import { columnsOf, newStanding, type StandingInput } from './new-standing.js';
import { PARTY_KIND, type PortalStanding } from './portal-user.js';
import { portalUserNoun, type PortalUserView } from './portal-user.description.js';
import {
  findPortalUser,
  insertPortalUser,
  portalUserView,
  reachesParty,
  type StoredPortalUser,
} from './portal-user.repository.js';
import { requireTreeOfGiver } from './tree-of-giver.js';

export interface NewPortalUser extends Named, StandingInput {
  readonly directory: PortalDirectory;
  readonly partyId: string;
  readonly name: string;
  readonly role: PortalRole;
  readonly contactId?: Id<'contact'> | null | undefined;
}

/** Adds a user of a party, who is invited by e-mail. */
@Injectable()
export class CreatePortalUser {
  constructor(private readonly db: Database) {}

  /** @throws DomainError portal_user_taken, reference_not_found, right_beyond_own,
   *   validation_failed, invitation_sent_lately */
  async execute(ctx: Ctx, input: NewPortalUser): Promise<PortalUserView> {
    return this.db.write(ctx, async (tx) => portalUserView(await addPortalUser(tx, input)));
  }
}

/**
 * Adds the user in the caller's transaction. Where the address has a credential in the directory
 * already, it becomes a user of that; whoever has its password accepts.
 * @param check refuses a standing that the caller may not give
 */
export async function addPortalUser(
  tx: Tx,
  input: NewPortalUser,
  check: (standing: PortalStanding) => void = () => undefined,
): Promise<StoredPortalUser> {
  const { directory, partyId, name, contactId = null } = input;
  const party = await findParty(tx, PARTY_KIND[directory], partyId);
  if (!party || !(await reachesParty(tx, directory, partyId))) {
    throw referenceNotFoundAt('/partyId', 'party');
  }
  await requireContact(tx, directory, partyId, contactId);
  const standing = newStanding(input, party.currency);
  check(standing);
  await requireTreeOfGiver(tx, { directory, partyId }, standing);
  const credential = await credentialOf(tx, directory, input);
  const { now } = tx.ctx;
  const isCustomer = directory === 'customer';
  const id = newId<'portal-user'>();
  await insertPortalUser(tx, {
    ...portalUserNoun.empty,
    ...columnsOf(standing),
    id,
    version: 1,
    directory,
    credentialId: credential.id,
    accountId: isCustomer ? partyId : null,
    ledgerAccountId: isCustomer ? null : partyId,
    contactId,
    name: name.trim(),
    isActive: true,
    renewals: 0,
    createdAt: now,
    updatedAt: now,
  });
  await invite(tx, { id, version: 1, email: credential.email, directory });
  const made = await findPortalUser(tx, id);
  const about = { object: 'portal-user', recordId: id };
  const shown = { ...portalUserView(made) };
  audit(tx, { action: 'portal_user.created', ...about, after: shown });
  emit(tx, { type: 'record.created', ...about, data: shown });
  return made;
}

/** @throws DomainError reference_not_found */
export async function requireContact(
  tx: Tx,
  directory: PortalDirectory,
  partyId: string,
  contactId: Id<'contact'> | null,
): Promise<void> {
  if (contactId === null) return;
  const isThere = directory === 'customer' && (await holdContactOf(tx, partyId, contactId));
  if (!isThere) throw referenceNotFoundAt('/contactId', 'contact');
}
