import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { SendEmails } from '@quittance/notifications/host';
import { EventConsumers } from '@quittance/outbox/host';
import { PollingLoop } from '../polling-loop.js';
import { MailAdministrators } from './mail-administrators.js';
import { MailCustomers } from './mail-customers.js';
import { MailUsers } from './mail-users.js';

/** Writes the e-mails that events ask for, and takes all that are queued to the mail server. */
@Injectable()
export class DeliverEmails
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly loop: PollingLoop;

  constructor(
    emails: SendEmails,
    private readonly users: MailUsers,
    private readonly customers: MailCustomers,
    private readonly administrators: MailAdministrators,
    private readonly consumers: EventConsumers,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (err: unknown) => logger.error({ err }, 'e-mails could not be sent');
    const work = () => emails.execute(systemClock, onError);
    this.loop = new PollingLoop({ work, onError });
  }

  onModuleInit(): void {
    this.consumers.register(this.users);
    this.consumers.register(this.administrators);
    this.consumers.registerSet(this.customers);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
