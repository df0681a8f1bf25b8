import { Injectable } from '@nestjs/common';
import { UsageBuffer } from '@quittance/analytics/host';
import { refreshTokenInvalid } from '@quittance/identity/host';
import { invalidField } from '@quittance/kernel';
import type { PortalDirectory } from '@quittance/portal';
import { RefreshPortalSession, SignInPortal } from '@quittance/portal/host';
import { BrowserSessions } from './browser-sessions.js';
import { channelOf, type Exchange } from './exchange.js';
import { SignInLimits } from './sign-in-limits.js';
import {
  shownChallenge,
  shownTokens,
  type PortalLoginDto,
  type PortalRefreshDto,
  type PortalSignInDto,
  type PortalTokensDto,
} from './sign-in.dto.js';

/** Signing in and going on, for programs and for browsers. */
@Injectable()
export class SignInEndpoints {
  constructor(
    private readonly signIn: SignInPortal,
    private readonly refreshing: RefreshPortalSession,
    private readonly browsers: BrowserSessions,
    private readonly limits: SignInLimits,
    private readonly usage: UsageBuffer,
  ) {}

  async login(
    directory: PortalDirectory,
    { origin, request, reply }: Exchange,
    body: PortalLoginDto,
  ): Promise<PortalSignInDto> {
    this.browsers.requireOwnSite(request);
    const name = nameIn(body);
    const { password, anyDirectory = false, remember = false } = body;
    const channel = channelOf(body.session);
    const found = await this.signIn.execute(origin, {
      name,
      password,
      directory,
      anyDirectory,
      company: body.company ?? this.browsers.companyOf(request),
      deviceToken: body.deviceToken ?? this.browsers.deviceOf(request, directory, name),
      channel,
      remembered: channel === 'program' || remember,
      countName: () => this.limits.signIn(name),
      refused: (companyId) => {
        const usage = channel === 'browser' ? 'web' : 'api';
        this.usage.noteRefused({ companyId, at: origin.now, directory, channel: usage });
      },
    });
    const { deviceToken: token } = found;
    const isKept = channel === 'program' && token !== null;
    const own = isKept ? { deviceToken: this.browsers.sealed(token) } : {};
    if (channel === 'browser' && token !== null) {
      this.browsers.keepDevice(reply, directory, { name, token });
    }
    if ('challenge' in found) return { ...shownChallenge(found.challenge), ...own };
    if ('choose' in found) {
      return { choose: found.choose, chooseToken: found.chooseToken, ...own };
    }
    if (channel === 'browser') this.browsers.keep(reply, found.signedIn);
    return { ...shownTokens(found.signedIn), ...own };
  }

  async refresh(
    directory: PortalDirectory,
    { origin, request, reply }: Exchange,
    body: PortalRefreshDto,
  ): Promise<PortalTokensDto> {
    this.limits.refresh(origin.ip);
    const presented = this.browsers.presented(directory, request, body);
    if (!presented) throw refreshTokenInvalid();
    const tokens = await this.refreshing.execute(origin, presented);
    if (tokens.channel === 'browser') this.browsers.keep(reply, tokens);
    return shownTokens(tokens);
  }
}

/** @throws DomainError validation_failed where none or both are said */
function nameIn({ email, username }: PortalLoginDto): string {
  const name = email ?? username;
  if (name !== undefined && (email === undefined || username === undefined)) return name;
  throw invalidField('/email', 'required', 'must be said, or the user name in its place');
}
