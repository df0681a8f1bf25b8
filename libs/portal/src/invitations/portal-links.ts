import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { readCompany } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalDirectory, PortalUserId } from '../actors/portal-actor.js';
import { makeLink, type LinkPurpose } from '../credentials/secret-link.js';
import { localesOfUsers } from '../notices/locales-of-users.js';
import { noticeLanguage } from '../notices/notice-text.js';
import { findPortalUser } from '../users/portal-user.repository.js';
import { lockCredential } from '../credentials/credential.repository.js';

/** The kinds of links in e-mails that let a portal user in. */
export const PORTAL_LINKS: Readonly<Record<string, LinkPurpose>> = {
  portal_invitation: 'invitation',
  portal_reset: 'reset',
};

/** A secret for the address of a user, and which portal takes it. */
export interface PortalLink {
  readonly token: string;
  readonly directory: PortalDirectory;
  readonly purpose: LinkPurpose;
  /** The slug of the company, which the page names. */
  readonly company: string;
  /** That of the user, in which the page is. */
  readonly language: string;
}

/**
 * Makes the secret of a link when its e-mail is sent, so that it is stored nowhere but there.
 * Nothing for who has another address by now, was put out, or has accepted already.
 */
@Injectable()
export class MakePortalLink {
  constructor(private readonly db: Database) {}

  async execute(
    ctx: Ctx,
    { kind, recordId }: { readonly kind: string; readonly recordId: string },
    to: string,
  ): Promise<PortalLink | null> {
    const purpose = PORTAL_LINKS[kind];
    if (!purpose) return null;
    const id = recordId as PortalUserId;
    return this.db.write(ctx, (tx) => linkFor(tx, id, purpose, to), { answers: false });
  }
}

async function linkFor(
  tx: Tx,
  id: PortalUserId,
  purpose: LinkPurpose,
  to: string,
): Promise<PortalLink | null> {
  const named = await findPortalUser(tx, id);
  // Locked, so that nobody gives the user another address while it is made.
  const { email } = await lockCredential(tx, named.credentialId);
  const user = await findPortalUser(tx, id);
  const { isActive, isVerified, credentialId, directory } = user;
  const invited = purpose === 'invitation';
  if (!isActive || email !== to || invited === isVerified) return null;
  audit(tx, { action: 'portal_user.link_made', object: 'portal-user', recordId: id });
  const portalUserId = invited ? id : null;
  const token = await makeLink(tx, { purpose, credentialId, portalUserId });
  const [{ slug: company }, localeOf] = [await readCompany(tx), await localesOfUsers(tx, [user])];
  return { token, directory, purpose, company, language: noticeLanguage(localeOf(user)) };
}
