import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const LINE = /^((?:│ {3}| {4})*)(?:├── |└── )(.*?) \(([A-Z, ]+)\)$/;

/**
 * Every route the server itself would answer, as `GET /invoices/:id`: read from its own tree rather
 * than from the controllers, so that a route that was added past them is seen too.
 */
export function servedRoutes(app: NestFastifyApplication): string[] {
  const server = app.getHttpAdapter().getInstance() as unknown as {
    printRoutes(options: { commonPrefix: boolean }): string;
  };
  const above: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      const path = above.join('').replaceAll('//', '/');
      return methods.split(', ').map((method) => `${method} ${path}`);
    });
}
