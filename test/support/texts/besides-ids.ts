/**
 * What is told besides ids and instants, as text: either may hold any digits by chance, so a text
 * that holds them says nothing about whether a number is told.
 */
export function besidesIds(told: unknown): string {
  const text = typeof told === 'string' ? told : (JSON.stringify(told) ?? '');
  return text
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '<id>')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, '<instant>');
}
