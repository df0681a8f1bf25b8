import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import type { Visitor } from '@quittance/identity';
import { emit } from '@quittance/outbox';
import type { CredentialId } from '../actors/portal-actor.js';
import { mayAct, portalMembersOf } from '../credentials/member.js';
import { decoyOf, findCandidates, type SignInName } from '../sign-in/portal-candidates.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';

/**
 * Notes that somebody wants a new password. The event carries no token: it is made with the e-mail.
 * For an address that nobody has the same work is done.
 */
@Injectable()
export class ForgotPortalPassword {
  constructor(private readonly db: Database) {}

  async execute(
    visitor: Visitor,
    input: Pick<SignInName, 'name' | 'directory' | 'company'>,
  ): Promise<void> {
    const wanted = { ...input, anyDirectory: false, deviceToken: null };
    const { found } = await findCandidates(this.db, wanted);
    for (const { companyId, id } of found.length > 0 ? found : [decoyOf(input.name)]) {
      const ctx = visitorCtx(visitor, companyId);
      await this.db.write(ctx, (tx) => note(tx, id), { answers: false });
    }
  }
}

/** Who may not sign in gets no way to a password: an invitation waits for them, or nothing. */
async function note(tx: Tx, credentialId: CredentialId): Promise<void> {
  const member = (await portalMembersOf(tx, [credentialId])).find(mayAct);
  const recordId = member?.id ?? credentialId;
  const about = { object: 'portal-user', recordId };
  audit(tx, { action: 'portal_user.password_reset_requested', ...about });
  if (!member) return;
  const { id, email, directory } = member;
  const data = { id, email, directory };
  emit(tx, { type: 'portal_user.password_reset_requested', ...about, data });
}
