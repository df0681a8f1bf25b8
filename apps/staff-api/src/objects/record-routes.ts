import {
  applyDecorators,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { ListDefinition } from '@quittance/lists';
import { Answers, Resource, ResourceOf, type ApiRequest } from '@quittance/http/host';
import type { ProblemDefinition } from '@quittance/kernel';
import { withArticle } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';
import { classNameOf, recordDtos, type RecordDtos } from './record-dto.js';
import { RECORD_PROBLEMS } from './record-problems.js';

/** Where and how the records of one object are served, or those of all custom ones. */
export interface RecordRoutes {
  /** Names the controllers: `Lead`. */
  readonly name: string;
  /** Group of the document. */
  readonly tag: string;
  readonly path: string;
  /** One of them in words: `lead`. */
  readonly one: string;
  /** The same with its article: `a lead`. */
  readonly aOne: string;
  /** Several in words: `leads`. */
  readonly many: string;
  /** API name of the object; null where the path names it. */
  readonly object: string | null;
  readonly dtos: RecordDtos;
  /** What lists are documented by; a company's custom fields come in addition. */
  readonly list: Pick<ListDefinition, 'fields' | 'defaultSort' | 'columns' | 'named'>;
  /** What the rules of the object refuse besides. */
  readonly problems: readonly ProblemDefinition[];
  guard(): ClassDecorator;
}

/** The routes of a built-in object, at the address and under the resource that it names. */
export function routesOf(
  object: RecordObject,
  list: RecordRoutes['list'],
  problems: readonly ProblemDefinition[] = [],
): RecordRoutes {
  return {
    name: classNameOf(object),
    tag: object.pluralLabel,
    path: object.path.slice(1),
    one: object.label.toLowerCase(),
    aOne: withArticle(object.label.toLowerCase()),
    many: object.pluralLabel.toLowerCase(),
    object: object.name,
    dtos: recordDtos(object),
    list,
    problems: [...RECORD_PROBLEMS, ...problems],
    guard: () => Resource(object.resource),
  };
}

/** The routes of custom objects, whose API name is in the path. */
export function customRoutes(object: RecordObject, list: RecordRoutes['list']): RecordRoutes {
  return {
    name: 'Custom',
    tag: 'Custom objects',
    path: 'objects/:apiName',
    one: 'record of a custom object',
    aOne: 'a record of a custom object',
    many: 'records of a custom object',
    object: null,
    dtos: recordDtos(object, 'Custom'),
    list,
    problems: RECORD_PROBLEMS,
    guard: () => ResourceOf('apiName', 'objects/'),
  };
}

/** On a controller: at the address of the object or below it, guarded by its resource. */
export const Served = (routes: RecordRoutes, below = '') =>
  applyDecorators(
    ApiTags(routes.tag),
    routes.guard() as ClassDecorator & MethodDecorator,
    Controller(`${routes.path}${below}`),
  );

/** On a handler that reads the members of a body itself, and answers what came of it. */
export const Takes = (body: Type, answer: Type, status = 200) =>
  applyDecorators(ApiBody({ type: body }), Answers(answer, status));

/** The object a request is about: the one of the routes, or the one that the path names. */
export const ObjectName = (routes: RecordRoutes): ParameterDecorator =>
  createParamDecorator((_: undefined, host: ExecutionContext): ObjectAddress => {
    if (routes.object !== null) return { name: routes.object, custom: false };
    const { params } = host.switchToHttp().getRequest<ApiRequest>();
    return { name: (params as Record<string, string>).apiName ?? '', custom: true };
  })();

/** An API name, and whether it must be that of a custom object. */
export interface ObjectAddress {
  readonly name: string;
  readonly custom: boolean;
}
