import config from './jest.config.mjs';
import deep from './test/support/deep/deep-files.cjs';

// The fast tier: samples of what is generated, and no file that only the deep tier runs.
export default {
  ...config,
  projects: config.projects.map((project) => ({
    ...project,
    testPathIgnorePatterns: ['/node_modules/', ...deep.ONLY_DEEP.map((p) => `<rootDir>/${p}`)],
  })),
};
