import config, { cluster } from './vitest.config.mjs';

// What `npm run test:cluster` runs, on the cluster that it has started.
export default { ...config, test: { ...config.test, projects: [cluster] } };
