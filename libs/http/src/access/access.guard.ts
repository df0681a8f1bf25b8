import { Injectable, Optional, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { CustomResources, actingBy } from '@quittance/access';
import type { AccessClaims } from '@quittance/identity';
import { portalRefusals, type PortalActor } from '@quittance/portal';
import { WorkBudget } from '@quittance/work';
import { epochMs, notFound, type Ctx, type DomainError, type Unit } from '@quittance/kernel';
import { REQUEST, quarantineSeconds } from '@quittance/watchdog';
import { requestQuarantined, unauthenticated } from '../http.errors.js';
import type { FastifyReply } from 'fastify';
import type { ApiRequest } from '../requests/api-request.js';
import { awaitedBy } from '../requests/awaited.js';
import { keepRequestOf } from '../requests/request-of-input.js';
import { Actors, type SignedIn } from './actors.js';
import { ALONG_MARK } from './asked-along.js';
import { resourceOf } from './marks.js';
import type { RoutePolicy } from './route-policy.js';
import { RouteTable, type Route } from './route-table.js';
import { missingRight } from './missing-right.js';
import { OWN_EYES_MARK } from './portal-marks.js';
import { isFor, missingOfPortal } from './portal-policy.js';
import { admitStranger } from './stranger.js';
import { KnownCredentials } from './known-credentials.js';
import { TOKEN_STRATEGY } from './token.strategy.js';

const API_KEY = 'qk_';

/**
 * Stands before every route: who is it, may they, and with what context does the operation run.
 * Public routes pass; everything else needs a token or an API key, and a guarded resource its
 * actions.
 */
@Injectable()
export class AccessGuard extends AuthGuard(TOKEN_STRATEGY) {
  constructor(
    private readonly routes: RouteTable,
    private readonly actors: Actors,
    private readonly known: KnownCredentials,
    @Optional() private readonly custom?: CustomResources,
  ) {
    super();
  }

  override canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const route = this.routes.of(host.getClass(), host.getHandler());
    if (!route) throw new Error(`No policy is known for ${host.getClass().name}`);
    const request = host.switchToHttp().getRequest<ApiRequest>();
    if (request.url.includes('?')) keepRequestOf(request.query, request);
    if (route.policy.kind !== 'public') {
      return this.admit(host, request, { route, mayAskAlong: isAskedAlong(route) });
    }
    admitStranger(request, route);
    return true;
  }

  override handleRequest<TUser>(_error: unknown, user: TUser): TUser {
    if (!user) throw unauthenticated();
    return user;
  }

  private async admit(
    host: ExecutionContext,
    request: ApiRequest,
    { route, mayAskAlong }: Admitted,
  ): Promise<boolean> {
    const { bearer } = request;
    if (bearer === undefined) throw unauthenticated();
    const isKey = bearer.startsWith(API_KEY);
    const signedIn = isKey
      ? await this.actors.ofKey(bearer)
      : await this.ofToken(await this.claims(host, request, bearer), { route, mayAskAlong });
    if (!signedIn || isOfAnother(route.policy, signedIn)) throw unauthenticated();
    if (isKey) this.known.add(bearer, null);
    const ctx = contextOf(request, signedIn, route);
    request.ctx = ctx;
    if (ctx.askedAlong) {
      request.readAnew = () => this.admit(host, request, { route, mayAskAlong: false });
    }
    const seconds = quarantineSeconds(ctx);
    if (seconds > 0) {
      throw requestQuarantined({ seconds }, { retryAfter: seconds, turnedAway: true });
    }
    if (signedIn.portal?.viewedBy) {
      await this.lookOn(ctx, { host, portal: signedIn.portal, route });
    }
    const parameters = request.params as Record<string, string>;
    const missing =
      signedIn.portal && route.policy.kind === 'portal'
        ? missingOfPortal(signedIn.portal, route.policy)
        : missingRight(ctx.permissions, route.policy, parameters);
    if (missing) throw await this.refusalOf(ctx, missing, route.policy, parameters);
    request.ctx = actingOn(ctx, route.policy, parameters);
    return true;
  }

  /**
   * Who is read for the request, or who was read for the one before and is asked about along with
   * what this one asks. Nothing is refused to somebody for what they were.
   */
  private async ofToken(
    claims: AccessClaims,
    { route: { policy }, mayAskAlong }: Admitted,
  ): Promise<SignedIn | undefined> {
    const last = mayAskAlong ? this.actors.lastOfToken(claims) : undefined;
    const isLikely =
      last?.portal &&
      policy.kind === 'portal' &&
      !isOfAnother(policy, last) &&
      !missingOfPortal(last.portal, policy);
    return isLikely ? last : this.actors.ofToken(claims);
  }

  /** Of a custom object that the company does not have nothing can be refused: it is not there. */
  private async refusalOf(
    ctx: Ctx,
    missing: DomainError,
    policy: RoutePolicy,
    parameters: Record<string, string>,
  ): Promise<DomainError> {
    if (!this.custom || policy.kind !== 'resource' || !policy.resource.includes(':'))
      return missing;
    const asked = resourceOf(policy.resource, parameters);
    const known = (await this.custom.of(ctx)).some(({ key }) => key === asked);
    return known ? missing : notFound({ object: 'object' });
  }

  /** Whoever looks on does nothing; what they look at is told in the log, and to the browser. */
  private async lookOn(ctx: Ctx, { host, portal, route }: Viewed): Promise<void> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const isShown = SHOWN.has(request.method) && !Reflect.hasMetadata(OWN_EYES_MARK, route.handler);
    if (!isShown) throw portalRefusals.readOnly();
    await this.actors.noteView(ctx, portal, `${request.method} ${request.url.split('?', 1)[0]}`);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.header('x-view-as', String(portal.viewedBy));
  }

  private async claims(
    host: ExecutionContext,
    request: ApiRequest,
    token: string,
  ): Promise<AccessClaims> {
    let claims = this.known.claimsOf(token);
    if (!claims) {
      await super.canActivate(host);
      claims = (request as { user?: AccessClaims }).user as AccessClaims;
      this.known.add(token, claims);
    }
    if (claims.exp * 1000 <= epochMs(request.origin.now)) throw unauthenticated();
    return claims;
  }
}

