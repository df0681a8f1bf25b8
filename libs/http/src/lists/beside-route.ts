import { SetMetadata } from '@nestjs/common';

/** What a list answers beside its pages, at an address below its own. */
export type BesideRoute = 'export' | 'export/lines' | 'lookup';

export const BESIDE_MARK = 'quittance:beside-list';
const LINES_MARK = 'quittance:list-with-lines';

/**
 * Of the handler of a list of documents: they are downloaded with their lines too, as a file that
 * an import takes back. It is then called with `withLines`.
 */
export const ExportsLines = (): MethodDecorator => SetMetadata(LINES_MARK, true);

/** Whether a list says so. */
export function exportsLines(handler: object): boolean {
  return Reflect.hasMetadata(LINES_MARK, handler);
}

/** Which of them a handler is; undefined of every other. */
export function besideRouteOf(handler: object): BesideRoute | undefined {
  return Reflect.getMetadata(BESIDE_MARK, handler) as BesideRoute | undefined;
}
