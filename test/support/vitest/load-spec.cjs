'use strict';

// What a test file imports is loaded once per worker, by Node itself, as in a process of the
// product. Only the test files themselves are fresh.
require('reflect-metadata');
const { install } = require('source-map-support');
const { mapOf } = require('../load-source.cjs');

/** After Vitest has put its own in: nothing is mapped before somebody asks where an error is from. */
function mapStackTraces() {
  install({
    environment: 'node',
    handleUncaughtExceptions: false,
    retrieveSourceMap: (url) => (url.endsWith('.ts') ? { url, map: mapOf(url) } : null),
  });
}

exports.loadSpec = (file) => {
  mapStackTraces();
  delete require.cache[file];
  try {
    require(file);
  } finally {
    delete require.cache[file];
  }
};
