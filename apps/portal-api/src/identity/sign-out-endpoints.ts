import { Injectable } from '@nestjs/common';
import { unauthenticated, type ApiRequest } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { portalRefusals, type PortalDirectory } from '@quittance/portal';
import { SignOutPortal } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import type { Exchange } from './exchange.js';
import type { PortalRefreshDto } from './sign-in.dto.js';

/** Signing out, for programs and for browsers. */
@Injectable()
export class SignOutEndpoints {
  constructor(
    private readonly signOut: SignOutPortal,
    private readonly browsers: BrowserSessions,
    private readonly tokens: AccessTokens,
  ) {}

  /** Ends the session of each thing that the request brings. */
  async logout(
    directory: PortalDirectory,
    { origin, request, reply }: Exchange,
    body: PortalRefreshDto | undefined,
  ): Promise<void> {
    const { bearer } = request as ApiRequest;
    const claims = bearer && this.tokens.verify(bearer, directory, origin.now);
    // Whoever looks on as somebody ends nothing of theirs.
    if (claims && claims.act !== undefined) throw portalRefusals.readOnly();
    const refresh = this.browsers.presented(directory, request, body);
    if (!claims && !refresh) throw unauthenticated();
    if (claims) await this.signOut.execute(origin, claims);
    if (refresh) await this.signOut.execute(origin, refresh);
    if (refresh?.channel === 'browser') this.browsers.drop(reply, directory);
  }
}
