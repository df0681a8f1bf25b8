import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AccessModule } from '@quittance/access';
import { AuditModule } from '@quittance/audit';
import { ListMemoryModule } from '@quittance/customization';
import { TokensModule } from '@quittance/identity';
import { MetadataModule } from '@quittance/metadata';
import { PortalActorsModule } from '@quittance/portal';
import { AccessGuard } from './access/access.guard.js';
import { Actors } from './access/actors.js';
import { KnownCredentials } from './access/known-credentials.js';
import { RefusalLog } from './access/refusal-log.js';
import { FieldGuard } from './fields/field.guard.js';
import { KeptGuard } from './fields/kept.guard.js';
import { RecordGuard } from './access/record.guard.js';
import { RouteTable } from './access/route-table.js';
import { PortalActors } from './access/portal-actors.js';
import { StaffActors } from './access/staff-actors.js';
import { TokenStrategy } from './access/token.strategy.js';
import { API_SETTINGS, CLOCK, type ApiSettings } from './api-settings.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { AnswerBox } from './idempotency/answer-box.js';
import { MadeAt } from './requests/made-at.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { IdempotencyOutcome } from './idempotency/idempotency-outcome.js';
import { IdempotencyGuard } from './idempotency/idempotency.guard.js';
import { InputPipe } from './input/input.pipe.js';
import { Admission } from './limits/admission.js';
import { BodyGuard } from './limits/body.guard.js';
import { KeyedLimits } from './limits/keyed-limits.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import { RateWindows } from './limits/rate-windows.js';
import { DocumentFiles } from './lists/document-files.js';
import { ListStorage } from './lists/list-storage.js';
import { ListTable } from './lists/list-table.js';
import { Lists } from './lists/lists.js';
import { PointedRows, StaffPointedRows } from './lists/pointed-rows.js';
import { PortalPointedRows } from './lists/portal-pointed-rows.js';
import { NoViews, StaffViews, StoredViews } from './lists/stored-views.js';
import { LOGGER, type Logger } from './logging/logger.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ReportQuarantines } from './metrics/report-quarantines.js';
import { WatchBacklog } from './metrics/watch-backlog.js';
import { WatchBooks } from './metrics/watch-books.js';
import { WatchResources } from './metrics/watch-resources.js';
import { WatchStandstills } from './metrics/watch-standstills.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { RouteMethods } from './requests/route-methods.js';

const MINUTE = 60_000;

/** Each of them stands before what comes after it. */
const GUARDS = [
  RateLimitGuard,
  AccessGuard,
  BodyGuard,
  KeptGuard,
  IdempotencyGuard,
  RecordGuard,
  FieldGuard,
];

/**
 * What is made before the application: the log and the table of methods watch it from the start.
 */
export interface HttpParts {
  readonly logger: Logger;
  readonly routes: RouteMethods;
}

/** What keeps answers under the keys of requests. */
const KEPT_ANSWERS = [AnswerBox, IdempotencyKeys, IdempotencyOutcome, MadeAt];

/** The conventions of a host, around the module that holds its controllers. */
@Global()
@Module({})
export class HttpModule {
  static around(
    host: Type | DynamicModule,
    settings: ApiSettings,
    { logger, routes }: HttpParts,
  ): DynamicModule {
    const limit = { ttl: MINUTE, limit: settings.signInsPerMinute };
    const staff = settings.host === 'staff';
    return {
      module: HttpModule,
      imports: [
        DiscoveryModule,
        AuditModule,
        TokensModule.forHost({ host: settings.host, secret: settings.tokenSecret }),
        ThrottlerModule.forRoot({ throttlers: [limit], storage: new RateWindows() }),
        ...(staff ? [AccessModule, ListMemoryModule, MetadataModule] : [PortalActorsModule]),
        host,
      ],
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: API_SETTINGS, useValue: settings },
        { provide: CLOCK, useValue: settings.clock },
        { provide: LOGGER, useValue: logger },
        { provide: RouteMethods, useValue: routes },
        { provide: Actors, useClass: staff ? StaffActors : PortalActors },
        { provide: StoredViews, useClass: staff ? StaffViews : NoViews },
        ...(staff
          ? [{ provide: PointedRows, useClass: StaffPointedRows }]
          : [PortalPointedRows, { provide: PointedRows, useExisting: PortalPointedRows }]),
        Admission,
        DocumentFiles,
        ...KEPT_ANSWERS,
        KeyedLimits,
        KnownCredentials,
        ListStorage,
        ListTable,
        Lists,
        Metrics,
        Readiness,
        RefusalLog,
        RouteTable,
        ReportQuarantines,
        TokenStrategy,
        WatchBacklog,
        WatchBooks,
        WatchResources,
        WatchStandstills,
        ...GUARDS.map((useClass) => ({ provide: APP_GUARD, useClass })),
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
      exports: [
        API_SETTINGS,
        Actors,
        Admission,
        CLOCK,
        DocumentFiles,
        IdempotencyKeys,
        KeyedLimits,
        LOGGER,
        ListTable,
        Lists,
        Metrics,
        RefusalLog,
        RouteMethods,
        RouteTable,
        ...(staff ? [] : [PortalPointedRows]),
      ],
    };
  }
}
