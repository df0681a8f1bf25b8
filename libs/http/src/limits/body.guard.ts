import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FieldError } from '@quittance/kernel';
import { admitBody } from '../access/stranger.js';
import { RouteTable } from '../access/route-table.js';
import { malformedRequest } from '../http.errors.js';
import { shownPointerPart } from '../input/read-json.js';
import type { ApiRequest } from '../requests/api-request.js';
import { keepRequestOf } from '../requests/request-of-input.js';
import { bringsBody, readBody } from './read-body.js';

/**
 * Reads the body of a request, after its caller is known and allowed: whoever is not is told that,
 * whatever they sent, and their bytes are not read.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly routes: RouteTable) {}

  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    return bringsBody(request) ? this.take(host, request) : true;
  }

  private async take(host: ExecutionContext, request: ApiRequest): Promise<boolean> {
    const route = this.routes.of(host.getClass(), host.getHandler());
    await readBody(request, (body) => admitBody(request, route, body));
    keepRequestOf(request.body, request);
    if (!route?.takesBody) refuseMembers(request);
    return true;
  }
}

/** An operation without a body would drop what is sent to it: its members are refused instead. */
function refuseMembers({ body }: ApiRequest): void {
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const errors = [{ pointer: '', code: 'type', message: 'must be an object' }];
    throw malformedRequest({ reason: 'This takes no body.' }, { errors });
  }
  const errors = Object.keys(body).map((name): FieldError => ({
    pointer: `/${shownPointerPart(name)}`,
    code: 'unknown_field',
    message: 'is not a member of this request',
  }));
  if (errors.length > 0) throw malformedRequest({ reason: 'This takes no body.' }, { errors });
}
