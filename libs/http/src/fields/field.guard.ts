import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { RouteTable, type Route } from '../access/route-table.js';
import type { ApiRequest } from '../requests/api-request.js';

/**
 * The door of every field: no route takes a member that is kept from whoever asks, which
 * `KeptGuard` has found out. It stands before all routes, as the guard of records does; a repeated
 * request that is answered from its key has passed it when it was made.
 */
@Injectable()
export class FieldGuard implements CanActivate {
  constructor(private readonly routes: RouteTable) {}

  canActivate(host: ExecutionContext): boolean {
    const { kept, body } = host.switchToHttp().getRequest<ApiRequest>();
    if (!kept) return true;
    const route = this.routes.of(host.getClass(), host.getHandler());
    const refused = route && writes(route) ? kept.unwritten(body) : [];
    if (refused.length > 0) throw invalidFields(refused.map(errorOf));
    return true;
  }
}

/** What is hidden is told as what there is not. */
function errorOf({ pointer, hidden }: { pointer: string; hidden: boolean }): FieldError {
  return hidden
    ? { pointer, code: 'unknown_field', message: 'is not a field' }
    : { pointer, code: 'read_only', message: 'may not be written by you' };
}

const writes = ({ method, policy }: Route) => policy.kind === 'resource' && method !== 'GET';
