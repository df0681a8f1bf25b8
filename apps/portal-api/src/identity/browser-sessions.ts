import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { cookieOf, deviceCookie, keepDevice, type DevicePlace } from '@quittance/http/host';
import { DeviceSeals } from '@quittance/identity/host';
import type { PortalDirectory } from '@quittance/portal';
import {
  crossSiteRequest,
  DEVICE_YEAR,
  type PortalTokens,
  type PresentedRefresh,
} from '@quittance/portal/host';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers take a cookie of such a name only with `Secure`, for `/` and for this host alone. */
const NAMES: Readonly<Record<PortalDirectory, string>> = {
  customer: '__Host-q-c',
  partner: '__Host-q-p',
  vendor: '__Host-q-v',
};
/** The longest a session lives that the browser is to remember. */
const KEPT_SECONDS = 90 * 24 * 3600;
const SLUG = /^[a-z0-9][a-z0-9-]*$/;

const devicesOf = (directory: PortalDirectory): DevicePlace => ({
  prefix: `${NAMES[directory]}-d-`,
  path: '/',
  seconds: DEVICE_YEAR,
});

/**
 * What a browser keeps of a session, out of reach of scripts and of other sites: the refresh token,
 * which is read in a refresh and a sign-out and nowhere else, and the device.
 */
@Injectable()
export class BrowserSessions {
  private readonly own: URL;
  private readonly origins: ReadonlySet<string>;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'portalPublicUrl' | 'corsOrigins'>,
    private readonly seals: DeviceSeals,
  ) {
    this.own = new URL(config.portalPublicUrl);
    this.origins = new Set([this.own.origin, ...config.corsOrigins]);
  }

  /**
   * Nobody is signed in by a page of another site. Programs say nothing of where they are.
   * @throws DomainError cross_site_request
   */
  requireOwnSite({ headers }: FastifyRequest): void {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin !== undefined ? this.origins.has(origin) : isNearby(site)) return;
    throw crossSiteRequest();
  }

  /**
   * A cookie comes along by itself, wherever the request was made: that it was made by a page of
   * this host is said by what no other page can. @throws DomainError cross_site_request
   */
  requireOwnPage({ headers }: FastifyRequest): void {
    const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
    const isMarked = headers['x-q-session'] === '1';
    const isOwn =
      headers['sec-fetch-site'] === 'same-origin' ||
      (headers['sec-fetch-site'] === undefined && headers.origin === this.own.origin);
    if (!isJson || !isMarked || !isOwn) throw crossSiteRequest();
  }

  refreshCookie(request: FastifyRequest, directory: PortalDirectory): string | null {
    return cookieOf(request, NAMES[directory]);
  }

  /**
   * The refresh token of a body, else that of the browser's cookie.
   * @throws DomainError cross_site_request for a cookie that another page has sent along
   */
  presented(
    directory: PortalDirectory,
    request: FastifyRequest,
    body: { readonly refreshToken?: string } | undefined,
  ): PresentedRefresh | undefined {
    const said = body?.refreshToken;
    if (said !== undefined) return { refreshToken: said, directory, channel: 'program' };
    const cookie = this.refreshCookie(request, directory);
    if (cookie === null) return undefined;
    this.requireOwnPage(request);
    return { refreshToken: cookie, directory, channel: 'browser' };
  }

  /** Has the browser keep the refresh token: without `remember` until it is closed. */
  keep(reply: FastifyReply, { user, refreshToken, remembered }: PortalTokens): void {
    const age = remembered ? [`Max-Age=${KEPT_SECONDS}`] : [];
    setCookie(reply, [`${NAMES[user.directory]}=${refreshToken}`, ...age]);
  }

  drop(reply: FastifyReply, directory: PortalDirectory): void {
    setCookie(reply, [`${NAMES[directory]}=`, 'Max-Age=0']);
  }

  deviceOf(request: FastifyRequest, directory: PortalDirectory, name: string): string | null {
    return deviceCookie(request, name, devicesOf(directory));
  }

  keepDevice(
    reply: FastifyReply,
    directory: PortalDirectory,
    device: { readonly name: string; readonly token: string },
  ): void {
    const { name: email, token } = device;
    keepDevice(reply, { email, token: this.sealed(token), secure: true }, devicesOf(directory));
  }

  /** The token of a device as it is given out, to programs too. */
  sealed(token: string): string {
    return this.seals.seal(token);
  }

  /** The company that the name of the host says: `acme` of `acme.portal.example.com`. */
  companyOf({ hostname }: FastifyRequest): string | null {
    const behind = `.${this.own.hostname}`;
    if (!hostname.endsWith(behind)) return null;
    const slug = hostname.slice(0, -behind.length);
    return SLUG.test(slug) ? slug : null;
  }
}

/** Of this site, asked for by a person, or no browser at all. */
function isNearby(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

function setCookie(reply: FastifyReply, parts: readonly string[]): void {
  const all = [...parts, 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'];
  void reply.header('set-cookie', all.join('; '));
}
