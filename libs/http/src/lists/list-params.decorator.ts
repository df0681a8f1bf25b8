import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isStorableText, type ListQuery } from '@quittance/lists';
import type { DomainError, FieldError } from '@quittance/kernel';
import { guardedResource, resourceOf } from '../access/marks.js';
import { rowMembersOf } from '../docs/marks.js';
import { malformedRequest } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { EXPORT_PARAMETERS, LIST_PARAMETERS, LOOKUP_PARAMETERS } from './beside-list.js';
import { besideRouteOf, type BesideRoute } from './beside-route.js';
import { EXPORT_FORMATS, exportOf } from './list-export.js';
import type { ListCall } from './list-call.js';
import { acceptedFormat } from './list-format.js';
import { MOST_NAMED, type NamedCall } from './named-rows.js';
import { listAt } from './list-table.js';

function readQuery(
  query: Record<string, unknown>,
  known: readonly string[],
  more: readonly string[],
): ListQuery {
  const errors: FieldError[] = [];
  for (const [parameter, value] of Object.entries(query)) {
    if (!known.includes(parameter) && !more.includes(parameter)) {
      errors.push({ parameter, code: 'unknown_field', message: 'is not a parameter of this list' });
    } else if (typeof value !== 'string') {
      errors.push({ parameter, code: 'type', message: 'must be given once' });
    }
  }
  if (errors.length > 0) throw malformedRequest({ reason: 'The query is not valid.' }, { errors });
  return query as ListQuery;
}

const PARAMETERS: Readonly<Record<BesideRoute | 'list', readonly string[]>> = {
  list: LIST_PARAMETERS,
  export: EXPORT_PARAMETERS,
  lookup: LOOKUP_PARAMETERS,
};

/**
 * The parameters of a list, for `Lists.answer`. Parameters of the endpoint's own are named:
 * `@ListParams('kind') call: ListCall, @Query() own: OwnQuery`.
 */
export const ListParams = (...more: readonly string[]): ParameterDecorator =>
  createParamDecorator((_: undefined, host: ExecutionContext): ListCall => {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const resource = guardedResource(host);
    const beside = besideRouteOf(host.getHandler());
    const sent = request.query as Record<string, unknown>;
    const query = readQuery(sent, PARAMETERS[beside ?? 'list'], more);
    const path = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
    // What stands beside a list is about the list.
    const listed = beside ? path.slice(0, -(beside.length + 1)) : path;
    const call = {
      query,
      path: listed,
      list: listAt(listed),
      members: rowMembersOf(host.getHandler()),
      resource: resource && resourceOf(resource, request.params as Record<string, string>),
    };
    if (beside === 'export') return exportOf({ ...call, format: 'csv' }, formatOf(sent.format));
    if (beside === 'lookup') return { ...call, format: 'json', named: namedOf(sent) };
    return { ...call, format: acceptedFormat(request.headers.accept) };
  })();

function formatOf(format: unknown): string | undefined {
  if (format === undefined || EXPORT_FORMATS.some((each) => each === format)) {
    return format as string | undefined;
  }
  throw wrong('format', 'enum', `must be one of ${EXPORT_FORMATS.join(', ')}`);
}

const MOST_TYPED = 100;
const USUAL_NAMED = 10;

function namedOf({ q, pageSize }: Record<string, unknown>): NamedCall {
  const text = typeof q === 'string' ? q : '';
  if (text.length > MOST_TYPED) {
    throw wrong('q', 'max_length', `must have at most ${MOST_TYPED} characters`);
  }
  if (!isStorableText(text)) throw wrong('q', 'format', 'must be text without NUL');
  const most = pageSize === undefined ? USUAL_NAMED : Number(pageSize);
  if (!Number.isInteger(most) || most < 1 || most > MOST_NAMED) {
    throw wrong('pageSize', 'range', `must be a whole number from 1 to ${MOST_NAMED}`);
  }
  return { text, most };
}

function wrong(parameter: string, code: string, message: string): DomainError {
  const errors = [{ parameter, code, message }];
  return malformedRequest({ reason: 'The query is not valid.' }, { errors });
}
