import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiNoContentResponse,
  ApiProduces,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { DRAWN_LIST_ANSWERS } from './drawn-list-schemas.js';
import { type DocumentedList, listParameters } from './list-parameters.js';
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
export const AnswersList = (dto: Type, definition: DocumentedList) =>
  listed(dto, definition, [
    ApiProduces('application/json', 'text/csv', 'application/x-ndjson'),
    ApiResponse({ status: 200, description: 'The list.', content: listContent(dto) }),
  ]);

/** The same list as a file. */
export const AnswersExport = (dto: Type, definition: DocumentedList) =>
  listed(dto, definition, EXPORTED);

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TEXT = { schema: { type: 'string' } } as const;

/** What a download answers. */
export const EXPORTED: readonly MethodDecorator[] = [
  ApiProduces('text/csv', 'application/x-ndjson', XLSX),
  ApiResponse({
    status: 200,
    description: 'All of them as a file, as it is read.',
    content: {
      'text/csv': TEXT,
      'application/x-ndjson': TEXT,
      [XLSX]: { schema: { type: 'string', format: 'binary' } },
    },
  }),
];

const listed = (dto: Type, definition: DocumentedList, answers: readonly MethodDecorator[]) =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(dto),
    ...listParameters(definition),
    ...answers,
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
