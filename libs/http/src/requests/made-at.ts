import { Injectable } from '@nestjs/common';
import { RouteTable, type Route } from '../access/route-table.js';
import type { ApiRequest } from './api-request.js';

const ITEM = /\/:\w+$/;
const CLONE = /\/:\w+\/clone$/;
/** Made, or begun to be. */
const MADE: ReadonlySet<number> = new Set([201, 202]);

/** Where a record that a request has made is read: what `Location` says of it. */
@Injectable()
export class MadeAt {
  private collections: ReadonlySet<string> | undefined;

  constructor(private readonly routes: RouteTable) {}

  /** Undefined where nothing was made, or what was made has no address of its own. */
  of({ method, url, routeOptions }: ApiRequest, status: number, body: unknown): string | undefined {
    if (!MADE.has(status) || method !== 'POST' || typeof body !== 'object' || body === null) return;
    const { id } = body as { readonly id?: unknown };
    const collection = collectionOf(routeOptions.url);
    if (typeof id !== 'string' || collection === undefined || !this.isRead(collection)) return;
    const path = url.split('?', 1)[0]?.split('/') ?? [];
    const parts = path.slice(0, collection.split('/').length);
    return [...parts, encodeURIComponent(id)].join('/');
  }

  /** Whether what a route makes is read one by one. */
  isNamed({ method, path }: Pick<Route, 'method' | 'path'>): boolean {
    const collection = collectionOf(path);
    return method === 'POST' && collection !== undefined && this.isRead(collection);
  }

  /** Whether items of it are read one by one. */
  private isRead(collection: string): boolean {
    this.collections ??= new Set(
      this.routes
        .all()
        .filter(({ method, path }) => method === 'GET' && ITEM.test(path))
        .map(({ path }) => path.replace(ITEM, '')),
    );
    return this.collections.has(collection);
  }
}

/** What a route adds to; a copy is made beside its original. */
function collectionOf(path: string | undefined): string | undefined {
  return path?.replace(CLONE, '');
}
