import type { OpenAPIObject } from '@nestjs/swagger';
import type { Route } from '../access/route-table.js';
import type { MadeAt } from '../requests/made-at.js';
import type { DocumentedOperation } from './complete-operation.js';

const LOCATION = {
  description: 'Where what was made is read.',
  schema: { type: 'string', format: 'uri-reference' },
} as const;

/** Says of the answers that make something that they name where it is read. */
export function documentLocation(
  document: OpenAPIObject,
  operation: DocumentedOperation,
  { route, madeAt }: { readonly route: Route; readonly madeAt: Pick<MadeAt, 'isNamed'> },
): void {
  if (!madeAt.isNamed(route)) return;
  for (const status of ['201', '202']) {
    const response = operation.responses[status];
    if (response && hasId(document, response.content)) {
      response.headers = { ...response.headers, Location: LOCATION };
    }
  }
}

/** Whether every record that an answer shows has an id. */
function hasId({ components }: OpenAPIObject, content: object | undefined): boolean {
  const json = (content as Record<string, { schema?: { $ref?: string } }> | undefined)?.[
    'application/json'
  ];
  const name = json?.schema?.$ref?.split('/').at(-1) ?? '';
  const schema = components?.schemas?.[name] as { properties?: object } | undefined;
  return schema?.properties !== undefined && 'id' in schema.properties;
}
