import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';
import { RemoveBodies } from '@quittance/notifications/host';

/** Takes the bodies off e-mails that are older than the installation keeps them. */
@Injectable()
export class PurgeAllBodies {
  constructor(
    private readonly bodies: RemoveBodies,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Answers of how many. */
  execute(ctx: Ctx): Promise<number> {
    return this.bodies.execute(ctx, this.config.emailBodyDays);
  }
}
