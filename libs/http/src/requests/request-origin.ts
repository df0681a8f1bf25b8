import type { Clock } from '@quittance/kernel';
import type { FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { RequestOrigin } from './api-request.js';

const GIVEN_ID = /^[\w.:-]{1,100}$/;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}(?=$|[,;\s])/i;
const DEFAULT_LOCALE = 'en';

/** Unlike those of other processes; counting on from it is cheaper than drawing anew. */
const PROCESS = randomBytes(9).toString('base64url');
let counted = 0;

/** The caller's `x-request-id` when it is fit to be logged, otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  if (typeof given === 'string' && GIVEN_ID.test(given)) return given;
  counted += 1;
  return `${PROCESS}-${counted.toString(36)}`;
}

/** The language that `Accept-Language` names first. */
export function localeOf(acceptLanguage: string | undefined): string {
  return LANGUAGE.exec(acceptLanguage ?? '')?.[0] ?? DEFAULT_LOCALE;
}

export function originOf(request: FastifyRequest, clock: Clock): RequestOrigin {
  const { headers } = request;
  return {
    requestId: request.id,
    ip: request.ip,
    locale: localeOf(headers['accept-language']),
    now: clock.now(),
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
  };
}

/**
 * The path of a request target, without its query: never logged or echoed with values of
 * parameters.
 */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

const BEARER = /^Bearer +(\S{1,8192}) *$/i;

/** The credential of an `Authorization` header, whatever it is worth. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}
