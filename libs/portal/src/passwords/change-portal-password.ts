import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { PasswordHasher, signInRefused } from '@quittance/identity';
import { invalidField } from '@quittance/kernel';
import type { PortalActor, PortalCtx } from '../actors/portal-actor.js';
import { storePassword } from '../credentials/credential.repository.js';
import { portalDevices, portalSessions } from '../credentials/portal-tables.js';
import { endResets } from '../credentials/secret-link.js';
import { tellOfSecurity } from '../security/security-notice.js';
import { judgePassword, type ComparedPassword } from '../sign-in/password-attempt.js';
import { requireStrongPassword } from './new-password.js';

const FIND_HASH = sql(`
  select password_hash as "passwordHash" from portal.credential
  where company_id = $1 and id = $2`);

interface PasswordChange {
  readonly current: string;
  readonly password: string;
}

/**
 * A user's own new password. The current one is asked for, and a wrong one counts as a failed
 * sign-in of the device: a stolen access token must not be a way to guess it. Every other session
 * of the credential ends.
 */
@Injectable()
export class ChangePortalPassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /** @throws DomainError validation_failed, password_too_weak, account_locked, sign_in_busy */
  async execute(ctx: PortalCtx, { current, password }: PasswordChange): Promise<void> {
    const { credentialId, email } = ctx.portal;
    const { passwordHash } = await this.db.read(ctx, (tx) =>
      tx.one<{ passwordHash: string | null }>(FIND_HASH, [ctx.companyId, credentialId]),
    );
    requireStrongPassword(password, email);
    const asker = { companyId: ctx.companyId, userId: credentialId };
    const matches = await this.hasher.matches(passwordHash, current, asker);
    const attempt = attemptOf(ctx.portal, { passwordHash, matches });
    if (!matches) {
      // The failure stays although the request is refused: no answer of it is kept with it.
      await this.db.write(ctx, (tx) => countFailure(tx, ctx.portal, attempt), { answers: false });
      throw wrongPassword();
    }
    const hash = await this.hasher.hash(password, asker);
    await this.db.write(ctx, (tx) => change(tx, ctx.portal, attempt, hash));
  }
}

const wrongPassword = () => invalidField('/current', 'wrong', 'is not the current password');

/** Counted at the device that the session began on. */
function attemptOf(
  { credentialId, sessionId }: PortalActor,
  compared: Pick<ComparedPassword, 'passwordHash' | 'matches'>,
): ComparedPassword {
  return {
    ...compared,
    credentialId,
    device: (tx) => portalDevices.lockOf(tx, credentialId, sessionId),
  };
}

async function countFailure(tx: Tx, actor: PortalActor, attempt: ComparedPassword): Promise<void> {
  await judgePassword(tx, attempt);
  const action = 'portal_user.password_change_failed';
  audit(tx, { action, object: 'portal-user', recordId: actor.portalUserId });
}

/** Refused where the device was locked, or the password changed, since it was compared. */
async function change(
  tx: Tx,
  actor: PortalActor,
  attempt: ComparedPassword,
  hash: string,
): Promise<void> {
  const { credentialId, portalUserId, sessionId } = actor;
  const { verdict } = await judgePassword(tx, attempt);
  if (verdict.outcome === 'locked') {
    const seconds = verdict.secondsLeft;
    throw signInRefused.accountLocked({ seconds }, { retryAfter: seconds });
  }
  if (verdict.outcome === 'refused') throw wrongPassword();
  await storePassword(tx, credentialId, hash);
  const { companyId } = tx.ctx;
  await Promise.all([
    tx.run(portalSessions.REVOKE_OTHER_FAMILIES, [companyId, credentialId, sessionId]),
    endResets(tx, credentialId),
  ]);
  audit(tx, { action: 'portal_user.password_set', object: 'portal-user', recordId: portalUserId });
  tellOfSecurity(tx, { id: portalUserId, ...actor }, 'password_changed');
}
