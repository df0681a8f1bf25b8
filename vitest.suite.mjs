import config, { suite } from './vitest.config.mjs';

// What `npm test` runs, and with TEST_TIER=deep the deep tier.
export default { ...config, test: { ...config.test, projects: [suite] } };
