import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import {
  addSeconds,
  failpoint,
  systemClock,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { headerLine } from '../emails/email.js';
import { AttachmentSource } from './attachment-source.port.js';
import { LEASE_SECONDS, TRIES, nextTry } from './back-off.js';
import { MailCarrier, type CarriedMail } from './mail-carrier.port.js';
import { composeMail, type ClaimedEmail } from './compose-mail.js';
import { SecretLinks } from './secret-links.port.js';
import { CLAIM, DUE_COMPANIES, STORE_OUTCOME } from './sending.sql.js';

/** E-mails taken per company and round, so that no company waits for another's backlog. */
const BATCH = 8;
/** E-mails under way at once, each on a connection of its own. */
const LANES = 4;

const LONGEST_ERROR = 500;

/**
 * Sends what is due: takes e-mails and commits, sends them with no transaction open, stores what
 * became of each. Any number of processes may run it. An e-mail whose sender was killed, or was
 * left without an answer, is taken up again when its lease ends, under the same message id.
 */
@Injectable()
export class SendEmails {
  constructor(
    private readonly db: Database,
    private readonly carrier: MailCarrier,
    private readonly attachments: AttachmentSource,
    private readonly links: SecretLinks,
  ) {}

  /** One round over the companies; answers how many e-mails it took. */
  async execute(clock: Clock = systemClock): Promise<number> {
    const due = await this.db.door<{ companyId: CompanyId }>(DUE_COMPANIES, [clock.now()]);
    let taken = 0;
    for (const { companyId } of due) taken += await this.sendOf(companyId, clock);
    return taken;
  }

  private async sendOf(companyId: CompanyId, clock: Clock): Promise<number> {
    const claimed = await this.claim(systemCtx(companyId, clock.now(), 'emails'));
    await failpoint('email.claimed');
    const waiting = [...claimed];
    const lane = async () => {
      for (let email = waiting.shift(); email; email = waiting.shift()) {
        await this.send(systemCtx(companyId, clock.now(), email.requestId), email, clock);
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    const broken = lanes.find((result) => result.status === 'rejected');
    if (broken) throw broken.reason;
    return claimed.length;
  }

  private claim(ctx: Ctx): Promise<ClaimedEmail[]> {
    const { companyId, now } = ctx;
    const until = addSeconds(now, LEASE_SECONDS);
    const params = [companyId, now, until, this.carrier.domain, BATCH];
    return this.db.write(ctx, (tx) => tx.rows<ClaimedEmail>(CLAIM, params), { answers: false });
  }

  private async send(ctx: Ctx, email: ClaimedEmail, clock: Clock): Promise<void> {
    const carried = await this.carry(ctx, email);
    await failpoint('email.carried');
    const after = afterTry(email.attempts, carried, clock.now());
    await this.db.write(
      ctx,
      (tx) => tx.run(STORE_OUTCOME, [ctx.companyId, email.id, email.attempts, ...after]),
      { answers: false },
    );
  }

  private async carry(ctx: Ctx, email: ClaimedEmail): Promise<CarriedMail> {
    if (email.attempts > TRIES) return { outcome: 'refused', error: 'Every try was cut off.' };
    try {
      const mail = await composeMail(ctx, email, {
        attachments: this.attachments,
        links: this.links,
      });
      if (!mail) return { outcome: 'refused', error: 'Its link is not wanted any more.' };
      return await this.carrier.carry(mail);
    } catch (error) {
      return { outcome: 'later', error: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Status, next look, end, error and answer of an e-mail after a try. */
function afterTry(attempts: number, carried: CarriedMail, now: Instant): readonly unknown[] {
  if (carried.outcome === 'accepted') {
    return ['sent', null, now, null, headerLine(carried.answer, LONGEST_ERROR)];
  }
  const error = headerLine(carried.error, LONGEST_ERROR);
  if (carried.outcome === 'unknown' && attempts < TRIES) {
    return ['sending', addSeconds(now, LEASE_SECONDS), null, error, null];
  }
  const again = carried.outcome === 'later' ? nextTry(attempts, now) : undefined;
  return again ? ['queued', again, null, error, null] : ['failed', null, now, error, null];
}
