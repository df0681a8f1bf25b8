import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Database } from '@quittance/database';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import {
  invalidFields,
  malformedRequest,
  type Ctx,
  type DomainError,
  type FieldError,
} from '@quittance/kernel';
import { CompanyModels, type CompanyModel } from '@quittance/metadata';
import { fieldsHidden } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { KeptFields } from './kept-fields.js';
import { resourceOf } from '../access/marks.js';
import { RouteTable, type Route } from '../access/route-table.js';
import { isReport, repeatedBy, showsDocument, showsWhole } from './shows-whole.js';

const FILES = 'documents';

/**
 * The door of every field: no route takes a member that is kept from whoever asks, and what it
 * answers is left without those that are hidden (`shownPayload`). It stands before all routes, as
 * the guard of records does, and costs nobody anything from whom nothing is kept.
 */
@Injectable()
export class FieldGuard implements CanActivate {
  constructor(
    private readonly routes: RouteTable,
    private readonly db: Database,
    @Optional() private readonly models?: CompanyModels,
  ) {}

  canActivate(host: ExecutionContext): boolean | Promise<boolean> {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const { ctx } = request;
    if (!this.models || !ctx?.permissions.fieldBound?.length) return true;
    const route = this.routes.of(host.getClass(), host.getHandler());
    return route ? this.admit(ctx, route, request) : true;
  }

  private async admit(ctx: Ctx, route: Route, request: ApiRequest): Promise<boolean> {
    const model = await this.model(ctx);
    const parameters = request.params as Readonly<Record<string, string>>;
    const kept = new KeptFields(ctx.permissions, model, resourcesOf(route, model, parameters));
    request.kept = kept;
    const resource = told(kept, route);
    if (resource !== undefined) throw fieldsHidden({ resource });
    const refused = writes(route) ? kept.unwritten(request.body) : [];
    if (refused.length > 0) throw refusalOf(refused, unknownWords(route, model));
    return true;
  }

  private async model(ctx: Ctx): Promise<CompanyModel> {
    const models = this.models as CompanyModels;
    return models.held(ctx) ?? this.db.read(ctx, (tx) => models.of(tx));
  }
}

/** Those of the route, and that of the object which its path names. */
function resourcesOf(
  { path, policy }: Route,
  model: CompanyModel,
  parameters: Readonly<Record<string, string>>,
): readonly string[] {
  const named = model.objects.get(parameters.object ?? '')?.resource;
  if (policy.kind !== 'resource') return named === undefined ? [] : [named];
  // The history of a record tells of its files as well.
  const files = path.endsWith('/timeline') ? FILES : undefined;
  const own = [resourceOf(policy.resource, parameters), policy.beside?.resource, named, files];
  return own.filter((each) => each !== undefined);
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

/** A resource of which something is hidden that the route shows all the same. */
function told(kept: KeptFields, route: Route): string | undefined {
  return (
    (showsWhole(route) ? kept.hiddenResource() : undefined) ??
    (showsDocument(route) ? kept.partyHidden() : undefined) ??
    (isReport(route) ? kept.summedHidden() : undefined) ??
    kept.numberHidden(repeatedBy(route))
  );
}

const writes = ({ method, policy }: Route) => policy.kind === 'resource' && method !== 'GET';
