import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { keepDevice } from '@quittance/http/host';
import { DeviceSeals } from '@quittance/identity/host';
import type { FastifyReply } from 'fastify';

/** The devices that staff sign in on, as they are given out. */
@Injectable()
export class StaffDevices {
  private readonly secure: boolean;

  constructor(
    @Inject(CONFIG) { production, staffPublicUrl }: Pick<Config, 'production' | 'staffPublicUrl'>,
    private readonly seals: DeviceSeals,
  ) {
    this.secure = production || staffPublicUrl.startsWith('https:');
  }

  /** Has the browser keep the token of its device with its seal, and answers that. */
  remember(reply: FastifyReply, email: string, deviceToken: string): string {
    const token = this.seals.seal(deviceToken);
    keepDevice(reply, { email, token, secure: this.secure });
    return token;
  }
}
