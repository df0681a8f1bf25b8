/**
 * The action of the role matrix that a route of a guarded resource needs, from method and template.
 * Parameters that name a collection are no records: `POST /masters/:type` makes one.
 */
export function deriveAction(
  method: string,
  template: string,
  collections: readonly string[] = [],
): string {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return 'view';
    case 'PUT':
    case 'PATCH':
      return 'update';
    case 'DELETE':
      return 'delete';
    default:
      return actionOfPost(template, collections);
  }
}

function actionOfPost(template: string, collections: readonly string[]): string {
  const steps = template.split('/').filter(Boolean);
  const last = steps.at(-1);
  if (last === 'approve' || last === 'reject') return 'approve';
  const underRecord = steps.some(
    (step) => step.startsWith(':') && !collections.includes(step.slice(1)),
  );
  return underRecord ? 'update' : 'create';
}
