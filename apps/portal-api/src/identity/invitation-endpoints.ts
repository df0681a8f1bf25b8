import { Injectable } from '@nestjs/common';
import type { ApiRequest, RequestOrigin } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { PortalActorReader, type PortalDirectory } from '@quittance/portal';
import { AcceptInvitation, RenewInvitation } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import { channelOf, type Exchange } from './exchange.js';
import {
  shownTokens,
  type AcceptInvitationDto,
  type PortalTokensDto,
  type RenewInvitationDto,
} from './sign-in.dto.js';

/** Invitations, accepted by who has their link. */
@Injectable()
export class InvitationEndpoints {
  constructor(
    private readonly accepting: AcceptInvitation,
    private readonly renewing: RenewInvitation,
    private readonly tokens: AccessTokens,
    private readonly reader: PortalActorReader,
    private readonly browsers: BrowserSessions,
  ) {}

  async accept(
    directory: PortalDirectory,
    { origin, request, reply }: Exchange,
    { token, password, session, remember = false }: AcceptInvitationDto,
  ): Promise<PortalTokensDto> {
    this.browsers.requireOwnSite(request);
    const channel = channelOf(session);
    const { signedIn, deviceToken } = await this.accepting.execute(origin, {
      token,
      directory,
      password: password ?? null,
      signedInAs: await this.credentialOf(directory, request as ApiRequest),
      channel,
      remembered: channel === 'program' || remember,
    });
    if (channel === 'program') return { ...shownTokens(signedIn), deviceToken };
    this.browsers.keep(reply, signedIn);
    const device = { name: signedIn.user.email, token: deviceToken };
    this.browsers.keepDevice(reply, directory, device);
    return shownTokens(signedIn);
  }

  async renew(origin: RequestOrigin, { token }: RenewInvitationDto): Promise<void> {
    await this.renewing.execute(origin, token);
  }

  /** Whose session asks, where the request brings a good token of the directory. */
  private async credentialOf(directory: PortalDirectory, { bearer, origin }: ApiRequest) {
    const claims = bearer && this.tokens.verify(bearer, directory, origin.now);
    const found = claims ? await this.reader.read(claims) : undefined;
    return found?.actor.credentialId ?? null;
  }
}
