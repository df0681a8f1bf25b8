import type { ConfigurationStore, ConfigurationState } from '@quittance/configuration';
import type { Tx } from '@quittance/database';
import type { CompanyModel, CompanyModels } from '@quittance/metadata';
import { formWasPublished } from '../customization.errors.js';
import { requireRightsOfForm } from '../forms/form-rights.js';
import type { FormId } from '../forms/form.js';
import type { Form } from '../forms/form.entity.js';
import { formRows, frozenDefinition, latestVersion } from '../forms/form.repository.js';
import { layoutRows } from '../layouts/layout.repository.js';
import { NOBODY } from '../views/stored-view.js';
import type { View } from '../views/view.entity.js';
import { viewRows } from '../views/view.repository.js';

export const layoutStore: ConfigurationStore = {
  kind: 'layout',
  read: (tx, id) => layoutRows.read(tx, id),
  restore: (tx, id, state) => layoutRows.restore(tx, id, state),
};

function viewStore(kind: View['kind']): ConfigurationStore {
  return {
    kind,
    read: (tx, id) => viewRows.read(tx, id),
    restore: (tx, id, state) =>
      viewRows.restore(tx, id, state, { ownerId: null, visibility: 'public', sharedWith: NOBODY }),
  };
}

export const listViewStore = viewStore('list_view');
export const savedViewStore = viewStore('view');

type FormState = Pick<Form, 'definition' | 'publishedVersion'>;

/** Versions that were frozen stay: submissions name them. */
const formStore = (models: CompanyModels): ConfigurationStore => ({
  kind: 'form',
  read: (tx, id) => formRows.read(tx, id),
  async restore(tx, id, state) {
    const there = state ? undefined : await formRows.maybeLocked(tx, id);
    if (there && (await latestVersion(tx, id)) > 0) throw formWasPublished({ name: there.name });
    if (state) await requireRightsOfState(tx, await models.of(tx), id, state);
    await formRows.restore(tx, id, state, { publicHash: null });
  },
});

/** Of the draft that comes back, and of the version that is published again. */
async function requireRightsOfState(
  tx: Tx,
  model: CompanyModel,
  id: string,
  state: ConfigurationState,
): Promise<void> {
  const { definition, publishedVersion } = state as unknown as FormState;
  requireRightsOfForm(tx.ctx, model, definition);
  if (publishedVersion === 0) return;
  const published = await frozenDefinition(tx, id as FormId, publishedVersion);
  requireRightsOfForm(tx.ctx, model, published);
}

export const ownStores = (models: CompanyModels): readonly ConfigurationStore[] => [
  layoutStore,
  listViewStore,
  savedViewStore,
  formStore(models),
];
