import type { Route } from '@quittance/http/host';

/** A JSON Schema as OpenAPI 3.1 has it, as far as the documents of this product use it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** Of a list whose items are each judged for themselves. */
  readonly 'x-judged'?: boolean;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

export interface OpenApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { description?: string; content?: Content }>>;
  readonly security?: readonly object[];
  readonly 'x-problem-codes'?: readonly string[];
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** `/invoices/:id` as the document writes it. */
export function documentPath(template: string): string {
  return template.replace(/:(\w+)/g, '{$1}');
}

/** `POST /invoices/:id/send` */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

export function operationOf(document: OpenApi, { method, path }: Route): OpenApiOperation {
  const operation = document.paths[documentPath(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

/** The schema itself, with references followed and one-part unions opened. */
export function resolved(document: OpenApi, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    const target = document.components.schemas[name];
    if (!target) throw new Error(`${schema.$ref} leads nowhere`);
    return resolved(document, target);
  }
  const [only, ...more] = schema.allOf ?? [];
  return only && more.length === 0 && !schema.type ? resolved(document, only) : schema;
}

/** The parts a value must be one of: `anyOf` and `oneOf`, or the schema alone. */
export function alternatives(document: OpenApi, schema: Schema): Schema[] {
  const { anyOf, oneOf } = resolved(document, schema);
  const parts = anyOf ?? oneOf;
  return parts
    ? parts.flatMap((part) => alternatives(document, part))
    : [resolved(document, schema)];
}

export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** The schema of the JSON body a route takes; undefined when it takes none. */
export function bodySchema(document: OpenApi, operation: OpenApiOperation): Schema | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema && resolved(document, schema);
}
