/**
 * Says that the database is away or overloaded, as a refusal with the status 503 does: that tells
 * nothing about a record, and whoever works through many stops and tries again later.
 */
export function isForLater(error: unknown): boolean {
  return (error as { status?: unknown } | null | undefined)?.status === 503;
}
