// What is loaded behind it comes from the bundle already.
import { bundle } from './use-bundle.js';
import { install } from 'source-map-support';

// Source maps are read when an error asks for its place; Node itself would read thousands ahead.
install({
  environment: 'node',
  handleUncaughtExceptions: false,
  retrieveSourceMap: (filename) => {
    const map = bundle?.text(`${filename}.map`);
    return map === undefined ? null : { url: filename, map };
  },
});
