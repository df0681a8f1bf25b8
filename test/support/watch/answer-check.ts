import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RouteTable, openApiDocument, type HostName, type Route } from '@quittance/http/host';
import { schemaFaults } from './json-schema';
import { nameOf, operationOf, type OpenApi, type OpenApiOperation, type Schema } from './open-api';

/** What a host answered a request with. */
export interface SeenAnswer {
  readonly method: string;
  readonly status: number;
  /** Without its parameters; empty where there is no body. */
  readonly mediaType: string;
  readonly text: string;
  /** What was asked beside the path. */
  readonly query?: string;
}

/** A route with its part of the document. */
export interface Documented {
  readonly route: Route;
  readonly operation: OpenApiOperation;
}

/** The document of a host, as answers are held against it. */
export class DocumentedRoutes {
  private readonly byShape = new Map<string, { parts: readonly string[]; found: Documented }[]>();

  constructor(
    readonly document: OpenApi,
    routes: readonly Route[],
  ) {
    for (const route of routes) {
      const parts = route.path.split('/');
      const shape = `${route.method} ${parts.length}`;
      const same = this.byShape.get(shape) ?? [];
      same.push({ parts, found: { route, operation: operationOf(document, route) } });
      this.byShape.set(shape, same);
    }
    // What is said word by word goes before a parameter, as in the router.
    for (const same of this.byShape.values()) same.sort((a, b) => byWords(a.parts, b.parts));
  }

  /** The route that a request meets; undefined where none is served. */
  at(method: string, path: string): Documented | undefined {
    const steps = path.split('/');
    const same = this.byShape.get(`${method} ${steps.length}`) ?? [];
    const fits = (part: string, i: number) => part === steps[i] || isFilled(part, steps[i]);
    return same.find(({ parts }) => parts.every(fits))?.found;
  }

  /** Everything about an answer that the document does not tell. */
  faultsOf(answer: SeenAnswer, found: Documented | undefined): readonly string[] {
    const { method, status, mediaType, text, query = '' } = answer;
    const stated = found?.operation.responses[String(status)];
    if (found && !stated) return ['has no such status'];
    // A HEAD and a 304 say no more; nor does a path that is not served, but that it is not.
    if (method === 'HEAD' || mediaType === '') return [];
    if (mediaType === PROBLEM) return this.problemFaults(text, found);
    const { content } = stated ?? {};
    const schema = (content?.[mediaType] ?? content?.['*/*'])?.schema;
    if (!schema) return [`is answered as ${mediaType}`];
    return mediaType === 'application/json'
      ? schemaFaults(this.document, DRAWN.test(query) ? schema : plainOf(schema), JSON.parse(text))
      : [];
  }

  private problemFaults(text: string, found: Documented | undefined): readonly string[] {
    const problem = JSON.parse(text) as { code: string };
    const { Problem = {} } = this.document.components.schemas;
    const codes = found?.operation['x-problem-codes'] ?? [problem.code];
    const unknown = codes.includes(problem.code) ? [] : [`has no code ${problem.code}`];
    return [...schemaFaults(this.document, Problem, problem), ...unknown];
  }
}

/** Asks a list for other rows than its own. */
const DRAWN = /(^|&)(fields|display|view|groupBy)=/;

const plain = new WeakMap<Schema, Schema>();

/** Of a list without what it answers only where it is asked for it, which lets most things pass. */
function plainOf(schema: Schema): Schema {
  const { anyOf } = schema;
  if (!anyOf) return schema;
  let made = plain.get(schema);
  if (!made) {
    const own = anyOf.filter(({ $ref = '' }) => !/\/(DrawnRows|ListGroups)$/.test($ref));
    made = { ...schema, anyOf: own };
    plain.set(schema, made);
  }
  return made;
}

const PROBLEM = 'application/problem+json';

const isParameter = (part = '') => part.startsWith(':');
const isFilled = (part: string, step = '') => isParameter(part) && step !== '';

function byWords(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, i) => isParameter(part) !== isParameter(b[i]));
  return at < 0 ? 0 : isParameter(a[at]) ? 1 : -1;
}

const made = new Map<string, DocumentedRoutes>();

/** Made once for all apps of a worker that serve the same routes: it takes about a second. */
export function documentedRoutes(app: NestFastifyApplication, host: HostName): DocumentedRoutes {
  const routes = app.get(RouteTable).all();
  const key = `${host} ${routes.map(nameOf).join()}`;
  const found = made.get(key);
  if (found) return found;
  const document = openApiDocument(app, { host, publicUrl: 'http://test.invalid' });
  // As it is read over the wire: without what is undefined.
  const wired = JSON.parse(JSON.stringify(document)) as OpenApi;
  const documented = new DocumentedRoutes(wired, routes);
  made.set(key, documented);
  return documented;
}
