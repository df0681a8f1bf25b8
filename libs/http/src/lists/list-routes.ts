import { Get, type DynamicModule, type Type } from '@nestjs/common';
import {
  METHOD_METADATA,
  MODULE_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { namedRecords } from '@quittance/lists';
import { countryForms } from '@quittance/mass';
import { GRANT_MARK, OPENNESS_MARK, RESOURCE_MARK, Asks } from '../access/marks.js';
import { EXPORTED } from '../docs/answers.decorator.js';
import { LIST_MARK, listOf, rowMembersOf } from '../docs/marks.js';
import { BESIDE_MARK, exportsLines, type BesideRoute } from './beside-route.js';
import { EXPORT_FORMATS } from './list-export.js';
import { FoundListDto, MOST_NAMED } from './named-rows.js';

type Handler = (...args: unknown[]) => unknown;

const scanner = new MetadataScanner();

/**
 * Gives each guarded list of a host the download and, where its records have names, the type-ahead
 * as routes of their own: `/leads/export`, `/leads/lookup`. They are made of the list's handler, so
 * that rights, scope, parameters of the path and documentation are those of the list. Called before
 * the application is made of the modules.
 */
export function addListRoutes(root: Type | DynamicModule): void {
  for (const controller of controllersIn(root, new Set())) {
    const names = scanner.getAllMethodNames(controller.prototype as object);
    for (const name of names) addBeside(controller, name);
  }
}

function controllersIn(module: unknown, seen: Set<unknown>): readonly Type[] {
  const part = module as Partial<DynamicModule>;
  const type = part.module ?? (module as Type);
  if (typeof type !== 'function' || seen.has(module)) return [];
  seen.add(module);
  const stated = (key: string) => (Reflect.getMetadata(key, type) as unknown[] | undefined) ?? [];
  const controllers = [...stated(MODULE_METADATA.CONTROLLERS), ...(part.controllers ?? [])];
  const imports = [...stated(MODULE_METADATA.IMPORTS), ...(part.imports ?? [])];
  return [...(controllers as Type[]), ...imports.flatMap((each) => controllersIn(each, seen))];
}

function addBeside(controller: Type, name: string): void {
  const prototype = controller.prototype as Record<string, Handler>;
  const handler = prototype[name] as Handler;
  const definition = listOf(handler);
  const path = [
    Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined,
  ].flat()[0];
  const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === 0;
  if (!definition || path === undefined || !isRead || !isGuarded(controller, handler)) return;
  const own = path.replace(/^\/|\/$/g, '');
  // What is a download by itself has none beside it.
  if (own === 'export') return;
  define(controller, name, { kind: 'export', path: below(own, 'export') });
  if (exportsLines(handler)) {
    define(controller, name, { kind: 'export/lines', path: below(own, 'export/lines') });
  }
  const isRecord = Boolean(definition.fields.id) || rowMembersOf(handler).includes('id');
  if (own === '' && isRecord && namedRecords.naming(definition)) {
    define(controller, name, { kind: 'lookup', path: 'lookup' });
  }
}

const below = (path: string, step: string) => (path === '' ? step : `${path}/${step}`);

/** By a resource of the role matrix: nobody is asked for rights to what everybody may see. */
function isGuarded(controller: Type, handler: object): boolean {
  if ([OPENNESS_MARK, GRANT_MARK].some((mark) => Reflect.hasMetadata(mark, handler))) return false;
  return [handler, controller].some((on) => Reflect.hasMetadata(RESOURCE_MARK, on));
}

interface Beside {
  readonly kind: BesideRoute;
  readonly path: string;
}

/** What says of a list's handler what it answers; all else holds for the routes beside it. */
const OF_LIST: ReadonlySet<unknown> = new Set([
  LIST_MARK,
  PATH_METADATA,
  METHOD_METADATA,
  'swagger/apiResponse',
  'swagger/apiProduces',
  'swagger/apiOperation',
  'swagger/apiParameters',
]);

const NAMES: Readonly<Record<BesideRoute, string>> = {
  export: 'Export',
  'export/lines': 'ExportLines',
  lookup: 'Lookup',
};

const DOCUMENTED: Readonly<Record<BesideRoute, (list: object) => readonly MethodDecorator[]>> = {
  export: (list) => exported(list),
  'export/lines': (list) => exportedWithLines(list),
  lookup: (list) => lookedUp(list),
};

function define(controller: Type, listed: string, { kind, path }: Beside): void {
  const prototype = controller.prototype as Record<string, Handler>;
  const list = prototype[listed] as Handler;
  const name = `${listed}${NAMES[kind]}`;
  // The classes are there once for all applications of a process.
  if (Object.hasOwn(prototype, name)) return;
  const handler: Handler = function (this: unknown, ...args) {
    return list.apply(this, args);
  };
  Object.defineProperty(handler, 'name', { value: name });
  const descriptor = { value: handler, writable: true, enumerable: false, configurable: true };
  Object.defineProperty(prototype, name, descriptor);
  for (const key of Reflect.getMetadataKeys(list) as string[]) {
    if (!OF_LIST.has(key)) Reflect.defineMetadata(key, Reflect.getMetadata(key, list), handler);
  }
  const copied: readonly (readonly [unknown, object, object])[] = [
    [ROUTE_ARGS_METADATA, controller, controller],
    ['design:paramtypes', prototype, prototype],
  ];
  for (const [key, on] of copied) {
    const known: unknown = Reflect.getMetadata(key, on, listed);
    if (known !== undefined) Reflect.defineMetadata(key, known, on, name);
  }
  Reflect.defineMetadata(BESIDE_MARK, kind, handler);
  for (const decorate of [Get(path), ...DOCUMENTED[kind](list)]) {
    decorate(prototype, name, descriptor);
  }
  if (kind !== 'lookup') Asks('export')(prototype, name, descriptor);
}

interface Documented {
  readonly summary?: string;
}

function manyOf(list: object): string {
  const documented = Reflect.getMetadata('swagger/apiOperation', list) as Documented | undefined;
  return (documented?.summary ?? 'records').replace(/^List (of )?/i, '');
}

/** Parameters of the path, and of the list's own besides those that every list takes. */
function own(list: object, besides: readonly string[]): readonly MethodDecorator[] {
  const kept = Reflect.getMetadata('swagger/apiParameters', list) as
    | readonly { readonly name: string; readonly in: string }[]
    | undefined;
  return (kept ?? [])
    .filter((each) => each.in !== 'query' || besides.includes(each.name))
    .map((each) =>
      each.in === 'query'
        ? ApiQuery({ name: each.name, required: false, schema: TEXT, description: AS_LISTED })
        : (_target, _key, descriptor) => {
            const on = descriptor.value as object;
            const before = (Reflect.getMetadata('swagger/apiParameters', on) ?? []) as object[];
            Reflect.defineMetadata('swagger/apiParameters', [...before, each], on);
          },
    );
}

const TEXT = { type: 'string' } as const;
const AS_LISTED = 'As in the list.';

function exported(list: object): readonly MethodDecorator[] {
  return [
    ...own(list, ['filter', 'sort', 'search', 'view', 'fields']),
    ...asFile(),
    ApiOperation({
      summary: `Download ${manyOf(list)}`,
      description:
        'Needs the right to `export`. All columns, `id` first, unless `fields` or `view` say ' +
        'others. Texts that a spreadsheet would run as formulas are led by an apostrophe, which ' +
        'an import takes off.',
    }),
  ];
}

function exportedWithLines(list: object): readonly MethodDecorator[] {
  return [
    ...own(list, ['filter', 'sort', 'search']),
    ...asFile(),
    ApiOperation({
      summary: `Download ${manyOf(list)} with their lines`,
      description:
        'Needs the right to `export`. A file that the import takes back, here or in another ' +
        'company: in a table a row for each line, of which the first says what the document ' +
        'says; in JSON Lines a document with its `lines`. What a document points at is named ' +
        '(`account.externalKey`, `account.name`, `line.sku`), prices are those that it has, and ' +
        '`total` is what it comes to. Custom fields that point at records, and files, are no ' +
        'part of it, nor are payments, states and owners.',
    }),
  ];
}

function asFile(): readonly MethodDecorator[] {
  return [
    ApiQuery({
      name: 'format',
      required: false,
      schema: { type: 'string', enum: [...EXPORT_FORMATS], default: 'csv' },
      description: 'Comma-separated values, one JSON object a line, or a workbook.',
    }),
    ApiQuery({
      name: 'decimal',
      required: false,
      schema: { type: 'string', enum: [...countryForms.taken.decimal] },
      description:
        'The sign before decimals in a table; with `comma` the cells of CSV are apart by `;`. ' +
        'CSV then begins with a byte order mark, as with `dates`. An import takes the same.',
    }),
    ApiQuery({
      name: 'dates',
      required: false,
      schema: { type: 'string', enum: [...countryForms.taken.dates] },
      description:
        'How days stand in a table: 28.02.2027, 02/28/2027 or 2027-02-28. An import takes ' +
        'the same.',
    }),
    ...EXPORTED,
  ];
}

function lookedUp(list: object): readonly MethodDecorator[] {
  return [
    ApiQuery({
      name: 'q',
      required: false,
      schema: { type: 'string', maxLength: 100 },
      description: 'What has been typed so far; nothing for the latest.',
    }),
    ApiQuery({
      name: 'pageSize',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MOST_NAMED, default: 10 },
      description: 'So many at most.',
    }),
    ApiQuery({
      name: 'for',
      required: false,
      schema: { type: 'string', maxLength: 63 },
      description:
        'A field of these records that points at one: what it may be made to point at is looked ' +
        'through instead, within the scope of the caller and as far as it is in use.',
    }),
    ApiQuery({
      name: 'accountId',
      required: false,
      schema: { type: 'string', format: 'uuid' },
      description: 'With `for`, where both are of one account: the account of the record.',
    }),
    ApiResponse({
      status: 200,
      type: FoundListDto,
      description: 'The nearest first; with `for` the last used before others.',
    }),
    ApiOperation({
      summary: `Find ${manyOf(list)} by the beginning of a name`,
      description: 'For fields that point at one: id, label and a line that tells it from others.',
    }),
  ];
}
