import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import {
  invalidFields,
  malformedRequest,
  type DomainError,
  type FieldError,
} from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { RouteTable, type Route } from '../access/route-table.js';
import { fieldsHidden } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import type { KeptFields } from './kept-fields.js';
import { membersWeighed, membersWritten } from './written-members.js';

/**
 * The door of every field: no route takes a member that is kept from whoever asks, which
 * `KeptGuard` has found out, nor an amount that would be weighed against what is hidden. It stands
 * before all routes, as the guard of records does; a repeated request that is answered from its key
 * has passed it when it was made.
 */
@Injectable()
export class FieldGuard implements CanActivate {
  constructor(private readonly routes: RouteTable) {}

  canActivate(host: ExecutionContext): boolean {
    const { kept, body } = host.switchToHttp().getRequest<ApiRequest>();
    if (!kept) return true;
    const route = this.routes.of(host.getClass(), host.getHandler());
    const refused = route && writes(route) ? refusedOf(route, kept, body) : [];
    if (route && refused.length > 0) throw refusalOf(refused, unknownWords(route, kept.model));
    const weighed = route && kept.weighedHidden(body, membersWeighed(route));
    if (weighed !== undefined) throw fieldsHidden({ resource: weighed });
    return true;
  }
}

/** What the body names of what may not be written, and what the route writes without one. */
function refusedOf(route: Route, kept: KeptFields, body: unknown): readonly Refused[] {
  const named = kept.unwritten(body);
  const places = new Set(named.map(({ pointer }) => pointer));
  const unnamed = Object.fromEntries(membersWritten(route).map((name) => [name, null]));
  return [...named, ...kept.unwritten(unnamed).filter(({ pointer }) => !places.has(pointer))];
}

interface Refused {
  readonly pointer: string;
  readonly hidden: boolean;
}

interface Words {
  readonly reason: string;
  readonly message: string;
}

/** What is hidden is told as what there is not: by code, status and words. */
function refusalOf(refused: readonly Refused[], { reason, message }: Words): DomainError {
  const errors = refused.map(({ pointer, hidden }): FieldError =>
    hidden
      ? { pointer, code: 'unknown_field', message }
      : { pointer, code: 'read_only', message: 'may not be written by you' },
  );
  const isUnknown = refused.some(({ hidden }) => hidden);
  return isUnknown ? malformedRequest({ reason }, { errors }) : invalidFields(errors);
}

/** The words of what reads the body: its description, or the object whose fields it has. */
function unknownWords({ controller, handler, policy }: Route, model: CompanyModel): Words {
  const key = handler.name;
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, key) as object | undefined;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, key) as
    | readonly unknown[]
    | undefined;
  const bodies = Object.entries((args ?? {}) as Readonly<Record<string, { index: number }>>);
  const isDescribed = bodies.some(
    ([at, { index }]) => at.startsWith('3:') && types?.[index] !== Object,
  );
  const resource = policy.kind === 'resource' ? policy.resource : undefined;
  const object = [...model.objects.values()].find((each) => each.resource === resource);
  if (isDescribed || !object) {
    return {
      reason: 'The body has members that are unknown or of the wrong type.',
      message: 'is not a member of this request',
    };
  }
  return {
    reason: 'The body has members that are not known.',
    message: `is not a field of ${object.name}`,
  };
}

const writes = ({ method, policy }: Route) => policy.kind === 'resource' && method !== 'GET';
