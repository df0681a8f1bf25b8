/** The action of the role matrix that a route of a guarded resource needs, from method and template. */
export function deriveAction(method: string, template: string): string {
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
      return actionOfPost(template);
  }
}

function actionOfPost(template: string): string {
  const steps = template.split('/').filter(Boolean);
  const last = steps.at(-1);
  if (last === 'approve' || last === 'reject') return 'approve';
  const underRecord = steps.some((step) => step.startsWith(':'));
  return underRecord ? 'update' : 'create';
}
