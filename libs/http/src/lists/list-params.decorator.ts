import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ListQuery } from '@quittance/lists';
import type { FieldError } from '@quittance/kernel';
import { guardedResource, resourceOf } from '../access/marks.js';
import { rowMembersOf } from '../docs/marks.js';
import { malformedRequest } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { LIST_PARAMETERS } from './beside-list.js';
import { acceptedFormat, type ListFormat } from './list-format.js';
import { listAt } from './list-table.js';

/** A list request as it arrived: its parameters and the form that `Accept` asks for. */
export interface ListCall {
  readonly query: ListQuery;
  readonly format: ListFormat;
  /** Names the download. */
  readonly path: string;
  /** Names the list, for the views that are stored of it: its address without ids. */
  readonly list: string;
  /** The members that its rows have by the documentation of the route. */
  readonly members: readonly string[];
  /** The guarded resource of the route, whose `export` right a download needs. */
  readonly resource: string | null;
}

function readQuery(query: Record<string, unknown>, more: readonly string[]): ListQuery {
  const errors: FieldError[] = [];
  for (const [parameter, value] of Object.entries(query)) {
    if (!LIST_PARAMETERS.includes(parameter) && !more.includes(parameter)) {
      errors.push({ parameter, code: 'unknown_field', message: 'is not a parameter of this list' });
    } else if (typeof value !== 'string') {
      errors.push({ parameter, code: 'type', message: 'must be given once' });
    }
  }
  if (errors.length > 0) throw malformedRequest({ reason: 'The query is not valid.' }, { errors });
  return query as ListQuery;
}

/**
 * The parameters of a list, for `Lists.answer`. Parameters of the endpoint's own are named:
 * `@ListParams('kind') call: ListCall, @Query() own: OwnQuery`.
 */
export const ListParams = (...more: readonly string[]): ParameterDecorator =>
  createParamDecorator((_: undefined, host: ExecutionContext): ListCall => {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const resource = guardedResource(host);
    return {
      query: readQuery(request.query as Record<string, unknown>, more),
      format: acceptedFormat(request.headers.accept),
      path: request.url.split('?', 1)[0] ?? '',
      list: listAt(request.url),
      members: rowMembersOf(host.getHandler()),
      resource: resource && resourceOf(resource, request.params as Record<string, string>),
    };
  })();
