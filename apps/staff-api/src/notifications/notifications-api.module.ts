import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Config } from '@quittance/config';
import { Mailbox } from '@quittance/notifications/host';
import { NotificationsModule } from '@quittance/notifications';
import { join } from 'node:path';
import { CustomResourcesModule } from '../access/custom-resources.module.js';
import { EmailTemplatesController } from './email-templates.controller.js';
import { EmailsController } from './emails.controller.js';
import { MailboxController } from './mailbox.controller.js';

@Module({})
export class NotificationsApiModule {
  static forRoot(config: Config): DynamicModule {
    const mailbox: Provider = {
      provide: Mailbox,
      useFactory: () => new Mailbox(join(config.dataDir, 'mailbox')),
    };
    const open = config.devMailboxPort > 0;
    return {
      module: NotificationsApiModule,
      imports: [CustomResourcesModule, NotificationsModule],
      providers: open ? [mailbox] : [],
      controllers: [
        EmailTemplatesController,
        EmailsController,
        ...(open ? [MailboxController] : []),
      ],
    };
  }
}
