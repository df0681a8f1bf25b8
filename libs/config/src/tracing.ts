import { subscribe } from 'node:diagnostics_channel';
import { ConfigError, type Config, type ProcessName } from './config.js';

const SDK = '@opentelemetry/sdk-node';
const INSTRUMENTATIONS = '@opentelemetry/auto-instrumentations-node';
/** The versions this release was tried with; later ones may need a later Node. */
const INSTALL = `npm install --no-save ${SDK}@0.223.0 ${INSTRUMENTATIONS}@0.81.2`;

/** Who asks whether the host is well says nothing about its work. */
const ROUTINE = /^\/(?:health|metrics)(?:[/?]|$)/;

interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

interface SdkModule {
  readonly NodeSDK: new (options: object) => Sdk;
}

interface InstrumentationsModule {
  getNodeAutoInstrumentations(options: object): unknown;
}

interface Span {
  setAttribute(name: string, value: string): void;
  updateName(name: string): void;
}

/** A request as it comes in, or as it is sent by one of two ways. */
interface TracedRequest {
  readonly url?: string;
  readonly path?: string;
  readonly origin?: string;
  readonly protocol?: string;
  readonly host?: string;
  readonly method?: string;
}

/** What the web framework says on its channel when a route begins. */
interface RouteBegins {
  readonly request: { readonly raw: object };
  readonly route: { readonly url: string };
}

/** Loads a package that is installed beside the product, or is not. */
export type PackageLoader = (name: string) => Promise<unknown>;

/** Sends what is still held and ends the export. */
export type StopTracing = () => Promise<void>;

/** What the main file of a process hands to its work. */
export interface ProcessLife {
  /** Called when all that the process is made of is loaded, before it begins to work. */
  readonly loaded: () => void;
  /** When the work is done, before the process ends. */
  readonly afterwards: StopTracing;
}

const loadPackage: PackageLoader = (name) => import(name);

/**
 * Exports traces when OTEL_EXPORTER_OTLP_ENDPOINT asks for it; without it nothing is loaded. The
 * other `OTEL_…` variables hold as the standard has them. Only what is loaded afterwards is
 * followed.
 * @throws ConfigError when the packages are not installed
 */
export async function startTracing(
  { otlpEndpoint }: Pick<Config, 'otlpEndpoint'>,
  processName: ProcessName,
  load: PackageLoader = loadPackage,
): Promise<StopTracing> {
  if (otlpEndpoint === null) return () => Promise.resolve();
  const { NodeSDK } = (await installed(SDK, load)) as SdkModule;
  const { getNodeAutoInstrumentations } = (await installed(
    INSTRUMENTATIONS,
    load,
  )) as InstrumentationsModule;
  // Figures are at /metrics and logs on standard output: neither is sent unless asked for.
  process.env.OTEL_METRICS_EXPORTER ??= 'none';
  process.env.OTEL_LOGS_EXPORTER ??= 'none';
  const sdk = new NodeSDK({
    serviceName: process.env.OTEL_SERVICE_NAME ?? `quittance-${processName}`,
    instrumentations: [getNodeAutoInstrumentations(FOLLOWED)],
  });
  sdk.start();
  subscribe('tracing:fastify.request.handler:start', noteRoute);
  // Traces that reach nobody are no reason to end badly.
  return () => sdk.shutdown().catch(() => undefined);
}

const FOLLOWED = {
  '@opentelemetry/instrumentation-http': {
    ignoreIncomingRequestHook: ({ url = '' }: TracedRequest) => ROUTINE.test(url),
    requestHook: leaveOutQuery,
    applyCustomAttributesOnSpan: nameByRoute,
  },
  '@opentelemetry/instrumentation-undici': { requestHook: leaveOutQuery },
  // Only what a request asks: the worker looks for work many times a minute.
  '@opentelemetry/instrumentation-pg': { requireParentSpan: true },
  '@opentelemetry/instrumentation-net': { enabled: false },
  '@opentelemetry/instrumentation-dns': { enabled: false },
};

const routes = new WeakMap<object, string>();

function noteRoute(message: unknown): void {
  const { request, route } = message as RouteBegins;
  routes.set(request.raw, route.url);
}

/** `GET /invoices/:id`, as in the metrics and the log. */
function nameByRoute(span: Span, request: TracedRequest): void {
  const route = routes.get(request);
  if (route === undefined) return;
  span.updateName(`${request.method} ${route}`);
  span.setAttribute('http.route', route);
}

/**
 * A query holds what somebody searches for, and the addresses of others may hold a secret there.
 */
function leaveOutQuery(span: Span, request: TracedRequest): void {
  const { url, path = url, origin = `${request.protocol}//${request.host}` } = request;
  const end = path?.indexOf('?') ?? -1;
  if (!path || end < 0) return;
  const bare = path.slice(0, end);
  span.setAttribute('url.query', '…');
  if (url === undefined) span.setAttribute('url.full', `${origin}${bare}`);
}

async function installed(name: string, load: PackageLoader): Promise<unknown> {
  try {
    return await load(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new ConfigError([
      `OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, but ${name} is not installed. Run ` +
        `\`${INSTALL}\` in the directory of Quittance, or leave the variable unset`,
    ]);
  }
}
