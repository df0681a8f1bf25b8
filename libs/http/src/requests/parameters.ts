import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { NO_VERSION } from '@quittance/database';
import { isUuid, type Ctx } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { malformedRequest } from '../http.errors.js';
import type { ApiRequest, RequestOrigin } from './api-request.js';

const requestOf = (host: ExecutionContext): ApiRequest =>
  host.switchToHttp().getRequest<ApiRequest>();

/** The `Ctx` of the signed-in actor, built by the guard. */
export const RequestCtx = createParamDecorator((_: undefined, host: ExecutionContext): Ctx => {
  const { ctx } = requestOf(host);
  if (!ctx) throw new Error('A public route has no context: take @Origin() instead');
  return ctx;
});

/** The same of a portal user, on a route that states `@PortalRoute`. */
export const PortalCaller = createParamDecorator(
  (_: undefined, host: ExecutionContext): PortalCtx => {
    const ctx = requestOf(host).ctx as PortalCtx | undefined;
    if (!ctx?.portal) throw new Error('Nobody of a portal is signed in: state @PortalRoute');
    return ctx;
  },
);

/** Request id, address, locale and time: for routes that nobody has to be signed in for. */
export const Origin = createParamDecorator(
  (_: undefined, host: ExecutionContext): RequestOrigin => requestOf(host).origin,
);

/** An id in the path: lower case, refused with 400 when it is no UUID. */
export const PathId = createParamDecorator((name: string, host: ExecutionContext): string => {
  const value = (requestOf(host).params as Record<string, string>)[name];
  if (!isUuid(value)) {
    const errors = [{ parameter: name, code: 'format', message: 'must be a UUID' }];
    throw malformedRequest({ reason: 'The id in the path is not a UUID.' }, { errors });
  }
  return value.toLowerCase();
});

/** The bytes of the body as they were sent, on a route marked `@RawBody()`. */
export const RawBytes = createParamDecorator(
  (_: undefined, host: ExecutionContext): Buffer => requestOf(host).rawBody ?? Buffer.alloc(0),
);

const STRONG_OR_WEAK = /^(?:W\/)?"(\d{1,9})"$/;

/** Of `@IfMatch()`; documents find the parameter by it. */
export function readIfMatch(_: undefined, host: ExecutionContext): number | null {
  const header = requestOf(host).headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = STRONG_OR_WEAK.exec(header)?.[1];
  return version === undefined ? NO_VERSION : Number(version);
}

/**
 * The version that `If-Match` expects, null without the header or with `*`. Hand it to the
 * operation as `expectedVersion`; the comparison belongs into the transaction.
 */
export const IfMatch = createParamDecorator(readIfMatch);