interface Admitted {
  readonly route: Route;
  readonly mayAskAlong: boolean;
}

/** What changes something is done by who was read before it. */
function isAskedAlong({ method, handler }: Route): boolean {
  return method === 'GET' && Reflect.hasMetadata(ALONG_MARK, handler);
}

const SHOWN: ReadonlySet<string> = new Set(['GET', 'HEAD']);

interface Viewed {
  readonly host: ExecutionContext;
  readonly portal: PortalActor;
  readonly route: Route;
}

/** A route of one directory is none for users of another, nor for anybody else. */
function isOfAnother(policy: RoutePolicy, { portal }: SignedIn): boolean {
  return policy.kind === 'portal' ? !portal || !isFor(policy, portal.directory) : !!portal;
}

/**
 * The actor has within reach what may be had for the actions that the route asks; of other
 * resources, what is shown.
 */
function actingOn(ctx: Ctx, policy: RoutePolicy, parameters: Record<string, string>): Ctx {
  if (ctx.permissions.all) return ctx;
  const isResource = policy.kind === 'resource';
  const resource = isResource ? resourceOf(policy.resource, parameters) : '';
  const permissions = actingBy(ctx.permissions, resource, isResource ? policy.actions : []);
  return Object.freeze({ ...ctx, permissions });
}

/** Whoever signed in is spread last: with members behind a spread the object is slow for good. */
function contextOf({ origin, raw }: ApiRequest, signedIn: SignedIn, route: Route): Ctx {
  const { requestId, ip, locale, now } = origin;
  const own = { work: new WorkBudget(), demandAwaited: awaitedBy(raw), unit: unitOf(route) };
  return Object.freeze({ now, locale, requestId, ip, ...own, ...signedIn });
}

/** Made once for each route: a request is spared it. */
const units = new WeakMap<Route, Unit>();

function unitOf(route: Route): Unit {
  let unit = units.get(route);
  if (!unit) {
    unit = { kind: REQUEST, id: `${route.method} ${route.path}` };
    units.set(route, unit);
  }
  return unit;
}
