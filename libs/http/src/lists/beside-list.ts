/** The parameters that every list takes, beside those of its endpoint. */
export const LIST_PARAMETERS: readonly string[] = [
  'page',
  'pageSize',
  'cursor',
  'sort',
  'filter',
  'search',
  'view',
  'fields',
  'display',
  'groupBy',
  'aggregate',
];

/**
 * What a query of an endpoint's own extends where it stands beside `@ListParams`: the parameters of
 * the list are none of its members, and are not refused for that. `ListParams` refuses the rest.
 */
export abstract class BesideList {}

/** What `ListParams` reads besides where a list is downloaded, or a record of it looked up. */
export const EXPORT_PARAMETERS = [
  'filter',
  'sort',
  'search',
  'view',
  'fields',
  'format',
  'decimal',
  'dates',
] as const;
export const LINES_PARAMETERS = ['filter', 'sort', 'search', 'format', 'decimal', 'dates'] as const;
export const LOOKUP_PARAMETERS = ['q', 'pageSize', 'for', 'accountId'] as const;

const READ_BESIDE: ReadonlySet<string> = new Set([
  ...LIST_PARAMETERS,
  ...EXPORT_PARAMETERS,
  ...LOOKUP_PARAMETERS,
]);

/** A query without the parameters that are read by `ListParams` and are no member of its own. */
export function withoutListParameters(query: object, own: ReadonlySet<string>): object {
  const isOwn = ([name]: [string, unknown]) => own.has(name) || !READ_BESIDE.has(name);
  return Object.fromEntries(Object.entries(query).filter(isOwn));
}
