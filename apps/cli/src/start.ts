import { launchServices } from './start/services.js';

// The processes take the longest, so they are launched before the starter loads what it needs
// itself.
const services = launchServices();

import('./start/run-product.js')
  .then(({ runProduct }) => runProduct(services))
  .catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
