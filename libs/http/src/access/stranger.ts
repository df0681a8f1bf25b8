import { normalizeIp } from '@nestjs/throttler';
import { REQUEST, quarantineSeconds } from '@quittance/watchdog';
import { createHash } from 'node:crypto';
import { requestQuarantined } from '../http.errors.js';
import { NO_LIMIT_MARK } from '../limits/limits.js';
import type { ApiRequest } from '../requests/api-request.js';
import type { Route } from './route-table.js';

/**
 * Names a request on a route for everybody by the address it comes from, as the rate limit sees it.
 * The webhooks of a provider come from few addresses, whichever company they are about: they are
 * named by their body.
 * @throws DomainError request_quarantined
 */
export function admitStranger(request: ApiRequest, route: Route): void {
  if (!isNamedByBody(route)) admit(request, route, `address:${normalizeIp(request.ip)}`);
}

/**
 * The same once the bytes of a body are there, before anybody looks into them. @throws DomainError
 * request_quarantined
 */
export function admitBody(request: ApiRequest, route: Route | undefined, body: Buffer): void {
  if (!route || request.ctx || !isNamedByBody(route)) return;
  admit(request, route, `body:${createHash('sha256').update(body).digest('base64url')}`);
}

/** A provider sends the same bytes again, and a stranger may from wherever they like. */
function isNamedByBody({ handler, takesBody }: Route): boolean {
  return takesBody && Reflect.hasMetadata(NO_LIMIT_MARK, handler);
}

function admit({ origin }: ApiRequest, { method, path }: Route, by: string): void {
  origin.unit = { kind: REQUEST, id: `${method} ${path}`, by };
  const seconds = quarantineSeconds(origin);
  if (seconds > 0) throw requestQuarantined({ seconds }, { retryAfter: seconds, turnedAway: true });
}
