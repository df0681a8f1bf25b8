import { sql, type Database } from '@quittance/database';
import { PasswordHasher } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import type { CredentialId, PortalUserId } from '../actors/portal-actor.js';
import { storePassword } from '../credentials/credential.repository.js';
import { addPortalUser, type NewPortalUser } from '../users/create-portal-user.js';

export const PORTAL_PASSWORD = 'correct horse battery staple';

/** A user who may sign in with `PORTAL_PASSWORD`. */
export interface TestPortalUser {
  readonly id: PortalUserId;
  readonly credentialId: CredentialId;
  readonly email: string;
  readonly password: string;
}

const VERIFY = sql(`
  update portal.portal_user set verified_at = now() where company_id = $1 and id = $2`);
const hasher = new PasswordHasher();
let hash: Promise<string> | undefined;
let made = 0;

/** A user of a party who has accepted their invitation; the hash is made once per test file. */
export async function aPortalUser(
  db: Database,
  ctx: Ctx,
  input: Partial<NewPortalUser> & Pick<NewPortalUser, 'partyId'>,
  { verified = true }: { readonly verified?: boolean } = {},
): Promise<TestPortalUser> {
  hash ??= hasher.hash(PORTAL_PASSWORD, null);
  const password = await hash;
  made += 1;
  const { partyId, directory = 'customer', role = 'Buyer', name = `User ${made}` } = input;
  const email = input.email ?? `portal-${made}-${partyId.slice(-6)}@example.com`;
  return db.write(ctx, async (tx) => {
    const all = { ...input, partyId, directory, role, name, email };
    const { id, credentialId } = await addPortalUser(tx, all);
    if (verified) {
      await storePassword(tx, credentialId, password);
      await tx.run(VERIFY, [ctx.companyId, id]);
    }
    return { id, credentialId, email: email.toLowerCase(), password: PORTAL_PASSWORD };
  });
}
