import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  StreamableFile,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiExtraModels, ApiProduces, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Ctx } from '@quittance/kernel';
import { guardedResource, resourceOf } from '../access/marks.js';
import { notAcceptable, permissionDenied } from '../http.errors.js';
import { Problems } from '../problems/problems.decorator.js';
import type { ApiRequest } from '../requests/api-request.js';
import { csvTextOf } from './tables/csv.js';
import { acceptedFormat } from './list-format.js';
import type { ListCall } from './list-call.js';

/** How a list that has no pages is asked for. */
export type WholeListCall = Pick<ListCall, 'format' | 'path' | 'resource'>;

/** The form that `Accept` asks for, for `wholeList`. */
export const WholeListParams = createParamDecorator(
  (_: undefined, host: ExecutionContext): WholeListCall => {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const resource = guardedResource(host);
    return {
      format: acceptedFormat(request.headers.accept),
      path: request.url.split('?', 1)[0] ?? '',
      resource: resource && resourceOf(resource, request.params as Record<string, string>),
    };
  },
);

/** The body is a bare list of that shape, without pages, as JSON, CSV or JSON Lines. */
export const AnswersWholeList = (dto: Type) => {
  const text = { schema: { type: 'string' } };
  const items = { $ref: getSchemaPath(dto) };
  return applyDecorators(
    HttpCode(200),
    Problems(notAcceptable, permissionDenied),
    ApiExtraModels(dto),
    ApiProduces('application/json', 'text/csv', 'application/x-ndjson'),
    ApiResponse({
      status: 200,
      description: 'All of them.',
      content: {
        'application/json': { schema: { type: 'array', items } },
        'text/csv': text,
        'application/x-ndjson': text,
      },
    }),
  );
};

/**
 * A short list in the form asked for.
 * @throws DomainError permission_denied (export)
 */
export function wholeList<Item extends object>(
  ctx: Ctx,
  items: readonly Item[],
  columns: readonly (keyof Item & string)[],
  { format, path, resource }: WholeListCall,
): readonly Item[] | StreamableFile {
  if (format === 'json') return items;
  if (resource !== null && !ctx.permissions.can(resource, 'export')) {
    throw permissionDenied({ resource, action: 'export' });
  }
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
  const lines = () => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const [text, type, ending] =
    format === 'csv'
      ? [csvTextOf(items, columns), 'text/csv; charset=utf-8', 'csv']
      : [lines(), 'application/x-ndjson', 'ndjson'];
  const disposition = `attachment; filename="${name}.${ending}"`;
  return new StreamableFile(Buffer.from(text), { type, disposition });
}
