import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { UsageBuffer } from '@quittance/analytics/host';
import type { ApiRequest } from '@quittance/http/host';
import type { AccessClaims } from '@quittance/identity';
import { isUuid } from '@quittance/kernel';
import type { PortalCtx, PortalUserId } from '@quittance/portal';
import { tap, type Observable } from 'rxjs';
import { looks } from '../customer/looks.js';
import { NOTED, type Noted } from './noted-routes.js';

/**
 * Notes what users of the portals look at, once it is answered: an entry in a table and an addition
 * to a list, and no statement. What is refused is not noted.
 */
@Injectable()
export class NoteUsage implements NestInterceptor {
  constructor(private readonly buffer: UsageBuffer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const noted = NOTED.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (!noted || !looks(request)) return next.handle();
    return next.handle().pipe(tap((answer) => this.note(noted, request, answer)));
  }

  private note(noted: Noted, request: ApiRequest, answer: unknown): void {
    const of = noted.signsIn ? signedIn(request, answer) : asking(request);
    if (!of || !isShown(noted, answer)) return;
    const { id } = (request.params ?? {}) as { readonly id?: string };
    const isSearch = noted.searched === true && isSearching(request);
    this.buffer.note({
      ...of,
      name: isSearch ? 'searched' : noted.name,
      object: noted.object && id && isUuid(id) ? { type: noted.object, id } : null,
      props: noted.props ?? {},
    });
  }
}

/** Of a sign-in the answer alone says who it was: in the token that was just made. */
function signedIn({ origin: { now } }: ApiRequest, answer: unknown) {
  const { accessToken = '' } = (answer ?? {}) as { readonly accessToken?: string };
  const [, claims] = accessToken.split('.');
  if (!claims) return undefined;
  const { sub, cid, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as AccessClaims;
  return { companyId: cid, sessionId: sid, portalUserId: sub as string as PortalUserId, at: now };
}

function asking({ ctx }: ApiRequest) {
  const { companyId, now: at, sessionId, portal } = (ctx ?? {}) as Partial<PortalCtx>;
  if (!companyId || !at || !sessionId || !portal || isViewedAs(portal)) return undefined;
  return { companyId, at, sessionId, portalUserId: portal.portalUserId };
}

/** Staff who look through the eyes of a user are no users. */
function isViewedAs(portal: PortalCtx['portal'] & { readonly viewedBy?: string | null }): boolean {
  return (portal.viewedBy ?? null) !== null;
}

function isShown({ shows }: Noted, answer: unknown): boolean {
  if (shows === undefined) return true;
  const shown = (answer as Readonly<Record<string, unknown>>)[shows];
  return Array.isArray(shown) && shown.length > 0;
}

function isSearching({ query }: ApiRequest): boolean {
  const { search, q } = (query ?? {}) as { readonly search?: string; readonly q?: string };
  return (search ?? q ?? '') !== '';
}
