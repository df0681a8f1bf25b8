import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';

/** Whether this installation has a mail server: without one an e-mail would wait for ever. */
@Injectable()
export class MailAvailability {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl'>) {}

  get available(): boolean {
    return this.config.smtpUrl !== null;
  }
}
