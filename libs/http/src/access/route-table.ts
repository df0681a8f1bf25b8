import { Inject, Injectable, RequestMethod, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { BODY_RULE_MARK } from '../limits/limits.js';
import { policyOf, type RouteHandler, type RoutePolicy } from './route-policy.js';

/** One route of a host, as its controller states it. */
export interface Route {
  readonly method: string;
  /** `/invoices/:id/send` */
  readonly path: string;
  readonly controller: Type;
  readonly handler: RouteHandler;
  readonly policy: RoutePolicy;
  /** Whether the handler takes a body; one that does not refuses its members. */
  readonly takesBody: boolean;
}

/** `RouteParamtypes.BODY` and `RAW_BODY`, as the keys of a handler's arguments begin. */
const BODY_ARGUMENT = /^(3|12):/;

/** Nobody of a portal is let in by what is said of staff, nor the reverse. */
const SERVED: Readonly<Record<ApiSettings['host'], ReadonlySet<RoutePolicy['kind']>>> = {
  staff: new Set(['public', 'signed-in', 'grant', 'resource']),
  portal: new Set(['public', 'portal']),
};
const STATED = {
  staff: '@Resource nor @SignedInOnly nor @Public',
  portal: '@PortalRoute nor @Public',
} as const;

/** Every route of the host with who may call it; a route that says nothing stops the start. */
@Injectable()
export class RouteTable implements OnModuleInit {
  private readonly byController = new Map<object, Map<RouteHandler, Route>>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(API_SETTINGS) private readonly settings: Pick<ApiSettings, 'host'>,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      if (!instance || !metatype) continue;
      const prototype = Object.getPrototypeOf(instance) as object;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = (prototype as Record<string, RouteHandler>)[name];
        if (handler) this.add(metatype as Type, handler, name);
      }
    }
  }

  /** A handler may be inherited by several controllers, each with a mark of its own. */
  of(controller: object, handler: object): Route | undefined {
    return this.byController.get(controller)?.get(handler as RouteHandler);
  }

  all(): readonly Route[] {
    return [...this.byController.values()].flatMap((routes) => [...routes.values()]);
  }

  private add(controller: Type, handler: RouteHandler, name: string): void {
    const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (verb === undefined) return;
    const method = RequestMethod[verb];
    const [base, own] = [controller, handler].map((target) => {
      const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
      return [path].flat()[0] ?? '';
    });
    const path = `/${[base, own].join('/').split('/').filter(Boolean).join('/')}`;
    const policy = policyOf(controller, handler, method, path);
    if (!policy || !SERVED[this.settings.host].has(policy.kind)) {
      throw new Error(
        `${controller.name}.${name} (${method} ${path}) states neither ` +
          STATED[this.settings.host],
      );
    }
    const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as object | undefined;
    const takesBody =
      Reflect.hasMetadata(BODY_RULE_MARK, handler) ||
      Object.keys(args ?? {}).some((key) => BODY_ARGUMENT.test(key));
    const routes = this.byController.get(controller) ?? new Map<RouteHandler, Route>();
    routes.set(handler, { method, path, controller, handler, policy, takesBody });
    this.byController.set(controller, routes);
  }
}
