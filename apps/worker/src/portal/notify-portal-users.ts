import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { EventSetConsumer } from '@quittance/outbox';
import { EventConsumers } from '@quittance/outbox/host';
import { eventsForPortals, notifyOfEvents } from '@quittance/portal/host';

/** Tells users of the portals what has happened to what they may see. */
@Injectable()
export class NotifyPortalUsers implements EventSetConsumer, OnModuleInit {
  readonly name = 'portal.notify-users';

  constructor(
    private readonly consumers: EventConsumers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalAppUrl' | 'smtpUrl'>,
  ) {}

  onModuleInit(): void {
    this.consumers.registerSet(this);
  }

  wanted(tx: Tx): Promise<readonly EventType[]> {
    return eventsForPortals(tx);
  }

  async handle(tx: Tx, events: readonly EventEnvelope[]): Promise<void> {
    const { portalAppUrl: appUrl, smtpUrl } = this.config;
    const mails = smtpUrl !== null;
    await notifyOfEvents(tx, events, { mails, appUrl });
  }
}
