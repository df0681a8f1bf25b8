import { DomainError, type FieldError } from '@quittance/kernel';

/** A refusal that points at the lines of one list, pointed at their places in another. */
export function withPlaces(error: unknown, places: readonly number[]): unknown {
  return withPointers(error, (pointer) =>
    pointer.replace(/^\/lines\/(\d+)/, (_, at: string) => `/lines/${places[Number(at)] ?? at}`),
  );
}

/**
 * Lines that documents say beside what is sold stand behind that, in the order they are said.
 * @param indexes of the adjustment that has made each of them
 */
export function pointedAtAdjustments(
  error: unknown,
  sold: number,
  indexes: readonly (number | null)[],
): unknown {
  return withPointers(error, (pointer) =>
    pointer.replace(/^\/lines\/(\d+)/, (whole, at: string) => {
      const index = indexes[Number(at) - sold] ?? null;
      return index === null ? whole : `/adjustments/${index}`;
    }),
  );
}

/** Pricing points at a line of the document, but the request's body is that line itself. */
export function pointedIntoBody(error: unknown, about: number | null): unknown {
  if (about === null) return error;
  const prefix = `/lines/${about}/`;
  return withPointers(error, (pointer) =>
    pointer.startsWith(prefix) ? pointer.slice(prefix.length - 1) : pointer,
  );
}

function withPointers(error: unknown, moved: (pointer: string) => string): unknown {
  if (!(error instanceof DomainError)) return error;
  const errors = error.options.errors?.map((each): FieldError => {
    return each.pointer === undefined ? each : { ...each, pointer: moved(each.pointer) };
  });
  return new DomainError(error.problem, error.params, {
    ...error.options,
    ...(errors && { errors }),
  });
}
