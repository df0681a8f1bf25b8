import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { RouteTable } from '../access/route-table.js';
import type { ApiSettings } from '../api-settings.js';
import { completeOperation, type DocumentedOperation } from './complete-operation.js';
import { documentLocation } from './location-header.js';
import { withOpenMembers } from './open-members.js';
import { DRAWN_LIST_SCHEMAS } from './drawn-list-schemas.js';
import { PROBLEM_SCHEMA } from './problem-schema.js';
import { withUnions } from './union-members.js';
import { MadeAt } from '../requests/made-at.js';

/** What hosts are called. */
export const API_TITLES = { staff: 'Quittance staff API', portal: 'Quittance portal API' } as const;
const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The OpenAPI 3.1 document of a host: every path, body and problem code. */
export function openApiDocument(
  app: NestFastifyApplication,
  settings: Pick<ApiSettings, 'host' | 'publicUrl'>,
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(API_TITLES[settings.host])
    .setVersion('1')
    .addServer(settings.publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Access token or API key.' })
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const madeAt = app.get(MadeAt);
  const routes = new Map(
    app
      .get(RouteTable)
      .all()
      .map((route) => [`${route.controller.name}.${route.handler.name}`, route]),
  );
  for (const path of Object.values(document.paths)) {
    for (const verb of VERBS) {
      const operation = path[verb] as DocumentedOperation | undefined;
      const route = operation && routes.get(operation.operationId ?? '');
      if (!operation || !route) continue;
      completeOperation(operation, route);
      documentLocation(document, operation, { route, madeAt });
    }
  }
  document.components = {
    ...document.components,
    schemas: {
      ...withUnions(withOpenMembers(document.components?.schemas ?? {})),
      ...DRAWN_LIST_SCHEMAS,
      Problem: PROBLEM_SCHEMA,
    } as never,
  };
  return document;
}
