import { Injectable } from '@nestjs/common';
import type { PortalDirectory } from '@quittance/portal';
import { ForgotPortalPassword, ResetPortalPassword } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import type { Exchange } from './exchange.js';
import { SignInLimits } from './sign-in-limits.js';
import type { PortalForgotDto, PortalResetDto } from './sign-in.dto.js';

/** Passwords of who has forgotten theirs. */
@Injectable()
export class PasswordEndpoints {
  constructor(
    private readonly forgotten: ForgotPortalPassword,
    private readonly resetting: ResetPortalPassword,
    private readonly browsers: BrowserSessions,
    private readonly limits: SignInLimits,
  ) {}

  async forgot(
    directory: PortalDirectory,
    { origin, request }: Pick<Exchange, 'origin' | 'request'>,
    { email: name, company }: PortalForgotDto,
  ): Promise<void> {
    this.limits.forgot(name, origin.ip);
    const wanted = { name, directory, company: company ?? this.browsers.companyOf(request) };
    await this.forgotten.execute(origin, wanted);
  }

  async reset(
    directory: PortalDirectory,
    { origin, request, reply }: Exchange,
    body: PortalResetDto,
  ): Promise<void> {
    this.browsers.requireOwnSite(request);
    const done = await this.resetting.execute(origin, { ...body, directory });
    const { email: name, deviceToken: token } = done;
    this.browsers.keepDevice(reply, directory, { name, token });
  }
}
