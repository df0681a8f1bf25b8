/** The `ETag` of a record's body: its integer `version`. */
export function etagOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { version } = body as { version?: unknown };
  return Number.isInteger(version) ? `"${version as number}"` : undefined;
}
