import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { LOGGER, type Logger } from '@quittance/http/host';
import { MailSink, Mailbox } from '@quittance/notifications/host';
import { join } from 'node:path';

/** Runs the mail server of the mailbox for development, as long as anything may still be sent. */
@Injectable()
export class DevMailbox implements OnModuleInit, OnApplicationShutdown {
  private readonly sink: MailSink;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    this.sink = new MailSink(new Mailbox(join(config.dataDir, 'mailbox')), {
      port: config.devMailboxPort,
      onError: (err) => logger.error({ err }, 'the mailbox for development met a fault'),
    });
  }

  /** Before anything is sent. */
  async onModuleInit(): Promise<void> {
    await this.sink.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sink.stop();
  }
}
