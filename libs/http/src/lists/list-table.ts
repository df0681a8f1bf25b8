import { Injectable } from '@nestjs/common';
import type { ListField } from '@quittance/lists';
import { RouteTable, type Route } from '../access/route-table.js';
import { listOf } from '../docs/marks.js';

/** A list of this host, as its route states it. */
export interface RoutedList {
  /** Its address without the first slash and without ids: `pricebooks/entries`. */
  readonly path: string;
  /** The row of the role matrix; null when every user may see it. */
  readonly resource: string | null;
  readonly fields: Readonly<Record<string, ListField>>;
  readonly columns: readonly string[];
}

/** The lists that the host's routes answer, by their address. */
@Injectable()
export class ListTable {
  constructor(private readonly routes: RouteTable) {}

  /**
   * `path` is the address without the first slash; parameters that are ids are left out, others
   * stand as they are: `pricebooks/entries`, `masters/country`.
   */
  find(path: string): RoutedList | undefined {
    for (const route of this.routes.all()) {
      const definition = route.method === 'GET' ? listOf(route.handler) : undefined;
      const parameters = definition && match(route.path, path);
      if (!parameters) continue;
      const { fields, columns = Object.keys(definition.fields) } = definition;
      return { path, resource: resourceOfList(route, parameters), fields, columns };
    }
    return undefined;
  }
}

function resourceOfList({ policy }: Route, parameters: Readonly<Record<string, string>>) {
  if (policy.kind !== 'resource') return null;
  return policy.resource.replace(/:(\w+)/, (_, name: string) => parameters[name] ?? '');
}

/** The parameters of a template that a path fits; ids may be left out. */
function match(template: string, path: string): Record<string, string> | undefined {
  const given = path.split('/');
  const parameters: Record<string, string> = {};
  for (const step of template.split('/').filter(Boolean)) {
    if (!step.startsWith(':')) {
      if (given.shift() !== step) return undefined;
    } else if (!/id$/i.test(step)) {
      parameters[step.slice(1)] = given.shift() ?? '';
    }
  }
  return given.length === 0 && Object.values(parameters).every(Boolean) ? parameters : undefined;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How the list at an address is named: the address without its first slash, ids and query. */
export function listAt(url: string): string {
  const [address = ''] = url.split('?', 1);
  return address
    .split('/')
    .filter((step) => step !== '' && !ID.test(step))
    .join('/');
}
