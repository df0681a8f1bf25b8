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

/** A query without the parameters that are read by `ListParams`. */
export function withoutListParameters(query: object): object {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !LIST_PARAMETERS.includes(name)),
  );
}
