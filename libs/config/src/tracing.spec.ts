import { channel } from 'node:diagnostics_channel';
import { startTracing, type PackageLoader } from './tracing.js';

const ON = { otlpEndpoint: 'http://localhost:4318' };
const given = { ...process.env };

afterEach(() => {
  process.env = { ...given };
});

type Hook = (span: object, request: object) => void;

/** What the product hands to the packages of OpenTelemetry, and what it has them do. */
class StandIn {
  readonly done: string[] = [];
  options: { serviceName?: string } = {};
  followed: Record<string, Record<string, unknown>> = {};

  constructor(private readonly ends: () => Promise<void> = () => Promise.resolve()) {}

  readonly load: PackageLoader = async (name) => {
    this.done.push(`loaded ${name}`);
    const make = (options: StandIn['options']) => {
      this.options = options;
      return {
        start: () => this.done.push('started'),
        shutdown: () => {
          this.done.push('ended');
          return this.ends();
        },
      };
    };
    const getNodeAutoInstrumentations = (followed: StandIn['followed']) => {
      this.followed = followed;
      return [];
    };
    return {
      getNodeAutoInstrumentations,
      NodeSDK: class {
        constructor(options: StandIn['options']) {
          return make(options);
        }
      },
    };
  };

  hook(instrumentation: string, name: string): Hook {
    return this.followed[`@opentelemetry/instrumentation-${instrumentation}`]?.[name] as Hook;
  }
}

/** A span that keeps what it is told. */
class Kept {
  readonly told: Record<string, string> = {};
  setAttribute(name: string, value: string): void {
    this.told[name] = value;
  }
  updateName(name: string): void {
    this.told.name = name;
  }
}

function failing(code: string): PackageLoader {
  return () => Promise.reject(Object.assign(new Error('It cannot be loaded'), { code }));
}

describe('traces', () => {
  test('are not exported and cost nothing unless asked for', async () => {
    const standIn = new StandIn();
    const stop = await startTracing({ otlpEndpoint: null }, 'staff-api', standIn.load);
    await stop();
    expect(standIn.done).toEqual([]);
    expect(process.env.OTEL_METRICS_EXPORTER).toBeUndefined();
  });

  test('are exported in the name of the process, to the end', async () => {
    const standIn = new StandIn();
    const stop = await startTracing(ON, 'portal-api', standIn.load);
    expect(standIn.options.serviceName).toBe('quittance-portal-api');
    await stop();
    expect(standIn.done).toEqual([
      'loaded @opentelemetry/sdk-node',
      'loaded @opentelemetry/auto-instrumentations-node',
      'started',
      'ended',
    ]);
  });

  test('leave the other variables of the standard to the operator', async () => {
    Object.assign(process.env, { OTEL_SERVICE_NAME: 'billing', OTEL_METRICS_EXPORTER: 'otlp' });
    const standIn = new StandIn();
    await startTracing(ON, 'worker', standIn.load);
    expect(standIn.options.serviceName).toBe('billing');
    expect(process.env.OTEL_METRICS_EXPORTER).toBe('otlp');
    expect(process.env.OTEL_LOGS_EXPORTER).toBe('none');
  });

  test('that reach nobody in the end are let go', async () => {
    const standIn = new StandIn(() => Promise.reject(new Error('Nobody there')));
    const stop = await startTracing(ON, 'worker', standIn.load);
    await expect(stop()).resolves.toBeUndefined();
  });

  test.each(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'])(
    'that cannot be sent stop the start and say what to install (%s)',
    async (code) => {
      const start = startTracing(ON, 'staff-api', failing(code));
      await expect(start).rejects.toMatchObject({
        name: 'ConfigError',
        message: expect.stringMatching(
          new RegExp(
            '@opentelemetry/sdk-node is not installed\\. Run `npm install --no-save ' +
              '@opentelemetry/sdk-node@[\\d.]+ @opentelemetry/auto-instrumentations-node@[\\d.]+`',
          ),
        ),
      });
    },
  );

  test('fail as they do when a package is broken', async () => {
    const start = startTracing(ON, 'staff-api', failing('ERR_DLOPEN_FAILED'));
    await expect(start).rejects.toThrow('It cannot be loaded');
  });
});

describe('a span', () => {
  async function following(): Promise<StandIn> {
    const standIn = new StandIn();
    await startTracing(ON, 'staff-api', standIn.load);
    return standIn;
  }

  test('of a request holds no query', async () => {
    const hook = (await following()).hook('http', 'requestHook');
    const [searched, plain] = [new Kept(), new Kept()];
    hook(searched, { url: '/invoices?search=Acme', method: 'GET' });
    hook(plain, { url: '/invoices', method: 'GET' });
    expect([searched.told, plain.told]).toEqual([{ 'url.query': '…' }, {}]);
  });

  test.each([
    ['undici', { origin: 'https://a.example', path: '/hook?token=1', method: 'POST' }],
    ['http', { protocol: 'https:', host: 'a.example', path: '/hook?token=1', method: 'POST' }],
  ])('of a call by %s holds no query', async (way, request) => {
    const span = new Kept();
    (await following()).hook(way, 'requestHook')(span, request);
    expect(span.told).toEqual({ 'url.query': '…', 'url.full': 'https://a.example/hook' });
  });

  test('is named by its route', async () => {
    const hook = (await following()).hook('http', 'applyCustomAttributesOnSpan');
    const raw = { url: '/invoices/1', method: 'GET' };
    const [routed, refused] = [new Kept(), new Kept()];
    const route = { url: '/invoices/:id' };
    channel('tracing:fastify.request.handler:start').publish({ request: { raw }, route });
    hook(routed, raw);
    hook(refused, { url: '/nowhere', method: 'GET' });
    expect(routed.told).toEqual({ name: 'GET /invoices/:id', 'http.route': '/invoices/:id' });
    expect(refused.told).toEqual({});
  });

  test.each([
    ['/health/live', true],
    ['/health/ready?verbose=1', true],
    ['/metrics', true],
    ['/healthy', false],
    ['/invoices', false],
  ])('of %s is left out: %s', async (url, ignored) => {
    const hook = (await following()).hook('http', 'ignoreIncomingRequestHook') as unknown as (
      request: object,
    ) => boolean;
    expect(hook({ url })).toBe(ignored);
  });
});
