import { Injectable } from '@nestjs/common';
import type { PortalDirectory } from '@quittance/portal';
import { ChoosePortalUser, TakeViewAs, VerifyMfa } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import type { Exchange } from './exchange.js';
import {
  shownChallenge,
  shownTokens,
  type ChooseDto,
  type PortalSignInDto,
  type VerifiedSignInDto,
  type VerifyMfaDto,
  type ViewAsDto,
  type ViewAsTokensDto,
} from './sign-in.dto.js';

/** What is asked behind a password, and in place of one. */
@Injectable()
export class StepEndpoints {
  constructor(
    private readonly choosing: ChoosePortalUser,
    private readonly verifying: VerifyMfa,
    private readonly taking: TakeViewAs,
    private readonly browsers: BrowserSessions,
  ) {}

  async choose({ origin, request, reply }: Exchange, body: ChooseDto): Promise<PortalSignInDto> {
    this.browsers.requireOwnSite(request);
    const found = await this.choosing.execute(origin, body);
    if ('challenge' in found) return shownChallenge(found.challenge);
    if (found.signedIn.channel === 'browser') this.browsers.keep(reply, found.signedIn);
    return shownTokens(found.signedIn);
  }

  async verify(
    { origin, request, reply }: Exchange,
    body: VerifyMfaDto,
  ): Promise<VerifiedSignInDto> {
    this.browsers.requireOwnSite(request);
    const { signedIn, deviceToken, recoveryCodes } = await this.verifying.execute(origin, body);
    const shown = { ...shownTokens(signedIn), ...(recoveryCodes && { recoveryCodes }) };
    if (signedIn.channel === 'program') {
      return { ...shown, ...(deviceToken && { deviceToken: this.browsers.sealed(deviceToken) }) };
    }
    this.browsers.keep(reply, signedIn);
    const { directory, email, username } = signedIn.user;
    if (deviceToken !== null) {
      const names = [email, ...(username === null ? [] : [username])];
      for (const name of names) {
        this.browsers.keepDevice(reply, directory, { name, token: deviceToken });
      }
    }
    return shown;
  }

  async viewAs(
    directory: PortalDirectory,
    { origin, request }: Pick<Exchange, 'origin' | 'request'>,
    { code }: ViewAsDto,
  ): Promise<ViewAsTokensDto> {
    this.browsers.requireOwnSite(request);
    return this.taking.execute(origin, { code, directory });
  }
}
