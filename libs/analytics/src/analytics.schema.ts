import type { Migration } from '@quittance/database';
import { UsageEvent1764000880020 } from './migrations/1764000880020-usage-event.js';

export const analyticsMigrations: readonly Migration[] = [UsageEvent1764000880020];
