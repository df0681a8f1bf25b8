import type { TargetOf } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import { POINTED_BY_NAME } from '@quittance/lists';
import type { CompanyModel, CompanyModels } from '@quittance/metadata';

/** What fields point at that every record has, or that lists have which are of no object. */
const USUAL: Readonly<Record<string, string | undefined>> = {
  ...POINTED_BY_NAME,
  createdBy: 'user',
  ownerId: 'user',
  pipelineId: 'pipeline',
  roleId: 'role',
  updatedBy: 'user',
  userId: 'user',
};
/** `owner.id` is `ownerId`; the actor's own is named by `$User`. */
const OF_ID: Readonly<Record<string, string | undefined>> = {
  owner: 'user',
  pipeline: 'pipeline',
  role: 'role',
  stage: 'stage',
  $User: 'user',
};

/** What fields point at in a company; its model is read when the first of them is asked for. */
export function targetsIn(tx: Tx, models: CompanyModels): TargetOf {
  let reading: Promise<CompanyModel> | null = null;
  return async ({ object, field }) => {
    reading ??= models.of(tx);
    const path = field.split('.');
    const last = path.at(-1) ?? '';
    const found = object === null ? undefined : inModel(await reading, object, path);
    if (found !== undefined) return found;
    const owner = path.at(-2);
    return last === 'id' && owner !== undefined ? own(OF_ID, owner) : own(USUAL, last);
  };
}

function inModel(model: CompanyModel, object: string, path: readonly string[]) {
  return path.reduce<string | undefined>(
    (at, name) => (at === undefined ? undefined : targetOfField(model, at, name)),
    object,
  );
}

function targetOfField({ objects }: CompanyModel, object: string, name: string) {
  const fields = objects.get(object)?.fields;
  const field = fields?.get(name) ?? fields?.get(`${name}Id`);
  return field && (field.settings.target ?? own(USUAL, field.name));
}

const own = (of: typeof USUAL, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);
