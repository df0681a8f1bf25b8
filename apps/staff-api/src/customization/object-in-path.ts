import { isStorableText } from '@quittance/lists';
import { notFound } from '@quittance/kernel';

/**
 * The API name of an object out of a path or a query, fit to be asked for.
 * @throws DomainError not_found for what cannot be the name of anything
 */
export function objectName(text: string): string {
  if (text.length > 200 || !isStorableText(text)) throw notFound({ object: 'object' });
  return text;
}
