import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { CompanyId, UserId } from '@quittance/kernel';
import { addDevice } from '../devices/known-device.js';
import { passwordTokenInvalid } from '../identity.errors.js';
import { publicCtx, type Visitor } from '../sign-in/visitor.js';
import { hashToken, parseToken } from '../tokens/opaque-token.js';
import { PasswordHasher } from './password-hasher.js';
import { checkNewPassword } from './password.js';
import { setPassword } from './set-password.js';
import { ShownLinks } from './shown-links.port.js';

/** The user of a token that still works, by primary key. */
const FIND_TOKEN = sql(`
  select u.id, u.email, t.shown_to as "shownTo" from identity.password_token t
  join identity.staff_user u on u.company_id = $1 and u.id = t.user_id and u.active
  where t.company_id = $1 and t.token_hash = $2 and t.used_at is null and t.expires_at > now()`);

/** Uses a token up, by primary key; of two at once only one gets a row. */
const USE_TOKEN = sql(`
  update identity.password_token set used_at = now()
  where company_id = $1 and token_hash = $2 and used_at is null and expires_at > now()
  returning user_id`);

interface TokenUser {
  readonly id: UserId;
  readonly email: string;
  /** Who was shown the token, when somebody was. */
  readonly shownTo: string | null;
}

/** What makes the device known that the password was set on. */
export interface PasswordReset {
  readonly email: string;
  readonly deviceToken: string;
}

/**
 * Sets a password with a reset or invitation token. Ends every session and opens a locked account.
 * The device is known from then on, as if it had signed in: whoever can read the user's e-mails
 * gets in however many strangers guess meanwhile. A link that somebody was shown works for as long
 * as they could be shown one.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly db: Database,
    private readonly hasher: PasswordHasher,
    private readonly shown: ShownLinks,
  ) {}

  /** @throws DomainError password_token_invalid, validation_failed, sign_in_busy */
  async execute(
    visitor: Visitor,
    input: { token: string; password: string },
  ): Promise<PasswordReset> {
    const token = parseToken(input.token, 'qp');
    if (!token) throw passwordTokenInvalid();
    const ctx = publicCtx(visitor, token.companyId);
    const key: [CompanyId, Buffer] = [token.companyId, hashToken(token)];
    const user = await this.db.read(ctx, (tx) => tx.maybe<TokenUser>(FIND_TOKEN, key));
    if (!user) throw passwordTokenInvalid();
    checkNewPassword(input.password, user.email);
    // Hashed before the transaction: 25 ms of work must not hold a row lock.
    const asker = { companyId: token.companyId, userId: user.id };
    const hash = await this.hasher.hash(input.password, asker);
    const deviceToken = await this.db.write(ctx, (tx) => this.reset(tx, key, user, hash), {
      answers: false,
    });
    return { email: user.email, deviceToken };
  }

  private async reset(
    tx: Tx,
    key: [CompanyId, Buffer],
    { id, shownTo }: TokenUser,
    hash: string,
  ): Promise<string> {
    // Locks the user before the token, as whoever ends the tokens of a user does.
    const good = shownTo === null || (await this.shown.areGood(tx, shownTo, id));
    if (!good || !(await tx.maybe(USE_TOKEN, key))) throw passwordTokenInvalid();
    await setPassword(tx, id, hash, { shownTo });
    return (await addDevice(tx, id)).token;
  }
}
