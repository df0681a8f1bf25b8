'use strict';

// Our own modules are compiled to `require`, which on Node 20 loads no module that waits as this
// one does while its program is compiled.
exports.loadMupdf = () => import('mupdf');
