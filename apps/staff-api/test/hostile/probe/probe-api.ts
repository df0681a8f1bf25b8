import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  CreateApiKey,
  CreateRole,
  CreateUser,
  type ApiKeyId,
  type Matrix,
  type RoleId,
} from '@quittance/access/host';
import { keyRing } from '@quittance/config';
import { CustomizationModule } from '@quittance/customization';
import { DatabaseModule } from '@quittance/database/host';
import { createApi, createLogger, type ApiSettings } from '@quittance/http/host';
import { AccessTokens } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { newId, type Ctx, type SessionId } from '@quittance/kernel';
import { Writable } from 'node:stream';
import { allEntities, allMigrations } from '../../../../cli/src/assembly.js';
import type { TestDatabase } from '../../../../../test/support/test-database.js';
import { ProbeModule } from './probe.controller.js';

@Module({})
class HostModule {
  static on(url: string, controllers: Type): DynamicModule {
    const connection = { url, poolSize: 8, applicationName: 'probe-api' };
    return {
      module: HostModule,
      imports: [
        DatabaseModule.forRoot(connection, allEntities),
        // Lists reach what records point at, which companies define.
        CustomizationModule,
        controllers,
      ],
    };
  }
}

export interface ProbeApi {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly logged: string[];
  close(): Promise<void>;
}

/** A listening host of routes that exist for their conventions only. */
export async function startProbeApi(
  t: TestDatabase,
  settings: Partial<ApiSettings> = {},
  controllers: Type = ProbeModule,
): Promise<ProbeApi> {
  const logged: string[] = [];
  const memory = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      done();
    },
  });
  const app = await createApi({
    module: HostModule.on(t.url, controllers),
    logger: createLogger('info', 'probe', memory),
    settings: {
      host: 'staff',
      clock: t.clock,
      logLevel: 'info',
      tokenSecret: 'a secret of the probe, long enough for anybody',
      secretsKeys: keyRing([{ id: 'probe', key: Buffer.alloc(32, 7) }]),
      trustProxy: false,
      corsOrigins: ['https://app.example.com'],
      publicUrl: 'http://localhost:3000',
      metricsToken: null,
      requestsPerMinute: 100_000,
      requestsPerSession: settings.requestsPerMinute ?? 100_000,
      signInsPerMinute: 3,
      linksPerMinute: 100_000,
      migrations: allMigrations,
      ...settings,
    },
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return { app, url: `http://127.0.0.1:${port}`, logged, close: () => app.close() };
}

/** Somebody who may do this and nothing else. */
export interface Member {
  readonly userId: string;
  readonly sessionId: SessionId;
  readonly token: string;
  readonly key: string;
  readonly keyId: ApiKeyId;
  readonly roleId: RoleId;
}

export async function aMember(
  api: ProbeApi,
  t: TestDatabase,
  ctx: Ctx,
  matrix: Matrix,
): Promise<Member> {
  const role = await new CreateRole(t.db).execute(ctx, { name: `Role ${newId()}`, matrix });
  const email = `member-${newId()}@example.com`;
  const user = await new CreateUser(t.db).execute(ctx, { email, name: 'M', roleIds: [role.id] });
  const given = { name: 'Key', roleId: role.id };
  const { key, id: keyId } = await new CreateApiKey(t.db).execute(ctx, given);
  const { sessionId } = await t.db.write(ctx, (tx) => startSession(tx, user.id));
  const { companyId } = ctx;
  const holder = { id: user.id, companyId, sessionId, audience: 'staff' as const };
  const token = api.app.get(AccessTokens, { strict: false }).sign(holder, t.clock.now());
  return { userId: user.id, sessionId, token, key, keyId, roleId: role.id };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Record<string, unknown>;
}

interface Sent {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Sent as JSON; texts and bytes as they are. */
  readonly body?: unknown;
}

/** One request, its answer read to the end. */
export async function send(api: ProbeApi, path: string, sent: Sent = {}): Promise<Answer> {
  const { token, body } = sent;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await fetch(`${api.url}${path}`, {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body === undefined
      ? {}
      : { body: (raw ? body : JSON.stringify(body)) as RequestInit['body'] }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
