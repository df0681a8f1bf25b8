/** What a list answers beside its pages, at an address below its own. */
export type BesideRoute = 'export' | 'lookup';

export const BESIDE_MARK = 'quittance:beside-list';

/** Which of them a handler is; undefined of every other. */
export function besideRouteOf(handler: object): BesideRoute | undefined {
  return Reflect.getMetadata(BESIDE_MARK, handler) as BesideRoute | undefined;
}
