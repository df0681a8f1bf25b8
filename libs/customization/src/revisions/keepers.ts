import type { ConfigurationKeeper } from '@quittance/company';
import { formWasPublished } from '../customization.errors.js';
import { formRows, latestVersion } from '../forms/form.repository.js';
import { layoutRows } from '../layouts/layout.repository.js';
import { NOBODY, type View } from '../views/stored-view.js';
import { viewRows } from '../views/view.repository.js';

export const layoutKeeper: ConfigurationKeeper = {
  kind: 'layout',
  read: (tx, id) => layoutRows.read(tx, id),
  restore: (tx, id, state) => layoutRows.restore(tx, id, state),
};

function viewKeeper(kind: View['kind']): ConfigurationKeeper {
  return {
    kind,
    read: (tx, id) => viewRows.read(tx, id),
    restore: (tx, id, state) =>
      viewRows.restore(tx, id, state, { ownerId: null, visibility: 'public', sharedWith: NOBODY }),
  };
}

export const listViewKeeper = viewKeeper('list_view');
export const savedViewKeeper = viewKeeper('view');

/** Versions that were frozen stay: submissions name them. */
export const formKeeper: ConfigurationKeeper = {
  kind: 'form',
  read: (tx, id) => formRows.read(tx, id),
  async restore(tx, id, state) {
    const there = state ? undefined : await formRows.maybeLocked(tx, id);
    if (there && (await latestVersion(tx, id)) > 0) throw formWasPublished({ name: there.name });
    await formRows.restore(tx, id, state, { publicHash: null });
  },
};

export const ownKeepers: readonly ConfigurationKeeper[] = [
  layoutKeeper,
  listViewKeeper,
  savedViewKeeper,
  formKeeper,
];
