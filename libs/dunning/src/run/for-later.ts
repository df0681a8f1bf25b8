/** The database is away or overloaded: that says nothing about an invoice. */
export function isForLater(error: unknown): boolean {
  return (error as { status?: unknown }).status === 503;
}
