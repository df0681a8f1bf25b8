import type { ConfigurationKeeper, ConfigurationState } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { asId } from '@quittance/kernel';
import { FormEntity } from '../forms/form.entity.js';
import { formState, type Form } from '../forms/form.js';
import * as forms from '../forms/form.repository.js';
import { LayoutEntity } from '../layouts/layout.entity.js';
import { layoutState, type Layout } from '../layouts/layout.js';
import * as layouts from '../layouts/layout.repository.js';
import { NOBODY, viewState, type View } from '../views/stored-view.js';
import { ViewEntity } from '../views/view.entity.js';
import * as views from '../views/view.repository.js';
import { formWasPublished } from '../customization.errors.js';

/** What a row has beside its state. */
function stamps({ ctx }: Tx) {
  return { version: 1, createdAt: ctx.now, updatedAt: ctx.now };
}

const next = ({ ctx }: Tx, { version }: { readonly version: number }) => ({
  version: version + 1,
  updatedAt: ctx.now,
});

export const layoutKeeper: ConfigurationKeeper = {
  kind: 'layout',
  async read(tx, id) {
    const layout = await layouts.maybeLocked(tx, id);
    return layout ? layoutState(layout) : null;
  },
  async restore(tx, id, state) {
    if (!state) return layouts.eraseLayout(tx, id);
    const content = state as Pick<Layout, 'object' | 'name' | 'sections' | 'isDefault'>;
    const there = await layouts.maybeLocked(tx, id);
    if (content.isDefault) await layouts.leaveOneDefault(tx, content.object, id);
    const row = { ...stamps(tx), ...content, id: asId<'layout'>(id) };
    if (!there) return layouts.putLayout(tx, row);
    const set = { ...content, ...next(tx, there) };
    await layouts.named(row, tx.update(LayoutEntity, { id: there.id }, set));
  },
};

function viewKeeper(kind: View['kind']): ConfigurationKeeper {
  return {
    kind,
    async read(tx, id) {
      const view = await views.findLocked(tx, id);
      return view ? viewState(view) : null;
    },
    async restore(tx, id, state) {
      if (!state) return views.eraseView(tx, id);
      const listView = { ownerId: null, visibility: 'public' as const, sharedWith: NOBODY };
      const content = { ...listView, ...state } as Omit<
        View,
        'id' | keyof ReturnType<typeof stamps>
      >;
      const there = await views.findLocked(tx, id);
      const row: View = { ...stamps(tx), ...content, id: asId<'view'>(id) };
      await views.leaveOneDefault(tx, row);
      if (!there) return views.putView(tx, row);
      const set = { ...content, ...next(tx, there) };
      await views.named(row, tx.update(ViewEntity, { id: there.id }, set));
    },
  };
}

export const listViewKeeper = viewKeeper('list_view');
export const savedViewKeeper = viewKeeper('view');

/** Versions that were frozen stay: submissions name them. */
export const formKeeper: ConfigurationKeeper = {
  kind: 'form',
  async read(tx, id) {
    const form = await forms.maybeLocked(tx, id);
    return form ? formState(form) : null;
  },
  async restore(tx, id, state: ConfigurationState | null) {
    const there = await forms.maybeLocked(tx, id);
    if (!state) {
      if (!there) return;
      if ((await forms.latestVersion(tx, id)) > 0) throw formWasPublished({ name: there.name });
      return forms.eraseForm(tx, id);
    }
    const content = state as Pick<
      Form,
      'name' | 'status' | 'publishedVersion' | 'dirty' | 'definition'
    >;
    const row = { ...stamps(tx), publicHash: null, ...content, id: asId<'form'>(id) };
    if (!there) return forms.putForm(tx, row);
    const set = { ...content, ...next(tx, there) };
    await forms.named(row, tx.update(FormEntity, { id: there.id }, set));
  },
};

export const ownKeepers: readonly ConfigurationKeeper[] = [
  layoutKeeper,
  listViewKeeper,
  savedViewKeeper,
  formKeeper,
];
