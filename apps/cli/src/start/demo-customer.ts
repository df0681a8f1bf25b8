import { addAccount } from '@quittance/crm/host';
import type { Database } from '@quittance/database';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { listPage, parseListRequest, type ListDefinition } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import {
  AcceptInvitation,
  addPortalUser,
  findPortalUser,
  makeLink,
  MfaVault,
  portalUserList,
  SecondFactors,
} from '@quittance/portal/host';
import { randomBytes } from 'node:crypto';
import { DEMO_CUSTOMER } from './demo-admin.js';

/** Makes what is missing of the customer who signs in at the portal. */
export async function ensureDemoCustomer(ctx: Ctx, db: Database): Promise<void> {
  const request = parseListRequest(portalUserList as ListDefinition, { pageSize: '1' });
  const { data } = await db.read(ctx, (tx) => listPage(tx, portalUserList, request));
  const { account, email, name } = DEMO_CUSTOMER;
  const user =
    data[0] ??
    (await db.write(ctx, async (tx) => {
      const { id: partyId } = await addAccount(tx, { name: account });
      const said = { directory: 'customer', role: 'Admin', partyId, email, name } as const;
      return addPortalUser(tx, said);
    }));
  if (!user.isVerified) await accept(ctx, db, user.id);
}

/** As whoever reads the mailbox would; the session that begins is nobody's. */
async function accept(ctx: Ctx, db: Database, portalUserId: string): Promise<void> {
  const token = await db.write(ctx, async (tx) => {
    const { id, credentialId } = await findPortalUser(tx, portalUserId as never);
    return makeLink(tx, { purpose: 'invitation', credentialId, portalUserId: id });
  });
  const secret = randomBytes(32).toString('hex');
  const tokens = new AccessTokens({ host: 'portal', secret });
  const { requestId, ip, locale, now } = ctx;
  const factors = new SecondFactors(new MfaVault({ secretsKeys: [] }));
  await new AcceptInvitation(db, new PasswordHasher(), tokens, factors).execute(
    { requestId, ip, locale, now },
    {
      token,
      directory: 'customer',
      password: DEMO_CUSTOMER.password,
      signedInAs: null,
      channel: 'program',
      remembered: false,
    },
  );
}
