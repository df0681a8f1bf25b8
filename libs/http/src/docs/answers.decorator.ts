import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { NAMED_PERIODS } from '@quittance/calendar';
import { FILTER_OPERATORS, grouping, MAX_PAGE_SIZE, type ListDefinition } from '@quittance/lists';
import { DRAWN_LIST_ANSWERS } from './drawn-list-schemas.js';
import { documentedMembers, LIST_MARK, MEMBERS_MARK } from './marks.js';

/** The status of success and the shape of the body; every handler that answers one states it. */
export const Answers = (dto: Type, status = 200) =>
  applyDecorators(HttpCode(status), ApiResponse({ status, type: dto, description: 'Done.' }));

/** The body is a bare list of that shape, without pages. */
export const AnswersEach = (dto: Type, status = 200) =>
  applyDecorators(
    HttpCode(status),
    ApiResponse({ status, type: dto, isArray: true, description: 'All of them.' }),
  );

/** 204 without a body. */
export const AnswersNothing = () =>
  applyDecorators(HttpCode(204), ApiNoContentResponse({ description: 'Done.' }));

/** A list by page or by key, as JSON, CSV or JSON Lines; pass the definition that answers it. */
export const AnswersList = (
  dto: Type,
  definition: Pick<ListDefinition, 'fields' | 'defaultSort'>,
) =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(dto),
    ApiProduces('application/json', 'text/csv', 'application/x-ndjson'),
    ...listParameters(definition),
    ApiResponse({ status: 200, description: 'The list.', content: listContent(dto) }),
    (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
      const handler = (descriptor?.value as object) ?? target;
      Reflect.defineMetadata(LIST_MARK, definition, handler);
      Reflect.defineMetadata(MEMBERS_MARK, documentedMembers(dto), handler);
    },
  );

/**
 * What the answer says more when a view was asked for; `columns` also where the list has a default
 * view.
 */
const VIEW_MEMBERS = {
  columns: {
    type: 'array',
    nullable: true,
    items: { type: 'string' },
    description:
      'The columns of the view, else of the default view of the list; null or absent for the ' +
      'usual ones.',
  },
  skippedFilters: {
    type: 'array',
    description: 'Conditions of the view that no longer apply, and why.',
    items: {
      type: 'object',
      required: ['pointer', 'field', 'code', 'message'],
      properties: {
        pointer: { type: 'string' },
        field: { type: 'string', nullable: true },
        code: { type: 'string' },
        message: { type: 'string' },
      },
    },
  },
};

function listContent(dto: Type) {
  const data = { type: 'array', items: { $ref: getSchemaPath(dto) } };
  const byPage = {
    type: 'object',
    required: ['data', 'total', 'page', 'pageSize'],
    properties: {
      data,
      total: { type: 'integer' },
      page: { type: 'integer' },
      pageSize: { type: 'integer' },
      ...VIEW_MEMBERS,
    },
  };
  const byKey = {
    type: 'object',
    required: ['data', 'nextCursor'],
    properties: { data, nextCursor: { type: 'string', nullable: true }, ...VIEW_MEMBERS },
  };
  return {
    'application/json': { schema: { anyOf: [byPage, byKey, ...DRAWN_LIST_ANSWERS] } },
    'text/csv': { schema: { type: 'string' } },
    'application/x-ndjson': { schema: { type: 'string' } },
  };
}

function listParameters({ fields, defaultSort }: Pick<ListDefinition, 'fields' | 'defaultSort'>) {
  const names = Object.keys(fields).join(', ');
  const query = (name: string, schema: object, description: string) =>
    ApiQuery({ name, required: false, schema, description });
  return [
    query('page', { type: 'integer', minimum: 1, default: 1 }, 'The page, from 1.'),
    query(
      'pageSize',
      { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 50 },
      'Records of a page.',
    ),
    query(
      'cursor',
      { type: 'string' },
      'Instead of page: walks the list by key, without a total. Empty at the start, then ' +
        'nextCursor.',
    ),
    query(
      'sort',
      { type: 'string', default: defaultSort },
      `Fields separated by commas, descending after a minus sign. Fields: ${names}.`,
    ),
    query(
      'filter',
      { type: 'string', contentMediaType: 'application/json' },
      `A tree of and, or, not and { field, op, value }. Fields: ${names}. Operators: ` +
        `${FILTER_OPERATORS.join(', ')}. A date, or the day of an instant, may be given relative ` +
        'to the day of the company: today, today+30d, today-1w, today+1m, today-1y; an instant ' +
        'as now-1h; either as a period, { "period": "this_month" }, which eq takes as all its ' +
        `days: ${NAMED_PERIODS}; weeks begin on Monday. A user who asks is me. Lists of records ` +
        'also take a field of a record that they point at: account.industry.',
    ),
    query('search', { type: 'string', maxLength: 200 }, 'Words that a record must contain.'),
    query(
      'view',
      { type: 'string', format: 'uuid' },
      'A stored view: its order, its filter and the columns of its CSV, unless they are given ' +
        'here.',
    ),
    query(
      'fields',
      { type: 'string' },
      'The members that rows are to have, by commas; of a record that they point at as ' +
        'account.name. A download has them as its columns.',
    ),
    query(
      'display',
      { type: 'boolean', default: false },
      'Each row has with it, under display, the labels of its choices, of what it points at and ' +
        'of users, as far as they may be seen; names of countries and currencies in the ' +
        'language of the request. Not in CSV.',
    ),
    query(
      'groupBy',
      { type: 'string' },
      `Groups instead of rows: up to three fields by commas, days and instants by a period, as ` +
        `closedOn:month (${grouping.units.join(', ')}), which is told by its first day. At most ` +
        `${grouping.most} groups.`,
    ),
    query(
      'aggregate',
      { type: 'string', default: 'count' },
      'What is told of each group: count, and sum, avg, min or max of a field, as sum:total, by ' +
        'commas. Amounts are told for each currency by itself.',
    ),
  ];
}
