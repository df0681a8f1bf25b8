import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

interface Pattern {
  readonly matches: RegExp;
  readonly methods: Set<string>;
}

/** Which methods each path answers to: only asked when a request found no route. */
@Injectable()
export class RouteMethods {
  private readonly patterns = new Map<string, Pattern>();

  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }) => {
      // The CORS plug-in answers OPTIONS everywhere, which makes nothing a path of ours.
      if (url === '*') return;
      const pattern = this.patterns.get(url) ?? { matches: expressionOf(url), methods: new Set() };
      for (const each of [method].flat()) pattern.methods.add(each.toUpperCase());
      this.patterns.set(url, pattern);
    });
  }

  /** The other methods of a path, sorted; none when nothing is served there. */
  besides(method: string, path: string): string[] {
    const methods = new Set<string>();
    for (const pattern of this.patterns.values()) {
      if (pattern.matches.test(path)) pattern.methods.forEach((each) => methods.add(each));
    }
    return methods.has(method) ? [] : [...methods].sort();
  }
}

function expressionOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
