// The only place that names these packages: their types bring the browser's, which would change the types of all that
// is compiled with them.
import addon from '@xterm/addon-serialize';
import headless from '@xterm/headless';

export const { Terminal } = headless;
export const { SerializeAddon } = addon;
