import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import {
  PasswordHasher,
  hashToken,
  parseToken,
  signInRefused,
  type Visitor,
} from '@quittance/identity';
import type { CredentialId, PortalDirectory } from '../actors/portal-actor.js';
import { lockCredential, setPortalPassword } from '../credentials/credential.repository.js';
import { mayAct, portalMembersOf } from '../credentials/member.js';
import { portalDevices } from '../credentials/portal-tables.js';
import { useLink } from '../credentials/secret-link.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { visitorCtx } from '../sign-in/portal-visitor.js';
import { requireStrongPassword } from './new-password.js';

/** The credential of a link that still works, by primary key. */
const FIND_RESET = sql(`
  select k.id, k.email, k.directory from portal.secret_link t
  join portal.credential k on k.company_id = $1 and k.id = t.credential_id
  where t.company_id = $1 and t.token_hash = $2 and t.purpose = 'reset' and t.used_at is null
    and t.ended_at is null and t.expires_at > now()`);

interface ResetRow {
  readonly id: CredentialId;
  readonly email: string;
  readonly directory: PortalDirectory;
}

/** What makes the device known that the password was set on. */
export interface PortalReset {
  readonly email: string;
  readonly deviceToken: string;
}

/**
 * Sets a password by the link of a mailbox. Every session of the credential ends, what failures
 * have locked is open, and the device is known: whoever can read the user's e-mails gets in however
 * many strangers guess meanwhile.
 */
@Injectable()
export class ResetPortalPassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError password_token_invalid, password_too_weak, sign_in_busy */
  async execute(
    visitor: Visitor,
    input: {
      readonly token: string;
      readonly password: string;
      readonly directory: PortalDirectory;
    },
  ): Promise<PortalReset> {
    const token = parseToken(input.token, 'qp');
    if (!token) throw signInRefused.passwordTokenInvalid();
    const ctx = visitorCtx(visitor, token.companyId);
    const hash = hashToken(token);
    const found = await this.db.read(ctx, (tx) =>
      tx.maybe<ResetRow>(FIND_RESET, [token.companyId, hash]),
    );
    if (!found || found.directory !== input.directory) throw signInRefused.passwordTokenInvalid();
    requireStrongPassword(input.password, found.email);
    const asker = { companyId: token.companyId, userId: found.id };
    // Hashed before the transaction: 25 ms of work must not hold a row lock.
    const password = await this.hasher.hash(input.password, asker);
    const reset = (tx: Tx) => setByLink(tx, found.id, hash, password);
    const deviceToken = await this.db.write(ctx, reset, { answers: false });
    return { email: found.email, deviceToken };
  }
}

async function setByLink(
  tx: Tx,
  id: CredentialId,
  link: Buffer,
  password: string,
): Promise<string> {
  await lockCredential(tx, id);
  const member = (await portalMembersOf(tx, [id])).find(mayAct);
  // Of a user who was put out since, the link leads nowhere.
  if (!member || !(await useLink(tx, link))) throw signInRefused.passwordTokenInvalid();
  await setPortalPassword(tx, id, password);
  audit(tx, { action: 'portal_user.password_set', object: 'portal-user', recordId: member.id });
  tellOfSecurity(tx, member, 'password_changed');
  return (await portalDevices.add(tx, id)).token;
}
