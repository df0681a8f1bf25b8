import { Injectable } from '@nestjs/common';
import type { ApiRequest, RequestOrigin } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { PortalActorReader, type PortalDirectory } from '@quittance/portal';
import { AcceptInvitation, RenewInvitation } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import { channelOf, type Exchange } from './exchange.js';
import {
  shownChallenge,
  shownTokens,
  type AcceptInvitationDto,
  type PortalSignInDto,
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
  ): Promise<PortalSignInDto> {
    this.browsers.requireOwnSite(request);
    const channel = channelOf(session);
    const accepted = await this.accepting.execute(origin, {
      token,
      directory,
      password: password ?? null,
      signedInAs: await this.credentialOf(directory, request as ApiRequest),
      channel,
      remembered: channel === 'program' || remember,
    });
    const { deviceToken, email: name } = accepted;
    const own = channel === 'program' ? { deviceToken: this.browsers.sealed(deviceToken) } : {};
    if (channel === 'browser') {
      this.browsers.keepDevice(reply, directory, { name, token: deviceToken });
    }
    if ('challenge' in accepted) return { ...shownChallenge(accepted.challenge), ...own };
    const { signedIn } = accepted;
    if (channel === 'browser') this.browsers.keep(reply, signedIn);
    return { ...shownTokens(signedIn), ...own };
  }

  async renew(origin: RequestOrigin, { token }: RenewInvitationDto): Promise<void> {
    await this.renewing.execute(origin, token);
  }

  /** Whose session asks, where the request brings a good token of the directory. */
  private async credentialOf(directory: PortalDirectory, { bearer, origin }: ApiRequest) {
    const claims = bearer && this.tokens.verify(bearer, directory, origin.now);
    const found = claims ? await this.reader.read(claims) : undefined;
    // Whoever looks on as somebody accepts nothing for them.
    return found && !found.actor.viewedBy ? found.actor.credentialId : null;
  }
}
