import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isStorableText, type ListQuery } from '@quittance/lists';
import { invalidFields, isUuid, type DomainError, type FieldError } from '@quittance/kernel';
import { guardedResource, resourceOf } from '../access/marks.js';
import { rowMembersOf } from '../docs/marks.js';
import { countryForms, type CountryCells } from '@quittance/mass';
import type { ApiRequest } from '../requests/api-request.js';
import {
  EXPORT_PARAMETERS,
  LINES_PARAMETERS,
  LIST_PARAMETERS,
  LOOKUP_PARAMETERS,
} from './beside-list.js';
import { besideRouteOf, type BesideRoute } from './beside-route.js';
import { EXPORT_FORMATS, exportOf } from './list-export.js';
import type { ListCall } from './list-call.js';
import { acceptedFormat } from './list-format.js';
import { MOST_NAMED, type NamedCall } from './named-rows.js';
import { listAt } from './list-table.js';
import { wrongQuery } from './wrong-query.js';

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
  if (errors.length > 0) throw wrongQuery(errors);
  return query as ListQuery;
}

const PARAMETERS: Readonly<Record<BesideRoute | 'list', readonly string[]>> = {
  list: LIST_PARAMETERS,
  export: EXPORT_PARAMETERS,
  'export/lines': LINES_PARAMETERS,
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
    if (beside === 'export' || beside === 'export/lines') {
      const format = formatOf(sent.format);
      const asked = exportOf({ ...call, format: 'csv' }, format, countryOf(sent, format));
      return beside === 'export' ? asked : { ...asked, withLines: true };
    }
    if (beside === 'lookup') return { ...call, format: 'json', named: namedOf(sent) };
    return { ...call, format: acceptedFormat(request.headers.accept) };
  })();

function formatOf(format: unknown): string | undefined {
  if (format === undefined || EXPORT_FORMATS.some((each) => each === format)) {
    return format as string | undefined;
  }
  throw wrong('format', 'enum', `must be one of ${EXPORT_FORMATS.join(', ')}`);
}

/** As an import takes them, so that what was downloaded with them is taken back with them. */
function countryOf(sent: Record<string, unknown>, format: string | undefined): CountryCells {
  const told: Record<string, unknown> = {};
  for (const [name, taken] of Object.entries(countryForms.taken)) {
    const value = sent[name];
    if (value === undefined) continue;
    if (!taken.some((each) => each === value)) {
      throw wrong(name, 'enum', `must be one of ${taken.join(', ')}`);
    }
    if (format === 'jsonl') throw wrong(name, 'not_allowed', 'is about tables');
    told[name] = value;
  }
  return told;
}

const MOST_TYPED = 100;
const USUAL_NAMED = 10;

function namedOf(sent: Record<string, unknown>): NamedCall {
  const { q, pageSize } = sent;
  const text = typeof q === 'string' ? q : '';
  if (text.length > MOST_TYPED) {
    throw outside('q', 'max_length', `must have at most ${MOST_TYPED} characters`);
  }
  if (!isStorableText(text)) throw wrong('q', 'format', 'must be text without NUL');
  const most = pageSize === undefined ? USUAL_NAMED : Number(pageSize);
  if (!Number.isInteger(most)) throw wrong('pageSize', 'type', 'must be a whole number');
  if (most < 1 || most > MOST_NAMED) {
    throw outside('pageSize', 'range', `must be from 1 to ${MOST_NAMED}`);
  }
  return { text, most, ...fieldOf(sent) };
}

/** `for=contactId&accountId=…` of a type-ahead for a field. */
function fieldOf({ for: field, accountId }: Record<string, unknown>) {
  if (accountId !== undefined && field === undefined) {
    throw wrong('accountId', 'not_allowed', 'goes with `for`');
  }
  if (accountId !== undefined && !isUuid(accountId)) {
    throw wrong('accountId', 'type', 'must be a UUID');
  }
  return {
    ...(typeof field === 'string' && { field }),
    ...(isUuid(accountId) && { accountId }),
  };
}

/** What is understood and beyond its bounds is 422, as in bodies and as of every page of a list. */
function outside(parameter: string, code: string, message: string): DomainError {
  return invalidFields([{ parameter, code, message }]);
}

function wrong(parameter: string, code: string, message: string): DomainError {
  return wrongQuery([{ parameter, code, message }]);
}
