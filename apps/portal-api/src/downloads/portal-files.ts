import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  missingOfPortal,
  RouteTable,
  type ApiRequest,
  type RequestOrigin,
} from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { invalidField, type Id } from '@quittance/kernel';
import type { PortalCtx, PortalDirectory, PortalUserId } from '@quittance/portal';
import { downloadExpired, PortalDownloads } from '@quittance/portal/host';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PREFIXES } from '../identity/directories.js';
import { downloadRoute } from './download-paths.js';

/** What is handed on of the answer of the route that an address leads to. */
const HANDED_ON = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-security-policy',
  'x-content-type-options',
];

export interface AskedDownload {
  readonly type: string;
  readonly id: string;
  readonly format: string;
}

/**
 * Files for a tab of its own. An address leads to the very route that answers the file, which is
 * asked in the session of its user when it is opened: rights, level and reach are read then, by
 * the same guard.
 */
@Injectable()
export class PortalFiles {
  constructor(
    private readonly downloads: PortalDownloads,
    private readonly routes: RouteTable,
    private readonly tokens: AccessTokens,
    private readonly host: HttpAdapterHost,
  ) {}

  /**
   * @param require refuses what the user does not reach, once they have the right to such files
   * @throws DomainError validation_failed, reference_not_found, permission_denied
   */
  async make(
    ctx: PortalCtx,
    asked: AskedDownload,
    require: () => Promise<unknown>,
  ): Promise<string> {
    const { directory } = ctx.portal;
    const path = downloadRoute(directory, asked);
    const route = this.routes.all().find((each) => each.method === 'GET' && each.path === path);
    if (!path || !route) {
      throw invalidField('/format', 'enum', 'is no form in which such a record is to be had');
    }
    const { policy } = route;
    const missing = policy.kind === 'portal' ? missingOfPortal(ctx.portal, policy) : undefined;
    if (missing) throw missing;
    await require();
    const word = await this.downloads.execute(ctx, path.replace(':id', asked.id));
    return `/${PREFIXES[directory]}/downloads/${word}`;
  }

  /** Sends what an address of a directory leads to, or why it is not to be had any more. */
  async open(
    audience: PortalDirectory,
    { origin, bearer }: ApiRequest,
    { word, reply }: { readonly word: string; readonly reply: FastifyReply },
  ): Promise<void> {
    const by = bearer === undefined ? null : this.userOf(bearer, audience, origin);
    const opened = await this.downloads.open(origin, word, { directory: audience, by });
    const { path, userId: id, companyId, sessionId } = opened;
    const token = this.tokens.sign({ id, companyId, sessionId, audience }, origin.now);
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    const answer = await server.inject({
      method: 'GET',
      url: path,
      remoteAddress: origin.ip,
      headers: { authorization: `Bearer ${token}`, 'accept-language': origin.locale },
      payloadAsStream: true,
    });
    const handed = HANDED_ON.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, value]];
    });
    void reply
      .code(answer.statusCode)
      .headers({
        ...Object.fromEntries(handed),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(answer.stream());
  }

  /** @throws DomainError download_expired for a token that is none here, or of who looks on */
  private userOf(bearer: string, audience: PortalDirectory, { now }: RequestOrigin): PortalUserId {
    const claims = this.tokens.verify(bearer, audience, now);
    if (!claims || claims.act !== undefined) throw downloadExpired();
    return claims.sub as Id<'user' | 'portal-user'> as PortalUserId;
  }
}
