import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { CONFIG, type Config } from '@quittance/config';
import { Database, type Tx } from '@quittance/database';
import { issuePasswordToken, lockUser } from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import type { SecretLinks, SecretRef } from '@quittance/notifications/host';

/**
 * The links that set a password. Each try to send makes a token of its own, so that no token is
 * stored anywhere but in the e-mail; it stands behind the `#`, where no server's log sees it. Those
 * before stay good: the one that the inviter was given, and that of a try whose e-mail came
 * although the mail server's answer was lost.
 */
@Injectable()
export class PasswordLinks implements SecretLinks {
  constructor(
    private readonly db: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'staffPublicUrl'>,
  ) {}

  async make(ctx: Ctx, { kind, recordId }: SecretRef, to: string): Promise<string | null> {
    const id = recordId as UserId;
    const token = await this.db.write(ctx, (tx) => tokenOf(tx, id, kind, to), { answers: false });
    return token && `${this.config.staffPublicUrl}/auth/password/set#token=${token}`;
  }
}

/** None for who was deactivated, has another address by now, or has set the invited password. */
async function tokenOf(tx: Tx, id: UserId, kind: string, to: string): Promise<string | null> {
  // Locked, so that nobody gives the user another address, or puts them out, while it is made.
  const user = await lockUser(tx, id);
  if (!user.active || user.email !== to) return null;
  const invited = kind === 'invitation';
  if (invited && user.hasPassword) return null;
  audit(tx, { action: 'auth.password_token_issued', object: 'user', recordId: id });
  const purpose = invited ? 'invitation' : 'reset';
  return (await issuePasswordToken(tx, id, purpose, { besides: true })).token;
}
