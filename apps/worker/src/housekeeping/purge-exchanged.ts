import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { PurgeDeliveries } from '@quittance/gateway/host';
import type { Ctx } from '@quittance/kernel';
import { RemoveBodies } from '@quittance/notifications/host';
import { PurgeMessages } from '@quittance/webhooks/host';

/** What was exchanged with others: webhooks that were sent and taken, and what e-mails said. */
@Injectable()
export class PurgeExchanged {
  constructor(
    private readonly sent: PurgeMessages,
    private readonly taken: PurgeDeliveries,
    private readonly letters: RemoveBodies,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  messages(ctx: Ctx): Promise<number> {
    return this.sent.execute(ctx);
  }

  deliveries(ctx: Ctx): Promise<number> {
    return this.taken.execute(ctx);
  }

  /** Of e-mails older than the installation keeps them. */
  bodies(ctx: Ctx): Promise<number> {
    return this.letters.execute(ctx, this.config.emailBodyDays);
  }
}
